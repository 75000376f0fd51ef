import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/** Why a worker could not finish a task. */
export type WorkerFailureReason = 'deadline' | 'memory' | 'crash';

/**
 * A worker died over a task. `step` is how many steps of the task it had begun, so the step that killed it
 * is number `step - 1`; 0 when it never began.
 */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
  readonly reason: WorkerFailureReason;
  readonly step: number;

  constructor(reason: WorkerFailureReason, step: number, cause?: unknown) {
    super(`A worker failed (${reason}) in step ${step}.`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.step = step;
  }
}

/** How a pool's workers are started and how long they may take. */
export interface WorkerPoolOptions {
  /** The worker's entry; see `serveTasks` for what it must do. */
  readonly entry: URL;
  readonly size: number;
  /** Longest time one step of a task may take, in milliseconds. */
  readonly stepDeadlineMs: number;
  /** Heap limits of one worker. */
  readonly limits: ResourceLimits;
  /** Handed to each worker as `workerData.options`. */
  readonly workerOptions?: unknown;
}

/** Runs tasks on a few threads of their own. Threads start when needed and end with `close`. */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a task on the next free worker, in order of calls.
   * @throws WorkerFailure when the worker died over it; the worker is replaced
   */
  run(task: Task, transfer?: readonly Transferable[]): Promise<Result>;
  /** Tasks that wait or run. */
  pending(): number;
  /** Ends all threads; tasks under way fail. */
  close(): Promise<void>;
}

/** What a worker and the pool's watchman share: [number of steps begun since the worker's start]. */
export interface PoolWorkerData {
  readonly progress: Int32Array;
  readonly options: unknown;
}

interface Job<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

interface Slot<Task, Result> {
  readonly worker: Worker;
  readonly progress: Int32Array;
  job: Job<Task, Result> | null;
  stepsBefore: number;
  lastStep: number;
  lastStepAtMs: number;
  failure: WorkerFailureReason;
}

/** How often deadlines are looked at, as a part of the deadline. */
const looksPerDeadline = 5;

/** How long a worker may take to begin a task, in milliseconds: on a busy machine a thread starts slowly. */
const startDeadlineMs = 60_000;

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Makes a pool; no thread starts before the first task. */
export const createWorkerPool = <Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> => {
  type OwnSlot = Slot<Task, Result>;
  const slots = new Set<OwnSlot>();
  const waiting: Job<Task, Result>[] = [];
  let isClosed = false;
  let watchman: NodeJS.Timeout | null = null;

  const give = (slot: OwnSlot, job: Job<Task, Result>): void => {
    slot.job = job;
    slot.stepsBefore = Atomics.load(slot.progress, 0);
    slot.lastStep = slot.stepsBefore;
    slot.lastStepAtMs = performance.now();
    slot.worker.postMessage(job.task, job.transfer);
  };

  const next = (slot: OwnSlot): void => {
    const job = waiting.shift();
    if (job !== undefined) give(slot, job);
  };

  const lose = (slot: OwnSlot, error: unknown): void => {
    if (!slots.delete(slot)) return;
    const { job } = slot;
    slot.job = null;
    const reason = isOutOfMemory(error) ? 'memory' : slot.failure;
    job?.reject(new WorkerFailure(reason, Atomics.load(slot.progress, 0) - slot.stepsBefore, error));
    if (waiting.length > 0 && !isClosed) next(start());
  };

  const start = (): OwnSlot => {
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const workerData: PoolWorkerData = { progress, options: options.workerOptions };
    const worker = new Worker(options.entry, { workerData, resourceLimits: options.limits });
    const slot: OwnSlot = {
      worker,
      progress,
      job: null,
      stepsBefore: 0,
      lastStep: 0,
      lastStepAtMs: performance.now(),
      failure: 'crash',
    };
    slots.add(slot);
    worker.on('message', (result: Result) => {
      const { job } = slot;
      slot.job = null;
      job?.resolve(result);
      next(slot);
    });
    worker.on('error', (error) => lose(slot, error));
    worker.on('exit', () => lose(slot, undefined));
    watchman ??= setInterval(watch, options.stepDeadlineMs / looksPerDeadline).unref();
    return slot;
  };

  const watch = (): void => {
    const nowMs = performance.now();
    for (const slot of slots) {
      if (slot.job === null) continue;
      const step = Atomics.load(slot.progress, 0);
      if (step !== slot.lastStep) {
        slot.lastStep = step;
        slot.lastStepAtMs = nowMs;
      } else if (
        nowMs - slot.lastStepAtMs >
        (step === slot.stepsBefore ? startDeadlineMs : options.stepDeadlineMs)
      ) {
        slot.failure = 'deadline';
        void slot.worker.terminate();
      }
    }
  };

  return {
    run: (task, transfer = []) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosed) return reject(new WorkerFailure('crash', 0));
        const job = { task, transfer, resolve, reject };
        const idle = [...slots].find((slot) => slot.job === null);
        if (idle !== undefined) give(idle, job);
        else if (slots.size < options.size) give(start(), job);
        else waiting.push(job);
      }),
    pending: () => waiting.length + [...slots].filter((slot) => slot.job !== null).length,
    close: async () => {
      isClosed = true;
      if (watchman !== null) clearInterval(watchman);
      for (const job of waiting.splice(0)) job.reject(new WorkerFailure('crash', 0));
      await Promise.all([...slots].map((slot) => slot.worker.terminate()));
    },
  };
};
