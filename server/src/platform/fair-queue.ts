import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';

/**
 * Runs few tasks at a time, one per lane, taking turns between lanes: however many tasks a lane brings, the
 * other lanes keep a slot.
 */
export interface FairQueue {
  /**
   * Runs a task when its lane's turn has come.
   * @throws AppError unavailable when too many wait, or when it waited for too long
   */
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
  /**
   * Takes a slot when the lane's turn has come.
   * @returns gives it back; a second time does nothing
   * @throws AppError as `run`
   */
  enter(lane: string): Promise<() => void>;
}

/** How a queue is made. */
export interface FairQueueOptions {
  /** How many tasks run at once. */
  readonly slots: number;
  /** How many may wait in all. */
  readonly mostWaiting: number;
  /** What those are told who do not get a slot. */
  readonly refusal: string;
  /** How long a task waits; for ever unless told. */
  readonly longestWait?: { readonly ms: number; readonly clock: Pick<Clock, 'schedule'> };
}

/** Seconds until those who were refused may try again. */
const retryAfterSeconds = 5;

const refused = ({ refusal }: FairQueueOptions): AppError =>
  new AppError('unavailable', refusal, { headers: { 'Retry-After': String(retryAfterSeconds) } });

/** See {@link FairQueue}. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
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

  const wait = (lane: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const { longestWait } = options;
      const giveUp = (): void => {
        const tasks = lanes.get(lane)?.filter((task) => task !== start) ?? [];
        if (tasks.length > 0) lanes.set(lane, tasks);
        else lanes.delete(lane);
        waiting -= 1;
        reject(refused(options));
      };
      const cancel = longestWait?.clock.schedule(longestWait.ms, giveUp);
      const start = (): void => {
        cancel?.();
        resolve();
      };
      waiting += 1;
      const tasks = lanes.get(lane);
      if (tasks === undefined) lanes.set(lane, [start]);
      else tasks.push(start);
    });

  const enter: FairQueue['enter'] = async (lane) => {
    if (runningLanes.size < options.slots && !runningLanes.has(lane)) runningLanes.add(lane);
    else if (waiting >= options.mostWaiting) throw refused(options);
    else await wait(lane);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      runningLanes.delete(lane);
      startNext();
    };
  };

  return {
    run: async (lane, task) => {
      const leave = await enter(lane);
      try {
        return await task();
      } finally {
        leave();
      }
    },
    enter,
  };
};
