import { mkdirSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { diskFigures, readHeads } from './disk.ts';

it('compares medians with what the disk allows', () => {
  const readings = [9, 10, 30].map((seconds) => ({ songs: 100, seconds }));
  const scans = [8, 40, 12].map((seconds) => ({
    seconds,
    processorSeconds: 2 * seconds,
    peakMegabytes: seconds,
  }));
  expect(diskFigures(readings, scans).map(({ name, value }) => [name, value])).toEqual([
    ['disk.scan', 12],
    ['disk.reading', 10],
    ['disk.rateToReading', 10 / 12],
    ['disk.processor', 24],
    ['disk.peak', 40],
  ]);
});

it('reads songs alone, in all folders', async () => {
  await using temp = await tempFolder();
  mkdirSync(temp.join('a', 'b'), { recursive: true });
  for (const name of ['one.mp3', 'a/two.FLAC', 'a/b/three.opus', 'a/cover.jpg', 'a/notes.txt'])
    writeFileSync(temp.join(name), 'x');
  expect(readHeads(temp.path)).toBe(3);
});
