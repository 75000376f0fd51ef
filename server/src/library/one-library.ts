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

/** @param generation of the library that is read; always the same unless it can be made anew */
export const createOneLibrary = (generation: () => number = () => 1): OneLibrary => ({
  generation,
  steady: (work) => {
    const begunWith = generation();
    return passOn(work, () => {
      if (generation() === begunWith) return;
      throw new AppError('unavailable', 'The collection was read in anew meanwhile. Please try again.');
    });
  },
});
