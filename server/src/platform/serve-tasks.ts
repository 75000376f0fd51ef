import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import type { PoolWorkerData } from './worker-pool.ts';

/** A result and what of it moves to the other thread instead of being copied. */
export interface TaskAnswer<Result> {
  readonly result: Result;
  readonly transfer?: readonly Transferable[];
}

/**
 * The other end of a worker pool: runs `work` for each task, one at a time. `step` must be called before
 * each step of a task; the pool's deadline counts from the last one.
 */
export const serveTasks = <Task, Result>(
  work: (task: Task, step: () => void, options: unknown) => Promise<TaskAnswer<Result>>,
): void => {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a worker thread.');
  const { progress, options } = workerData as PoolWorkerData;
  const step = (): void => {
    Atomics.add(progress, 0, 1);
  };
  const serve = async (task: Task): Promise<void> => {
    const { result, transfer } = await work(task, step, options);
    port.postMessage(result, transfer ?? []);
  };
  port.on('message', (task: Task) => void serve(task));
};
