import { chmodSync, mkdirSync, rmdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { buildSong, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { createSongReader } from '../../tags/index.ts';
import { readFolder } from '../walk/read-folder.ts';
import { createFetchSoon, type FetchSoon } from './fetch-soon.ts';
import { packBatch, readBatch, readingKinds, unpackReadings } from './read-batch.ts';
import { readFolders, unpackFolders } from './read-folders.ts';

const reader = createSongReader({ asksLibrary: true });
const tools = { reader, soon: createFetchSoon(reader), sortKeyOf: naturalKey, step: () => {} };

const readThem = async (...folders: string[]) =>
  unpackFolders(structuredClone(await readFolders(folders, tools)));

const song = (title: string): Buffer => Buffer.from(buildSong({ format: 'mp3', tags: { title } }).data);

/** Kinds of entries that a folder is made of, each under any name. */
const makers: Readonly<Record<string, (path: string) => void>> = {
  'song.mp3': (path) => writeFileSync(path, song(path)),
  'broken.mp3': (path) => writeFileSync(path, 'no song'),
  'empty.flac': (path) => writeFileSync(path, ''),
  'picture.jpg': (path) => writeFileSync(path, 'a picture'),
  'words.txt': (path) => writeFileSync(path, 'words'),
  folder: (path) => mkdirSync(path),
};
const names = ['a', 'b', 'Ü', '日本', '100 %', '.hidden', '@eaDir'];
const kinds = Object.keys(makers);

describe('folders that a reader looks into', () => {
  it('are told as they are by who looks into them without reading, and their songs as by who reads files', async () => {
    const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...kinds)), {
      maxLength: 12,
      selector: ([name, kind]) => `${name} ${kind}`,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 3 }), async (folders) => {
        await using temp = await tempFolder();
        const paths = folders.map((list, at) => {
          const path = temp.join(`folder ${at}`);
          mkdirSync(path);
          for (const [name, kind] of list) makers[kind]?.(`${path}/${name} ${kind}`);
          return path;
        });
        const found = await readThem(...paths);
        for (const [at, path] of paths.entries()) {
          const plain = readFolder(path, () => true);
          const { birthtimeMs, mtimeMs } = statSync(path);
          expect(found[at]?.listing).toEqual({ ...plain, times: { birthtimeMs, mtimeMs } });
          if (plain.kind !== 'listed' || plain.songs.length === 0) continue;
          const files = plain.songs.map((file) => ({ ...file, path: `${path}/${file.name}` }));
          const rows = unpackReadings(await readBatch(packBatch(files), tools));
          const facts = plain.songs.map(({ sizeBytes, mtimeUs }) => ({ sizeBytes, mtimeUs }));
          expect(found[at]?.rows).toEqual(rows.map((row, index) => ({ ...row, ...facts[index] })));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('give back at once the bytes as which they crossed', async () => {
    await using temp = await tempFolder();
    writeFileSync(temp.join('one.mp3'), song('One'));
    const packed = await readFolders([temp.path], tools);
    const [found] = unpackFolders(packed);
    expect(packed.bytes).toHaveLength(0);
    const [row] = found?.rows ?? [];
    expect(row?.sortKey).toEqual(naturalKey('one.mp3'));
    expect(row?.contentKey).toHaveLength(8);
  });

  it('have all of their songs fetched before the first is read', async () => {
    await using temp = await tempFolder();
    for (const name of ['one', 'two']) mkdirSync(temp.join(name));
    for (const name of ['one/b.mp3', 'one/a.mp3', 'two/c.mp3']) writeFileSync(temp.join(name), song(name));
    const told: string[] = [];
    const soon: FetchSoon = {
      isCold: () => true,
      take: () => null,
      before: async (songs) => {
        told.push(...songs.map(({ path, name }) => `fetched ${path} ${name}`));
        return () => told.push('read');
      },
    };
    const step = (): void => void told.push('step');
    const folders = [temp.join('one'), temp.join('gone'), temp.join('two')];
    expect(await readFolders(folders, { ...tools, soon, step })).toMatchObject({ songs: 3, isCold: true });
    const fetched = told.filter((line) => line.startsWith('fetched'));
    const songs = ['one/a.mp3 a.mp3', 'one/b.mp3 b.mp3', 'two/c.mp3 c.mp3'];
    expect(fetched.sort()).toEqual(songs.map((line) => `fetched ${temp.join(line)}`));
    // One for each folder, then all of what is fetched, then one for each song.
    expect(told.map((line) => line.slice(0, 4))).toEqual([
      'step',
      'step',
      'step',
      'fetc',
      'fetc',
      'fetc',
      'step',
      'step',
      'step',
      'read',
    ]);
  });

  it.each<[string, (folder: string) => void]>([
    ['is gone', (folder) => rmdirSync(folder)],
    ['has a link', (folder) => symlinkSync('/etc/hostname', `${folder}/link.mp3`)],
    ['is kept out', (folder) => writeFileSync(`${folder}/.nomedia`, '')],
    [
      'has a name that is no text',
      (folder) => writeFileSync(Buffer.from(`${folder}/\xff.mp3`, 'latin1'), ''),
    ],
    ['has a pipe that is called as a song', (folder) => makePipes(`${folder}/pipe.mp3`)],
    [
      'has very many songs',
      (folder) => {
        for (let at = 0; at < 201; at += 1) writeFileSync(`${folder}/${at}.mp3`, '');
      },
    ],
  ])('are left to others where one %s', async (_what, make) => {
    await using temp = await tempFolder();
    const [before, odd, after] = [temp.join('before'), temp.join('odd'), temp.join('after')];
    for (const folder of [before, after]) {
      mkdirSync(folder);
      writeFileSync(`${folder}/song.mp3`, song(folder));
    }
    mkdirSync(odd);
    make(odd);
    const found = await readThem(before, odd, after);
    expect(found.map((each) => each?.rows.map(({ tags }) => tags.title) ?? null)).toEqual([
      [before],
      null,
      [after],
    ]);
  });

  it('are left to others with the songs that were read already, where one of them cannot be told', async () => {
    await using temp = await tempFolder();
    const [odd, after] = [temp.join('odd'), temp.join('after')];
    for (const folder of [odd, after]) {
      mkdirSync(folder);
      writeFileSync(`${folder}/song.mp3`, song(folder));
      writeFileSync(`${folder}/unsure.dsf`, Buffer.alloc(4096, 1));
    }
    const reader: typeof tools.reader = {
      ...tools.reader,
      read: async (path, name) =>
        path === `${odd}/unsure.dsf` ? { kind: 'unsure' } : tools.reader.read(path, name),
    };
    const [first, second] = unpackFolders(await readFolders([odd, after], { ...tools, reader }));
    expect(first).toBeNull();
    expect(second?.rows.map(({ kind }) => kind).toSorted()).toEqual([
      readingKinds.song,
      readingKinds.problem,
    ]);
  });

  it('tell of a song that may not be read', async () => {
    await using temp = await tempFolder();
    const path = temp.join('locked.mp3');
    writeFileSync(path, song('locked'));
    chmodSync(path, 0);
    const reader: typeof tools.reader = {
      ...tools.reader,
      read: async () => ({ kind: 'problem', reason: 'file_forbidden' }),
    };
    const [found] = unpackFolders(await readFolders([temp.path], { ...tools, reader }));
    expect(found?.rows).toMatchObject([{ kind: readingKinds.problem, reason: 'file_forbidden' }]);
    expect(found?.rows[0]?.sizeBytes).toBe(song('locked').length);
  });
});
