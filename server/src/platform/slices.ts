import { setImmediate as turn } from 'node:timers/promises';

/** How long work runs before others get their turn, in milliseconds. */
const sliceMs = 8;

/** Runs a piece of work; what it does around it is its own. */
export type Around = <Result>(work: () => Result) => Result;

const plainly: Around = (work) => work();

/**
 * For long work that is made of awaited steps: awaited between two of them, it gives everybody else a turn after
 * every 8 ms, and else costs nothing.
 */
export const createPace = (): (() => Promise<void> | undefined) => {
  let start = performance.now();
  return () => {
    if (performance.now() - start < sliceMs) return undefined;
    return turn().then(() => {
      start = performance.now();
    });
  };
};

/**
 * Runs long work in slices: it yields wherever it may be interrupted, and after every 8 ms everybody else
 * gets a turn. Short work is not interrupted at all.
 * @param around runs each slice, such as in a transaction of its own
 */
export const inSlices = async <Result>(
  work: Generator<unknown, Result>,
  around: Around = plainly,
): Promise<Result> => {
  const slice = (): IteratorResult<unknown, Result> => {
    const start = performance.now();
    let step = work.next();
    while (step.done !== true && performance.now() - start < sliceMs) step = work.next();
    return step;
  };
  for (let step = around(slice); ; step = around(slice)) {
    if (step.done === true) return step.value;
    await turn();
  }
};
