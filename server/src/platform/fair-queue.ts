import { AppError } from './app-error.ts';

/** Runs few tasks at a time, taking turns between lanes so that a busy lane cannot starve the others. */
export interface FairQueue {
  /**
   * Runs a task when its lane's turn has come.
   * @throws AppError unavailable when too many wait
   */
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
}

/** @param options.slots how many tasks run at once; `mostWaiting` how many may wait in all */
export const createFairQueue = (options: { slots: number; mostWaiting: number }): FairQueue => {
  /** Waiting tasks by lane; the lane whose turn is next stands first. */
  const lanes = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startNext = (): void => {
    const next = lanes.entries().next().value;
    if (next === undefined) return;
    const [lane, tasks] = next;
    lanes.delete(lane);
    const start = tasks.shift();
    if (tasks.length > 0) lanes.set(lane, tasks);
    waiting -= 1;
    running += 1;
    start?.();
  };

  const myTurn = (lane: string): Promise<void> => {
    if (running < options.slots) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting >= options.mostWaiting) {
      throw new AppError('unavailable', 'Too many people are signing in right now. Please try again.', {
        headers: { 'Retry-After': '5' },
      });
    }
    waiting += 1;
    return new Promise((resolve) => {
      const tasks = lanes.get(lane);
      if (tasks === undefined) lanes.set(lane, [resolve]);
      else tasks.push(resolve);
    });
  };

  return {
    run: async (lane, task) => {
      await myTurn(lane);
      try {
        return await task();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
};
