import type { Transferable } from 'node:worker_threads';
import { takeOwnEnd } from './own-end.ts';
import { type PoolWorkerData, progressPlaces as places } from './pool-progress.ts';

/** A result and what of it moves to the other thread instead of being copied. */
export interface TaskAnswer<Result> {
  readonly result: Result;
  readonly transfer?: readonly Transferable[];
}

/** What a task is done with. */
export interface TaskTools {
  /** To be called before each step of a task; the pool's limits are of one step. */
  step(): void;
  /** A sign of life while a step waits for something outside, for each piece that came. */
  pulse(): void;
  readonly options: unknown;
}

/** The other end of a worker pool: runs `work` for each task, one after the other. */
export const serveTasks = <Task, Result>(
  work: (task: Task, tools: TaskTools) => Promise<TaskAnswer<Result>>,
): void => {
  const own = takeOwnEnd<Task, Result>();
  const { progress, options } = own.data as PoolWorkerData;
  const tools: TaskTools = {
    options,
    step: () => {
      Atomics.add(progress, places.steps, 1);
    },
    pulse: () => {
      Atomics.add(progress, places.pulses, 1);
    },
  };
  const serve = async (task: Task): Promise<void> => {
    Atomics.store(progress, places.stepsBefore, Atomics.load(progress, places.steps));
    Atomics.add(progress, places.begun, 1);
    const { result, transfer } = await work(task, tools);
    own.tell(result, transfer);
  };
  let last: Promise<void> = Promise.resolve();
  own.serve((task) => {
    last = last.then(() => serve(task));
  });
};
