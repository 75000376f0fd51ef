import { renameSync } from 'node:fs';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from './test-scan.ts';

const started = async (
  folder: TempFolder,
  options: { atCommit?: () => 'cancel' | null; isRefused?: (name: string) => boolean } = {},
) => {
  const test = createTestScanner(folder.join('data'), { rowsPerBatch: 1, ...options });
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  return test;
};

/** Makes the library what older readers made: they knew no titles. */
const makeOld = (folder: TempFolder): void => {
  const raw = new Database(folder.join('data', 'library.db'));
  raw.exec(
    "UPDATE songs SET title = NULL; DELETE FROM meta WHERE key LIKE 'read_by %' OR key LIKE 'reread_by %'",
  );
  raw.close();
};

const files = () =>
  library().album('Picnic', 3).album('Lunch', 2).song('a.mp3', { title: 'A' }).brokenFile('b.mp3', 'garbage');

const titles = (test: { songs(): string[]; song(path: string): Record<string, unknown> | undefined }) =>
  test.songs().map((path) => test.song(path)?.['title']);

describe('a library that older readers made', () => {
  it('is read once more by the next scan, and loses nothing', async () => {
    await using folder = await tempFolder();
    await files().writeTo(folder.join('music'));
    await using test = await started(folder);
    const before = test.songs().map((path) => test.song(path));
    makeOld(folder);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_read: 7, problem_count: 1, song_count: 6 });
    expect(test.songs().map((path) => test.song(path))).toEqual(before);
    expect(test.moves).toEqual([]);
    await test.scan();
    expect(test.scanner.status()).toMatchObject({ files_to_read: 0, files_read: 0 });
  });

  it('is read on where a scan was stopped, and not from the start', async () => {
    await using folder = await tempFolder();
    await files().writeTo(folder.join('music'));
    let commits = Number.POSITIVE_INFINITY;
    await using test = await started(folder, {
      atCommit: () => {
        commits -= 1;
        return commits === 0 ? 'cancel' : null;
      },
    });
    makeOld(folder);
    commits = 3;
    await test.scan();
    expect(test.scanner.status().last_result).toBe('cancelled');
    const first = titles(test).filter((title) => title !== null).length;
    expect([first > 0, first < 6]).toEqual([true, true]);
    await test.scan();
    expect(test.scanner.status().files_read).toBeLessThan(7);
    expect(titles(test)).not.toContain(null);
    await test.scan();
    expect(test.scanner.status().files_read).toBe(0);
  });

  it('is read where it was not there, too', async () => {
    await using folder = await tempFolder();
    await files().writeTo(folder.join('music'));
    await using test = await started(folder);
    makeOld(folder);
    renameSync(folder.join('music'), folder.join('gone'));
    await test.scan();
    renameSync(folder.join('gone'), folder.join('music'));
    await test.scan();
    expect(titles(test)).not.toContain(null);
    expect(titles(test)).toHaveLength(6);
  });

  it('is read where a file could not be opened, as soon as it can', async () => {
    await using folder = await tempFolder();
    await files().writeTo(folder.join('music'));
    let refused = '';
    await using test = await started(folder, { isRefused: (name) => name === refused });
    makeOld(folder);
    refused = 'a.mp3';
    for (let scan = 0; scan < 3; scan += 1) {
      await test.scan();
      expect(test.scanner.status()).toMatchObject({ problem_count: 2, song_count: 6 });
    }
    refused = '';
    await test.scan();
    expect(test.song('Music/a.mp3')).toMatchObject({ title: 'A' });
    expect(test.scanner.status()).toMatchObject({ files_read: 1, problem_count: 1 });
  });

  it('knows copies of one recording that moved meanwhile by their length, where bytes were told otherwise', async () => {
    await using folder = await tempFolder();
    const titles = { one: 'One', two: 'One, remastered', three: 'One, remastered once more' };
    // The same sound: each is the first song of a library.
    for (const [name, title] of Object.entries(titles)) {
      await library().song(`a/${name}.flac`, { title }).writeTo(folder.join('music'));
    }
    await using test = await started(folder);
    makeOld(folder);
    const raw = new Database(folder.join('data', 'library.db'));
    raw.exec("UPDATE songs SET content_key = CAST(substr(content_key, 1, 4) || x'00010203' AS BLOB)");
    raw.close();
    renameSync(folder.join('music', 'a'), folder.join('music', 'b'));
    await test.scan();
    expect(test.moves.toSorted()).toEqual([
      'Music/a/one.flac → Music/b/one.flac',
      'Music/a/three.flac → Music/b/three.flac',
      'Music/a/two.flac → Music/b/two.flac',
    ]);
  });

  it('is read where a song was missing, when it comes back', async () => {
    await using folder = await tempFolder();
    await files().writeTo(folder.join('music'));
    await using test = await started(folder);
    renameSync(folder.join('music', 'a.mp3'), folder.join('a.mp3'));
    await test.scan();
    makeOld(folder);
    await test.scan();
    renameSync(folder.join('a.mp3'), folder.join('music', 'a.mp3'));
    await test.scan();
    expect(test.song('Music/a.mp3')).toMatchObject({ title: 'A' });
  });
});
