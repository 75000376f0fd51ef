import { setImmediate as turn } from 'node:timers/promises';

/** How long work runs before others get their turn for the first time: what is short is not interrupted, in milliseconds. */
const firstSliceMs = 8;

/** And from then on: a call of somebody else waits for as many slices as it takes turns. */
const laterSliceMs = 2;

/**
 * Turns of the event loop between two slices: few calls take more, so that who comes meanwhile waits for one slice. An
 * idle one takes some microseconds.
 */
const turnsBetween = 3;

/** Runs a piece of work; what it does around it is its own. */
export type Around = <Result>(work: () => Result) => Result;

const plainly: Around = (work) => work();

/** Says when others are to have their turn; the same for all parts of one longer work. */
export interface Pace {
  /** Awaited between two steps: gives everybody else their turns where a slice is over, and else costs nothing. */
  (): Promise<void> | undefined;
  /** Whether a slice is over. */
  isOver(): boolean;
}

/** Gives everybody else their turns. */
export const giveTurns = async (): Promise<void> => {
  for (let turns = 0; turns < turnsBetween; turns += 1) await turn();
};

/** For long work that is made of awaited steps: others get their turn after 8 ms, and after every 2 ms from then on. */
export const createPace = (): Pace => {
  let start = performance.now();
  let sliceMs = firstSliceMs;
  const isOver = (): boolean => performance.now() - start >= sliceMs;
  const rest = async (): Promise<void> => {
    await giveTurns();
    sliceMs = laterSliceMs;
    start = performance.now();
  };
  return Object.assign(() => (isOver() ? rest() : undefined), { isOver });
};

/**
 * Runs long work in slices: it yields wherever it may be interrupted, and everybody else gets their turns as its pace
 * says. Short work is not interrupted at all.
 * @param options.around runs each slice, such as in a transaction of its own
 * @param options.pace of a longer work of which this is a part
 */
export const inSlices = async <Result>(
  work: Generator<unknown, Result>,
  { around = plainly, pace = createPace() }: { around?: Around; pace?: Pace } = {},
): Promise<Result> => {
  const slice = (): IteratorResult<unknown, Result> => {
    let step = work.next();
    while (step.done !== true && !pace.isOver()) step = work.next();
    return step;
  };
  for (let step = around(slice); ; step = around(slice)) {
    if (step.done === true) return step.value;
    await pace();
  }
};
