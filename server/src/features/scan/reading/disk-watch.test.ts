import { expect, it } from 'vitest';
import { createDiskWatch, type DiskWait } from './disk-watch.ts';

const memory: DiskWait = { share: 0.33, msPerFile: 0.03 };
const coldDisk: DiskWait = { share: 0.66, msPerFile: 0.12 };
const networkDrive: DiskWait = { share: 0.95, msPerFile: 3 };

/** What a disk is taken for after so many batches of each kind. */
const takenFor = (...batches: readonly (readonly [number, DiskWait])[]): string => {
  const watch = createDiskWatch();
  for (const [count, wait] of batches) for (let at = 0; at < count; at += 1) watch.note(wait);
  if (watch.isSlow()) return 'slow';
  return watch.isCold() ? 'cold' : 'quick';
};

it('wants no other reader for files that were asked for before they are read', () => {
  const watch = createDiskWatch();
  for (let at = 0; at < 100; at += 1) watch.note(coldDisk, true);
  expect(watch.isCold()).toBe(false);
  for (let at = 0; at < 100; at += 1) watch.note(networkDrive, true);
  expect([watch.isCold(), watch.isSlow()]).toEqual([false, true]);
});

it.each([
  ['quick', [[1000, memory]]],
  ['cold', [[100, coldDisk]]],
  ['slow', [[100, networkDrive]]],
  [
    'quick',
    [
      [100, memory],
      [8, networkDrive],
    ],
  ],
  [
    'quick',
    [
      [100, coldDisk],
      [20, memory],
    ],
  ],
] as const)('takes a disk for a %s one after %j', (kind, batches) => {
  expect(takenFor(...batches)).toBe(kind);
});
