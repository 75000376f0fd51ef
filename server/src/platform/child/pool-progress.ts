/** What a worker and the pool's watchman share. */
export interface PoolWorkerData {
  /** Numbers at {@link progressPlaces}, all since the worker's start. */
  readonly progress: Int32Array;
  readonly options: unknown;
}

/** Steps and signs of life, tasks that were begun, and the steps before the one that was begun last. */
export const progressPlaces = { steps: 0, pulses: 1, begun: 2, stepsBefore: 3 } as const;

/** None of anything yet. */
export const newProgress = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer(Object.keys(progressPlaces).length * Int32Array.BYTES_PER_ELEMENT));
