import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary, tempFolder } from '@tonearm/testkit';
import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { carryLogOver } from '../../db/settings.ts';
import { createTestScanner, type TestScanner } from '../../features/scan/tests/test-scan.ts';
import { createSearch } from '../../features/search/index.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createEmbeddedReading } from '../read/embedded-reading.ts';
import type { JsonRuns } from '../read/library-reading.ts';
import { settlePosition } from './capture.ts';
import { allRows, openFollower, waitingParts } from './test-feed.ts';

const songCount = 2_000;
const pageCount = 500;
const queryCount = 2_000;

const bytesOf = async (runs: JsonRuns): Promise<string> => {
  let all = '';
  for await (const run of runs) all += Buffer.isBuffer(run) ? run.toString() : `${run.join()},`;
  return all;
};

/** What is answered from a library to one question after another. */
const answersFrom = (raw: Database.Database) => {
  const { lists, search: index } = createEmbeddedReading({ raw });
  const search = createSearch({ reading: index });
  return {
    browse: async (path: string, page: { offset: number; limit: number }) => {
      const { runs, ...rest } = await lists.browse(path, page);
      return JSON.stringify(rest) + (await bytesOf(runs));
    },
    flatten: async (path: string, page: { offset: number; limit: number }) => {
      const { runs, ...rest } = await lists.flatten(path, page);
      return JSON.stringify(rest) + (await bytesOf(runs));
    },
    recent: async (page: { offset: number; limit: number }) => {
      const { runs, ...rest } = await lists.recent(page);
      return JSON.stringify(rest) + (await bytesOf(runs));
    },
    find: async (query: string, page: { offset: number; limit: number }) => {
      const { runs, ...rest } = await search.find(query, page);
      return JSON.stringify(rest) + (await bytesOf(runs));
    },
  };
};
type Answers = ReturnType<typeof answersFrom>;

const foldersOf = (raw: Database.Database): string[] =>
  raw
    .prepare<[], string>('SELECT virtual_path FROM directories WHERE missing_since_ms IS NULL ORDER BY 1')
    .pluck()
    .all();

const pages = (folders: readonly string[]): ((answers: Answers) => Promise<string>)[] =>
  Array.from({ length: pageCount }, (_, number) => {
    const path = folders[(number * 7) % folders.length] ?? '';
    const page = { offset: (number % 5) * 3, limit: 1 + (number % 60) };
    if (number % 10 === 0) return (answers: Answers) => answers.recent(page);
    if (number % 3 === 0) return (answers: Answers) => answers.flatten(path, page);
    return (answers: Answers) => answers.browse(path, page);
  });

/** Parts of what is there, and of what is not: words, two letters, two words, and what no song has. */
const queries = (raw: Database.Database): string[] => {
  const texts = raw.prepare<[], string>('SELECT coalesce(title, name) FROM songs ORDER BY id').pluck().all();
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
  return Array.from({ length: queryCount }, (_, number) => {
    const word = words[(number * 31) % words.length] ?? 'a';
    const other = words[(number * 17 + 5) % words.length] ?? 'b';
    const kinds = [word, `${word} ${other}`, [...word].slice(0, 2).join(''), word.slice(1), `${word}x`];
    return kinds[number % kinds.length] ?? word;
  });
};

/** Moves, deletes and changes what lies there. */
const stir = (root: string, test: TestScanner): void => {
  const songs = test.songs().map((path) => join(root, path.slice('Music/'.length)));
  const folders = foldersOf(test.library).filter((path) => path.split('/').length === 3);
  for (const path of songs.filter((_, at) => at % 13 === 0)) rmSync(path, { force: true });
  for (const [at, path] of songs.entries()) {
    if (!existsSync(path)) continue;
    if (at % 17 === 3) copyFileSync(path, `${path}.copy.mp3`);
    if (at % 19 === 4) utimesSync(path, 1_600_000_000, 1_600_000_000 + at);
  }
  for (const [at, path] of folders.entries()) {
    const real = join(root, path.slice('Music/'.length));
    if (at % 11 === 5) rmSync(real, { recursive: true });
    if (at % 11 === 7) renameSync(real, `${real} moved`);
  }
};

/** A copy of the library at the position from which it is followed. */
const copyLibrary = (from: string, to: string): void => {
  const { raw, close } = openLibraryWriter(from);
  settlePosition(raw);
  carryLogOver(raw);
  close();
  mkdirSync(to);
  copyFileSync(join(from, 'library.db'), join(to, 'library.db'));
};

it('gives the same answers, byte for byte, from a library that follows', async () => {
  await using folder = await tempFolder();
  const { musicFolder: root = '' } = makeLibrary({
    out: folder.join('made'),
    songs: songCount,
    light: 'files',
  });
  const serving = folder.join('serving');
  mkdirSync(folder.join('leader'));
  copyLibrary(folder.join('leader'), serving);
  await using test = createTestScanner(folder.join('leader'), { isFollowed: true });
  const follower = openFollower(serving);
  const catchUp = (): void => {
    for (const part of waitingParts(test.library))
      expect(['applied', 'taken', 'known']).toContain(follower.applier.take(part));
  };
  test.sources = [{ name: 'Music', realPath: root }];
  await test.scan();
  catchUp();
  expect(test.songs().length).toBeGreaterThan(songCount * 0.9);
  const before = test.songs().length;
  stir(root, test);
  await test.scan();
  catchUp();
  expect(test.songs().length).toBeLessThan(before);
  expect(allRows(follower.raw)).toEqual(allRows(test.library));

  const [one, other] = [answersFrom(test.library), answersFrom(follower.raw)];
  let bytes = 0;
  for (const page of pages(foldersOf(test.library))) {
    const answer = await page(one);
    expect(await page(other)).toBe(answer);
    bytes += answer.length;
  }
  let found = 0;
  for (const query of queries(test.library)) {
    const answer = await one.find(query, { offset: 0, limit: 50 });
    expect(await other.find(query, { offset: 0, limit: 50 })).toBe(answer);
    found += answer.includes('"path"') ? 1 : 0;
  }
  // They say something.
  expect(bytes).toBeGreaterThan(100_000);
  expect(found).toBeGreaterThan(queryCount / 2);
  follower.close();
});
