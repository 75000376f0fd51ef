import { setImmediate as turn } from 'node:timers/promises';

/** How long work runs before others get their turn, in milliseconds. */
const sliceMs = 8;

/**
 * Runs long work in slices: it yields wherever it may be interrupted, and after every 8 ms everybody else
 * gets a turn. Short work is not interrupted at all.
 */
export const inSlices = async <Result>(work: Generator<unknown, Result>): Promise<Result> => {
  let sliceStart = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - sliceStart < sliceMs) continue;
    await turn();
    sliceStart = performance.now();
  }
};
