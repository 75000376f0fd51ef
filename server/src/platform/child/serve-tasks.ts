import type { Transferable } from 'node:worker_threads';
import { takeOwnEnd } from './own-end.ts';
import type { PoolWorkerData } from './worker-pool.ts';

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

/** The other end of a worker pool: runs `work` for each task, one at a time. */
export const serveTasks = <Task, Result>(
  work: (task: Task, tools: TaskTools) => Promise<TaskAnswer<Result>>,
): void => {
  const own = takeOwnEnd<Task, Result>();
  const { progress, options } = own.data as PoolWorkerData;
  const tools: TaskTools = {
    options,
    step: () => {
      Atomics.add(progress, 0, 1);
    },
    pulse: () => {
      Atomics.add(progress, 1, 1);
    },
  };
  const serve = async (task: Task): Promise<void> => {
    const { result, transfer } = await work(task, tools);
    own.tell(result, transfer);
  };
  own.serve((task) => void serve(task));
};
