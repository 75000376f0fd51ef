import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSong, type SongFormat, type TempFolder, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const table = 'contract/src/song-fields.ts';

interface Answers {
  readonly before: readonly { Song: Record<string, unknown> }[];
  readonly after: readonly { Song: Record<string, unknown> }[];
  readonly filesRead: number;
  readonly schema: readonly string[];
  readonly web: string;
}

/** Copies what is needed of the sources, with the packages of the project behind them. */
const copySources = (to: string): void => {
  const isOurs = (path: string): boolean => !['node_modules', 'dist'].includes(basename(path));
  for (const folder of ['contract', 'server', 'web/song-fields-module.ts', 'package.json'])
    cpSync(join(root, folder), join(to, folder), { recursive: true, filter: isOurs });
  const modules = join(to, 'node_modules');
  mkdirSync(join(modules, '@tonearm'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@tonearm') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(root, 'node_modules', '@tonearm')))
    symlinkSync(join(name === 'contract' ? to : root, name), join(modules, '@tonearm', name));
};

const answersOf = (sources: string, folder: TempFolder): Answers => {
  const script = join(import.meta.dirname, 'song-answers.ts');
  const places = [sources, folder.join('data'), folder.join('music')];
  return JSON.parse(execFileSync(process.execPath, [script, ...places], { encoding: 'utf8' })) as Answers;
};

/** A song that says whether it goes on without a gap: written as a compilation, whose mark has room for it. */
const writeSong = (folder: TempFolder, format: SongFormat, renamed: readonly [from: string, to: string]) => {
  const { data } = buildSong({ format, tags: { title: format, compilation: true } });
  const [from, to] = renamed;
  expect(from).toHaveLength(to.length);
  const text = data.toString('latin1');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(folder.join('music', `song.${format}`), Buffer.from(text.replace(from, to), 'latin1'));
};

/** The entry of docs/how-to/tag-field.md. */
const entryOfHowTo = (): string => {
  const page = readFileSync(join(root, 'docs', 'how-to', 'tag-field.md'), 'utf8');
  return /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
};

const gaplessOf = (songs: Answers['after']) =>
  Object.fromEntries(songs.map(({ Song }) => [Song['title'], Song['gapless']]));

describe('adding a tag', () => {
  it('is one entry in one file, and flows from the files to the API and the player', async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('music'));
    writeSong(folder, 'mp3', ['TCMP', 'TDLY']);
    writeSong(folder, 'flac', ['COMPILATION=1', 'GAPLESS=00120']);
    writeSong(folder, 'm4a', ['cpil', 'pgap']);
    const old = answersOf(root, folder);
    expect(gaplessOf(old.after)).toEqual({ mp3: undefined, flac: undefined, m4a: undefined });

    const copy = folder.join('copy');
    copySources(copy);
    const text = readFileSync(join(copy, table), 'utf8');
    const end = '} as const satisfies Record<string, SongField>;';
    expect(text.split(end)).toHaveLength(2);
    writeFileSync(join(copy, table), text.replace(end, `${entryOfHowTo()}${end}`));

    const next = answersOf(copy, folder);
    expect(next.before).toEqual(old.after.map(({ Song }) => ({ Song: { ...Song, gapless: null } })));
    expect(next.filesRead).toBe(3);
    expect(gaplessOf(next.after)).toEqual({ mp3: 1, flac: 120, m4a: 1 });
    expect(next.schema).toEqual([...old.schema.slice(0, -1), 'gapless', 'duration']);
    expect(next.web).toMatch(/numberFields = \[.*"gapless"/);

    // The version of before still opens it, and answers as it did.
    expect(answersOf(root, folder).after).toEqual(old.after);
  });
});
