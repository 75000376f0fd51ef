import { AppError } from './app-error.ts';

/**
 * Runs few tasks at a time, one per lane, taking turns between lanes: however many tasks a lane brings, the
 * other lanes keep a slot.
 */
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
  const runningLanes = new Set<string>();
  let waiting = 0;

  const startNext = (): void => {
    for (const [lane, tasks] of lanes) {
      if (runningLanes.has(lane)) continue;
      lanes.delete(lane);
      const start = tasks.shift();
      if (tasks.length > 0) lanes.set(lane, tasks);
      waiting -= 1;
      runningLanes.add(lane);
      start?.();
      return;
    }
  };

  const myTurn = (lane: string): Promise<void> => {
    if (runningLanes.size < options.slots && !runningLanes.has(lane)) {
      runningLanes.add(lane);
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
        runningLanes.delete(lane);
        startNext();
      }
    },
  };
};
