import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { type Clock, systemClock } from '../clock.ts';
import { newProgress, type PoolWorkerData, progressPlaces as places } from './pool-progress.ts';
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
  /**
   * How many tasks are sent to a worker besides the one it works on: it goes on while whoever gives them is busy. They hand
   * nothing over, as those that it did not come to are done by another when it dies. None unless given.
   */
  readonly ahead?: number;
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

interface Job<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

interface Slot<Task, Result> {
  readonly thread: Thread<Task>;
  readonly progress: Int32Array;
  /** What was sent to it and not yet answered; it works on the first. */
  readonly jobs: Job<Task, Result>[];
  /** How many it has answered. */
  answered: number;
  /** Of the first job. */
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
  const progress = newProgress();
  const data: PoolWorkerData = { progress, options: options.workerOptions };
  const thread = startThread<Task, Result>(options.entry, {
    data,
    limits: options.limits,
    onMessage: (result) => {
      slot.answered += 1;
      slot.jobs.shift()?.resolve(result);
      onDone(slot);
    },
  });
  const slot: Slot<Task, Result> = {
    thread,
    progress,
    jobs: [],
    answered: 0,
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
    steps: Atomics.load(progress, places.steps),
    pulses: Atomics.load(progress, places.pulses),
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
      if (slot.jobs.length === 0) continue;
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
      slot.watch = watchWork(stepLimits, seen(slot));
    },
    stop: (): void => cancel?.(),
  };
};

const mayStart = (
  { size, patience = 0 }: WorkerPoolOptions,
  { workers, tasks }: { readonly workers: number; readonly tasks: number },
): boolean => workers === 0 || (workers < (typeof size === 'function' ? size() : size) && tasks > patience);

/** What a worker that died leaves behind: the task that it died of, with the step of it, and those that others can do. */
const takeFrom = <Task, Result>({ jobs, answered, progress }: Slot<Task, Result>) => {
  const begun = Atomics.load(progress, places.begun) - answered;
  const steps = Atomics.load(progress, places.steps) - Atomics.load(progress, places.stepsBefore);
  // Answers to those that were begun before the last were lost with it.
  const [bad] = jobs.splice(Math.max(0, begun - 1), 1);
  return { bad, step: begun === 0 ? 0 : steps, others: jobs.splice(0) };
};

const rejectAll = <Task, Result>(jobs: readonly Job<Task, Result>[], reason: WorkerFailureReason): void => {
  for (const job of jobs) job.reject(new WorkerFailure(reason, 0));
};

const pendingIn = <Task, Result>(
  waiting: readonly Job<Task, Result>[],
  slots: Iterable<Slot<Task, Result>>,
): number => [...slots].reduce((sum, { jobs }) => sum + jobs.length, waiting.length);

const leastBusy = <Task, Result>(slots: Iterable<Slot<Task, Result>>): Slot<Task, Result> | undefined =>
  [...slots].toSorted((one, other) => one.jobs.length - other.jobs.length)[0];

/** Sends a worker what it is to do next. @param begun called where it has nothing else to do */
const fillSlot = <Task, Result>(
  slot: Slot<Task, Result>,
  { waiting, ahead = 0 }: { readonly waiting: Job<Task, Result>[]; readonly ahead: number | undefined },
  begun: () => void,
): void => {
  while (slot.jobs.length <= ahead) {
    const job = waiting.shift();
    if (job === undefined) return;
    slot.jobs.push(job);
    if (slot.jobs.length === 1) begun();
    slot.thread.send(job.task, job.transfer);
  }
};

/** Makes a pool; no thread starts before the first task. */
export const createWorkerPool = <Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> => {
  type OwnSlot = Slot<Task, Result>;
  const slots = new Set<OwnSlot>();
  const waiting: Job<Task, Result>[] = [];
  let isClosed = false;
  const stuck = new Set<OwnSlot>();

  const fill = (slot: OwnSlot): void =>
    fillSlot(slot, { waiting, ahead: options.ahead }, () => watchman.watch(slot));

  /** A worker answered. */
  const goOn = (slot: OwnSlot): void => {
    // An answer of one that was given up meanwhile comes too late.
    if (!slots.has(slot)) return;
    if (slot.jobs.length > 0) watchman.watch(slot);
    fill(slot);
  };

  const lose = (slot: OwnSlot, error: unknown): void => {
    if (!slots.delete(slot)) return;
    const reason = isOutOfMemory(error) ? 'memory' : slot.failure;
    const { bad, step, others } = takeFrom(slot);
    bad?.reject(new WorkerFailure(reason, step, error));
    if (isClosed) rejectAll(others, 'crash');
    else waiting.unshift(...others);
    if (waiting.length > 0 && !isClosed) begin();
  };

  /** Gives what waits to a thread of its own; with too many that hang, to those that are left, or to nobody. */
  const begin = (): void => {
    if (stuck.size < mostStuck) fill(start());
    else if (slots.size > 0) for (const slot of slots) fill(slot);
    else rejectAll(waiting.splice(0), 'stalled');
  };

  const watchman = createWatchman<Task, Result>(options, slots, (slot, verdict) => {
    slot.failure = verdict;
    stuck.add(slot);
    slot.thread.kill();
    void slot.thread.ended.then(() => stuck.delete(slot));
    lose(slot, undefined);
  });

  const start = (): OwnSlot => {
    const slot = startSlot<Task, Result>(options, goOn);
    slots.add(slot);
    void slot.thread.ended.then(({ error }) => lose(slot, error));
    watchman.start();
    return slot;
  };

  return {
    run: (task, transfer = []) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosed) return reject(new WorkerFailure('crash', 0));
        waiting.push({ task, transfer, resolve, reject });
        const least = leastBusy(slots);
        const tasks = pendingIn(waiting, slots) - slots.size;
        if (least?.jobs.length !== 0 && mayStart(options, { workers: slots.size, tasks })) begin();
        else if (least !== undefined) fill(least);
      }),
    pending: () => pendingIn(waiting, slots),
    close: async () => {
      isClosed = true;
      watchman.stop();
      rejectAll(waiting.splice(0), 'crash');
      await endAll(slots);
    },
  };
};
