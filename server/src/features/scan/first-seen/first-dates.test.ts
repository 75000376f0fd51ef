import { rmSync, utimesSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner, type TestScanner } from '../tests/test-scan.ts';
import { folderDate } from '../walk/folder-date.ts';

/** By the clock of the machine, whatever that is: folders are born now, and dates to come are not believed. */
const thisYear = new Date().getUTCFullYear();
const [newYear, middleYear, oldYear] = [thisYear - 2, thisYear - 7, thisYear - 12];
const ages = { 'Zebra/New': newYear, 'Apple/Old': oldYear, 'Mango/Middle': middleYear } as const;
const secondsOf = (year: number): number => Date.UTC(year, 5, 1) / 1000;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const writeAlbum = async (root: string, folder: string, year: number): Promise<void> => {
  await library().album('Album', 2, { folder }).writeTo(root);
  utimesSync(`${root}/${folder}`, secondsOf(year), secondsOf(year));
};

const writeAlbums = async (root: string): Promise<void> => {
  for (const [folder, year] of Object.entries(ages)) await writeAlbum(root, folder, year);
};

/** Albums as `/recent` has them, with the year each came in. */
const recent = ({ library: stored }: TestScanner): [string, number][] =>
  stored
    .prepare(
      `SELECT virtual_path AS path, newest_song_at AS at FROM directories
       WHERE is_album = 1 AND missing_since_ms IS NULL ORDER BY newest_song_at DESC, id DESC`,
    )
    .all()
    .map((row) => row as { path: string; at: number })
    .map(({ path, at }) => [path, new Date(at * 1000).getUTCFullYear()]);

const inTrueOrder = [
  ['Music/Zebra/New', newYear],
  ['Music/Mango/Middle', middleYear],
  ['Music/Apple/Old', oldYear],
];

describe('what the first scan of a source finds', () => {
  it('came when its folder was born or last changed; what comes later comes now', async () => {
    await using folder = await tempFolder();
    const music = folder.join('music');
    await writeAlbums(music);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: music }];
    await test.scan();
    expect(recent(test)).toEqual(inTrueOrder);
    const before = nowSeconds();
    await writeAlbum(music, 'Apple/Just bought', 1999);
    await test.scan();
    expect(recent(test).map(([path]) => path)).toEqual([
      'Music/Apple/Just bought',
      ...inTrueOrder.map(([path]) => path),
    ]);
    expect(test.directory('Music/Apple/Just bought')?.['newest_song_at']).toBeGreaterThanOrEqual(before);
  });

  it('has the same dates when the scan is killed again and again on its way', async () => {
    await using folder = await tempFolder();
    const music = folder.join('music');
    await writeAlbums(music);
    let kills = 0;
    await using test = createTestScanner(folder.join('data'), {
      rowsPerBatch: 1,
      atCommit: () => {
        kills += 1;
        return kills <= 8 && kills % 2 === 0 ? 'kill' : null;
      },
    });
    test.sources = [{ name: 'Music', realPath: music }];
    for (let scans = 0; scans < 6; scans += 1) await test.scan();
    expect(kills).toBeGreaterThan(8);
    expect(recent(test)).toEqual(inTrueOrder);
  });

  it('is dated so for a source that is added later, also when its drive comes later still', async () => {
    await using folder = await tempFolder();
    await library().album('First', 1).writeTo(folder.join('first'));
    await using test = createTestScanner(folder.join('data'));
    const first = { name: 'First', realPath: folder.join('first') };
    test.sources = [first];
    await test.scan();
    test.sources = [first, { name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([{}, { state: 'away' }]);
    await writeAlbums(folder.join('music'));
    await test.scan();
    expect(recent(test).filter(([path]) => path.startsWith('Music/'))).toEqual(inTrueOrder);
  });

  it('keeps the dates that were noted when the library is made anew', async () => {
    await using folder = await tempFolder();
    const music = folder.join('music');
    await writeAlbum(music, 'Apple/Old', oldYear);
    const before = nowSeconds();
    const scanOnce = async (...more: (() => Promise<void>)[]) => {
      await using test = createTestScanner(folder.join('data'));
      test.sources = [{ name: 'Music', realPath: music }];
      await test.scan();
      for (const change of more) {
        await change();
        await test.scan();
      }
      return { recent: recent(test), at: (path: string) => test.directory(path)?.['newest_song_at'] };
    };
    await scanOnce(() => writeAlbum(music, 'Apple/Bought', 1999));
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(folder.join('data', `library.db${suffix}`), { force: true });
    await writeAlbum(music, 'Mango/Meanwhile', middleYear);
    utimesSync(`${music}/Apple/Old`, secondsOf(newYear), secondsOf(newYear));
    await scanOnce();
    await using test = createTestScanner(folder.join('data'));
    expect(recent(test).map(([path]) => path)).toEqual([
      'Music/Apple/Bought',
      'Music/Mango/Meanwhile',
      'Music/Apple/Old',
    ]);
    expect(test.directory('Music/Apple/Bought')?.['newest_song_at']).toBeGreaterThanOrEqual(before);
    expect(recent(test).at(-1)).toEqual(['Music/Apple/Old', oldYear]);
  });
});

describe('the date of a folder', () => {
  const now = secondsOf(2026);
  const ms = (year: number): number => secondsOf(year) * 1000;
  it.each([
    ['its birth', { birthtimeMs: ms(2010), mtimeMs: ms(2015) }, 2010],
    ['its last change when it was copied later', { birthtimeMs: ms(2025), mtimeMs: ms(2015) }, 2015],
    ['its last change where no birth is told', { birthtimeMs: 0, mtimeMs: ms(2015) }, 2015],
    ['its birth where the change is of no time', { birthtimeMs: ms(2010), mtimeMs: 5 }, 2010],
    ['its birth where the change is to come', { birthtimeMs: ms(2010), mtimeMs: ms(2090) }, 2010],
    ['now when both are to come', { birthtimeMs: ms(2080), mtimeMs: ms(2090) }, 2026],
    ['now when there is none', { birthtimeMs: 0, mtimeMs: Date.UTC(1980, 0, 1) }, 2026],
  ])('is %s', (_, times, year) => {
    expect(folderDate(times, now)).toBe(secondsOf(year));
  });

  it('is believed rather than the clock of a machine that knows no time', () => {
    expect(folderDate({ birthtimeMs: 0, mtimeMs: ms(2015) }, 1000)).toBe(secondsOf(2015));
  });
});
