import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { allowFolders, createStorm } from './test-storm.ts';
import { type Deed, deed } from './test-storm-deeds.ts';
import { keptStorms } from './test-storm-kept.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  allowFolders();
});

const shortRuns = 4;
const seconds = process.env['STORM_SECONDS'];
/** One storm of so many deeds, where it is told: `npm run trust -- storm`. */
const longDeeds = process.env['STORM_DEEDS'];
const deedsOfStorm =
  longDeeds === undefined
    ? { minLength: 1, maxLength: 60 }
    : { minLength: Number(longDeeds), maxLength: Number(longDeeds) };

/** A collection to begin with, what happens to it, and a look at all of it. */
const weather = async (deeds: readonly Deed[], dense: boolean): Promise<void> => {
  await using folder = await tempFolder();
  const storm = createStorm(folder.join('music'), folder.join('data'), dense);
  try {
    for (let number = 0; number < 6; number += 1) await storm.do({ kind: 'add', a: 1, b: number, c: number });
    for (let number = 0; number < 3; number += 1)
      await storm.do({ kind: 'addAlbum', a: number, b: number, c: number });
    await storm.settle();
    for (const each of deeds) await storm.do(each);
    await storm.settle();
  } finally {
    await storm.close();
  }
};

describe('a storm of changes', () => {
  it.each(keptStorms)('leaves everything where it belongs: $name', ({ deeds, dense }) =>
    weather(deeds, dense),
  );

  it('leaves the library equal to the folders, and every entry where its recording went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { ...deedsOfStorm, size: 'max' }), fc.boolean(), weather),
      seconds === undefined
        ? longDeeds === undefined
          ? { numRuns: shortRuns }
          : { numRuns: 1, endOnFailure: true }
        : { numRuns: 1_000_000, interruptAfterTimeLimit: Number(seconds) * 1000 },
    );
  }, 3_600_000);
});
