import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { type Clock, systemClock } from '../clock.ts';
import { startThread, type Thread } from './start-thread.ts';
import { type WorkLimits, type WorkSeen, type WorkVerdict, type WorkWatch, watchWork } from './work-watch.ts';

/** Why a worker could not finish a task. */
export type WorkerFailureReason = WorkVerdict | 'memory' | 'crash';

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
  /** The most workers; asked anew whenever a task finds none idle where it is a function. */
  readonly size: number | (() => number);
  /** How many tasks wait before a further worker is started beside those that there are; none unless given. */
  readonly patience?: number;
  /** What one step of a task may take. */
  readonly stepLimits: WorkLimits;
  readonly clock?: Pick<Clock, 'monotonicMs' | 'schedule'>;
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

/** What a worker and the pool's watchman share: steps and signs of life since the worker's start. */
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
  readonly thread: Thread<Task>;
  readonly progress: Int32Array;
  job: Job<Task, Result> | null;
  stepsBefore: number;
  /** Of the job it has. */
  watch: WorkWatch | null;
  cpuMs: number;
  isAsked: boolean;
  failure: WorkerFailureReason;
}

/** How often work is looked at, as a part of what a step may work. */
const looksPerDeadline = 5;

/** Threads that hang in a call of the system, and end when that does, if ever; with so many no more are started. */
const mostStuck = 4;

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const startSlot = <Task, Result>(
  options: WorkerPoolOptions,
  onDone: (slot: Slot<Task, Result>) => void,
): Slot<Task, Result> => {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const data: PoolWorkerData = { progress, options: options.workerOptions };
  const thread = startThread<Task, Result>(options.entry, {
    data,
    limits: options.limits,
    onMessage: (result) => {
      const { job } = slot;
      slot.job = null;
      job?.resolve(result);
      onDone(slot);
    },
  });
  const slot: Slot<Task, Result> = {
    thread,
    progress,
    job: null,
    stepsBefore: 0,
    watch: null,
    cpuMs: 0,
    isAsked: false,
    failure: 'crash',
  };
  // Whoever has a pool closes it.
  thread.hold();
  return slot;
};

const endAll = (slots: Iterable<{ readonly thread: Pick<Thread<never>, 'kill' | 'ended'> }>) =>
  Promise.all(
    [...slots].map(({ thread }) => {
      thread.kill();
      return thread.ended;
    }),
  );

/** Looks at the work of slots again and again, and gives up what takes too long. */
const createWatchman = <Task, Result>(
  { stepLimits, clock = systemClock }: WorkerPoolOptions,
  slots: ReadonlySet<Slot<Task, Result>>,
  giveUp: (slot: Slot<Task, Result>, verdict: WorkVerdict) => void,
) => {
  type OwnSlot = Slot<Task, Result>;
  let cancel: (() => void) | null = null;

  const seen = ({ progress, cpuMs }: OwnSlot): WorkSeen => ({
    atMs: clock.monotonicMs(),
    steps: Atomics.load(progress, 0),
    pulses: Atomics.load(progress, 1),
    cpuMs,
  });

  /** Asks a thread how much it has worked; one that is not answering is waiting for something. */
  const askCpu = async (slot: OwnSlot): Promise<void> => {
    if (slot.isAsked) return;
    slot.isAsked = true;
    // One that has ended meanwhile has no answer.
    slot.cpuMs = (await slot.thread.cpuMs()) ?? slot.cpuMs;
    slot.isAsked = false;
  };

  const look = (): void => {
    for (const slot of [...slots]) {
      if (slot.job === null) continue;
      const verdict = slot.watch?.see(seen(slot)) ?? null;
      if (verdict === null) void askCpu(slot);
      else giveUp(slot, verdict);
    }
    arm();
  };

  const arm = (): void => {
    cancel = clock.schedule(stepLimits.cpuMs / looksPerDeadline, look);
  };

  return {
    start: (): void => {
      if (cancel === null) arm();
    },
    /** A job begins. */
    watch: (slot: OwnSlot): void => {
      slot.stepsBefore = Atomics.load(slot.progress, 0);
      slot.watch = watchWork(stepLimits, seen(slot));
    },
    stop: (): void => cancel?.(),
  };
};

const mayStart = (
  { size, patience = 0 }: WorkerPoolOptions,
  { workers, tasks }: { readonly workers: number; readonly tasks: number },
): boolean => workers === 0 || (workers < (typeof size === 'function' ? size() : size) && tasks > patience);

/** Makes a pool; no thread starts before the first task. */
export const createWorkerPool = <Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> => {
  type OwnSlot = Slot<Task, Result>;
  const slots = new Set<OwnSlot>();
  const waiting: Job<Task, Result>[] = [];
  let isClosed = false;
  let stuck = 0;

  const next = (slot: OwnSlot): void => {
    const job = waiting.shift();
    if (job === undefined) return;
    slot.job = job;
    watchman.watch(slot);
    slot.thread.send(job.task, job.transfer);
  };

  const lose = (slot: OwnSlot, error: unknown): void => {
    if (!slots.delete(slot)) return;
    const { job } = slot;
    slot.job = null;
    const reason = isOutOfMemory(error) ? 'memory' : slot.failure;
    job?.reject(new WorkerFailure(reason, Atomics.load(slot.progress, 0) - slot.stepsBefore, error));
    if (waiting.length > 0 && !isClosed) begin();
  };

  /** Gives the next job to a thread of its own. */
  const begin = (): void => {
    if (stuck < mostStuck) next(start());
    else waiting.shift()?.reject(new WorkerFailure('stalled', 0));
  };

  const watchman = createWatchman<Task, Result>(options, slots, (slot, verdict) => {
    slot.failure = verdict;
    stuck += 1;
    slot.thread.kill();
    void slot.thread.ended.then(() => {
      stuck -= 1;
    });
    lose(slot, undefined);
  });

  const start = (): OwnSlot => {
    const slot = startSlot<Task, Result>(options, next);
    slots.add(slot);
    void slot.thread.ended.then(({ error }) => lose(slot, error));
    watchman.start();
    return slot;
  };

  return {
    run: (task, transfer = []) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosed) return reject(new WorkerFailure('crash', 0));
        const idle = [...slots].find((slot) => slot.job === null);
        waiting.push({ task, transfer, resolve, reject });
        if (idle !== undefined) next(idle);
        else if (mayStart(options, { workers: slots.size, tasks: waiting.length })) begin();
      }),
    pending: () => waiting.length + [...slots].filter((slot) => slot.job !== null).length,
    close: async () => {
      isClosed = true;
      watchman.stop();
      for (const job of waiting.splice(0)) job.reject(new WorkerFailure('crash', 0));
      await endAll(slots);
    },
  };
};
