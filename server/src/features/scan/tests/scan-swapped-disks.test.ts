import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner, type TestScanner } from './test-scan.ts';

describe('a scan of sources that come and go', () => {
  it.each([
    ['as many', 3],
    ['more', 40],
  ])('takes a disk with %s songs that stood in the place of another out again', async (_much, count) => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    await library().album('Ours', 3, { folder: 'Ours' }).writeTo(root);
    await library().album('Theirs', count, { folder: 'Theirs' }).writeTo(foreign);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const ours = test.songs();
    renameSync(root, right);
    renameSync(foreign, root);
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away', reason_code: 'songs_gone' }]);
    expect(test.songs()).toHaveLength(3 + count);
    rmSync(`${root}/Theirs`, { recursive: true });
    mkdirSync(`${root}/Others`);
    await test.scan();
    // What is away stays as it is; what only stood in for it does not.
    expect(test.songs()).toEqual(ours);
    expect(test.directory('Music/Theirs')?.['missing_since_ms']).not.toBeNull();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away', missing_count: count }]);
    renameSync(root, foreign);
    renameSync(right, root);
    await test.scan();
    expect(test.songs()).toEqual(ours);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available', song_count: 3 + count }]);
  });

  it('has every song of the right disk again after another with the same names stood in its place', async () => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    const titled = (who: string, from: number, to: number) => {
      const songs = library();
      for (let at = from; at < to; at += 1) {
        songs.song(`Album/${at}.flac`, { title: `${who} ${at}`, pitchHz: (who === 'Our' ? 300 : 900) + at });
      }
      return songs;
    };
    await titled('Our', 0, 6).writeTo(root);
    // Some are called as ours are, and some are not.
    await titled('Their', 3, 9).writeTo(foreign);
    const titles = (test: TestScanner) => test.songs().map((path) => test.song(path)?.['title']);
    const open = (): TestScanner => {
      const test = createTestScanner(folder.join('data'));
      test.sources = [{ name: 'Music', realPath: root }];
      return test;
    };
    const our = Array.from({ length: 6 }, (_, at) => `Our ${at}`);
    {
      await using test = open();
      await test.scan();
      expect(titles(test)).toEqual(our);
      renameSync(root, right);
      renameSync(foreign, root);
      await test.scan();
    }
    // A restart while the other disk is there.
    await using test = open();
    await test.scan();
    renameSync(root, foreign);
    renameSync(right, root);
    test.scanner.triggerFolders(['Music/Album']);
    await test.settled();
    await test.scan();
    expect(titles(test)).toEqual(our);
    expect(test.scanner.sourceStates()).toMatchObject([
      { state: 'available', song_count: 9, missing_count: 3 },
    ]);
  });

  it('notices at once that the right disk is back', async () => {
    await using folder = await tempFolder();
    const [root, right, foreign] = ['music', 'right', 'foreign'].map((name) => folder.join(name)) as [
      string,
      string,
      string,
    ];
    await library().album('Ours', 3, { folder: 'Ours' }).writeTo(root);
    await library().album('Theirs', 30, { folder: 'Theirs' }).writeTo(foreign);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    const ours = test.songs();
    renameSync(root, right);
    renameSync(foreign, root);
    await test.scan();
    renameSync(root, foreign);
    renameSync(right, root);
    await test.scan();
    expect(test.songs()).toEqual(ours);
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available', missing_count: 30 }]);
  });
});
