import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner, type TestScanner } from './test-scan.ts';

describe('a scan of what has moved', () => {
  /** A scan that is cancelled once it has written what it read, and has settled nothing. */
  const scanInPart = async (test: TestScanner, stop: { isDue: boolean }): Promise<void> => {
    stop.isDue = true;
    await test.scan();
    expect(test.scanner.status().last_result).toBe('cancelled');
    stop.isDue = false;
  };

  /** A folder that is written after one whose name comes before: where that is to be in the library when it stops. */
  const putLast = (root: string) => library().song('z/1.flac', { pitchHz: 777 }).writeTo(root);

  it('keeps a song as missing that only a scan in part has seen', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a/1.flac').song('stays.flac').writeTo(root);
    const stop = { isDue: false };
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (stop.isDue && test.directory('M/b') !== undefined ? 'cancel' : null),
      rowsPerBatch: 1,
    });
    test.sources = [{ name: 'M', realPath: root }];
    await test.scan();
    await library().song('a/1.flac', { title: 'New', pitchHz: 999 }).writeTo(folder.join('new'));
    renameSync(folder.join('new/a'), `${root}/b`);
    await putLast(root);
    await scanInPart(test, stop);
    renameSync(`${root}/b`, `${root}/.hidden`);
    await test.scan();
    expect(test.moves).toEqual([]);
    expect(test.song('M/b/1.flac')).toMatchObject({ missing_since_ms: expect.any(Number) });
  });

  it('follows a song that a scan in part has met on its way', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a/1.flac').song('stays.flac').writeTo(root);
    const stop = { isDue: false };
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (stop.isDue && test.directory('M/b') !== undefined ? 'cancel' : null),
      rowsPerBatch: 1,
    });
    test.sources = [{ name: 'M', realPath: root }];
    await test.scan();
    renameSync(`${root}/a`, `${root}/b`);
    await putLast(root);
    await scanInPart(test, stop);
    expect(test.song('M/b/1.flac')).toMatchObject({ missing_since_ms: null });
    renameSync(`${root}/b`, `${root}/c`);
    await test.scan();
    // Whoever took it into a playlist meanwhile keeps it too.
    expect(test.moves).toEqual(['M/a/1.flac → M/c/1.flac', 'M/b/1.flac → M/c/1.flac']);
  });

  it('does not follow from a path what only a scan in part has seen there', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    const put = (title: string, pitchHz: number) =>
      library().song('a/1.flac', { title, pitchHz }).writeTo(root);
    await put('First', 300);
    await library().song('stays.flac').writeTo(root);
    const stop = { isDue: false };
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (stop.isDue ? 'cancel' : null),
    });
    test.sources = [{ name: 'M', realPath: root }];
    await test.scan();
    await put('Second, here for a while', 400);
    await scanInPart(test, stop);
    expect(test.song('M/a/1.flac')).toMatchObject({ title: 'Second, here for a while' });
    mkdirSync(`${root}/b`);
    renameSync(`${root}/a/1.flac`, `${root}/b/1.flac`);
    await put('Third', 500);
    await test.scan();
    expect(test.songs()).toHaveLength(3);
    expect(test.moves).toEqual([]);
  });

  it.each([
    ['new', false],
    ['of another path', true],
  ])('tells no move of what a scan in part has met at the path of another, %s', async (_name, isSwapped) => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    const put = (path: string, pitchHz: number) => library().song(path, { pitchHz }).writeTo(root);
    await put('a/1.flac', 300);
    await put('stays.flac', 500);
    if (isSwapped) await put('b/1.flac', 400);
    const stop = { isDue: false };
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (stop.isDue ? 'cancel' : null),
    });
    test.sources = [{ name: 'M', realPath: root }];
    await test.scan();
    const ids = ['M/a/1.flac', 'M/b/1.flac'].map((path) => test.song(path)?.['public_id']);
    rmSync(`${root}/b`, { recursive: true, force: true });
    mkdirSync(`${root}/b`);
    renameSync(`${root}/a/1.flac`, `${root}/b/1.flac`);
    await put('a/1.flac', 400);
    utimesSync(`${root}/b/1.flac`, 5, 5);
    utimesSync(`${root}/a/1.flac`, 6, 6);
    await scanInPart(test, stop);
    expect(test.songs()).toEqual(['M/stays.flac', 'M/a/1.flac', 'M/b/1.flac']);
    renameSync(`${root}/a`, `${root}/c`);
    await test.scan();
    // Who has the first in a playlist is led to where that one is, whatever stood at its path for a while.
    const moves = ['M/a/1.flac → M/b/1.flac', 'M/b/1.flac → M/c/1.flac'];
    expect(test.moves.toSorted()).toEqual(isSwapped ? moves : moves.slice(0, 1));
    expect(test.song('M/b/1.flac')?.['public_id']).toEqual(ids[0]);
    if (isSwapped) expect(test.song('M/c/1.flac')?.['public_id']).toEqual(ids[1]);
    expect(test.songs()).toEqual(['M/stays.flac', 'M/b/1.flac', 'M/c/1.flac']);
    expect(test.song('M/a/1.flac')).toBeUndefined();
  });

  it('follows what a scan in part has met in the place of another, also when its source gets another name', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    const put = (path: string, pitchHz: number) => library().song(path, { pitchHz }).writeTo(root);
    await put('a/1.flac', 300);
    await put('stays.flac', 500);
    const stop = { isDue: false };
    await using test = createTestScanner(folder.join('data'), {
      atCommit: () => (stop.isDue ? 'cancel' : null),
    });
    test.sources = [{ name: 'M', realPath: root }];
    await test.scan();
    const id = test.song('M/a/1.flac')?.['public_id'];
    renameSync(`${root}/a/1.flac`, folder.join('away'));
    await put('a/1.flac', 400);
    await scanInPart(test, stop);
    mkdirSync(`${root}/b`);
    renameSync(folder.join('away'), `${root}/b/1.flac`);
    test.sources = [{ name: 'N', realPath: root }];
    await test.scan();
    expect(test.moves).toContain('N/a/1.flac → N/b/1.flac');
    expect(test.song('N/b/1.flac')?.['public_id']).toEqual(id);
  });
});
