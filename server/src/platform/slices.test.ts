import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace, inSlices } from './slices.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function* steps(count: number, eachMs: number): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    vi.advanceTimersByTime(eachMs);
    yield;
  }
  return 'done';
}

/** How long somebody else waits for each turn of the event loop while a work runs, in milliseconds. */
const waitsDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
  const waitsMs: number[] = [];
  let isDone = false;
  let lastMs = performance.now();
  const look = (): void => {
    waitsMs.push(performance.now() - lastMs);
    lastMs = performance.now();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  await new Promise((resolve) => setImmediate(resolve));
  return waitsMs;
};

it('does not interrupt what is short', async () => {
  expect(await waitsDuring(() => inSlices(steps(7, 1)))).toEqual([7]);
});

it('gives others several turns between slices, which are short once it takes long', async () => {
  const waits = await waitsDuring(async () => expect(await inSlices(steps(20, 1))).toBe('done'));
  const slices = waits.filter((waitMs) => waitMs > 0);
  expect(slices).toEqual([8, 2, 2, 2, 2, 2, 2]);
  expect(waits.length).toBeGreaterThan(slices.length * 2);
});

it('takes the parts of a longer work for one', async () => {
  const waits = await waitsDuring(async () => {
    const pace = createPace();
    for (let part = 0; part < 5; part += 1) {
      await inSlices(steps(4, 1), { pace });
      await pace();
    }
  });
  // Each part alone would not be interrupted.
  expect(waits.filter((waitMs) => waitMs > 0)).toEqual([8, 2, 2, 2, 2, 2, 2]);
});
