import { AppError } from '../platform/app-error.ts';

/** Reads that belong together although others come between: all of them of one library, or none. */
export interface OneLibrary {
  /** Goes up whenever the library was made anew. */
  generation(): number;
  /**
   * Passes on what a longer work yields, as long as the library is the one it began with: a list that would
   * end in the middle, because the next library is empty, throws instead.
   */
  steady<Step, Result = unknown>(work: Iterator<Step, Result>): Generator<Step, Result>;
  /** The same for what is waited for. */
  steadily<Step>(steps: AsyncIterable<Step>): AsyncGenerator<Step>;
  /** The same for one longer question. */
  throughout<Result>(work: () => Promise<Result>): Promise<Result>;
}

function* passOn<Step, Result>(work: Iterator<Step, Result>, check: () => void): Generator<Step, Result> {
  for (;;) {
    check();
    const step = work.next();
    check();
    if (step.done === true) return step.value;
    yield step.value;
  }
}

async function* passOnLater<Step>(steps: AsyncIterable<Step>, check: () => void): AsyncGenerator<Step> {
  check();
  for await (const step of steps) {
    check();
    yield step;
    check();
  }
  check();
}

/** @param generation of the library that is read; always the same unless it can be made anew */
export const createOneLibrary = (generation: () => number = () => 1): OneLibrary => {
  const stillThis = (): (() => void) => {
    const begunWith = generation();
    return () => {
      if (generation() === begunWith) return;
      throw new AppError('unavailable', 'The collection was read in anew meanwhile. Please try again.');
    };
  };
  return {
    generation,
    steady: (work) => passOn(work, stillThis()),
    steadily: (steps) => passOnLater(steps, stillThis()),
    throughout: async (work) => {
      const check = stillThis();
      const result = await work();
      check();
      return result;
    },
  };
};
