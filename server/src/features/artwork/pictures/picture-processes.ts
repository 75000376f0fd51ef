import { AppError } from '../../../platform/app-error.ts';
import type { Child } from '../../../platform/child/child.ts';
import { startProcess } from '../../../platform/child/start-process.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { PictureJob, PictureOutcome, PictureReport } from './picture-messages.ts';

/** What became of a job; `gave-up` when it took too long or brought its process down. */
export type JobResult = PictureOutcome | { readonly kind: 'gave-up' };

/** How a job is to be done. */
export interface JobManner {
  /** Waits until nobody else does, and never has more than one process. */
  readonly isBackground: boolean;
  /** Takes the job back while it still waits. */
  readonly signal?: AbortSignal | undefined;
}

/** Decodes pictures in processes of their own, two at most, started at first use and ended when idle. */
export interface PictureProcesses {
  /**
   * @throws AppError unavailable when too many wait
   * @throws the signal's reason when it was taken back
   */
  run(job: Omit<PictureJob, 'id'>, manner: JobManner): Promise<JobResult>;
  dispose(): void;
}

/** Limits; tests shorten them. */
export interface PictureLimits {
  readonly deadlineMs: number;
  readonly idleMs: number;
}

const defaultLimits: PictureLimits = { deadlineMs: 10_000, idleMs: 30_000 };

const mostProcesses = 2;
const mostWaiting = 2000;

/** Lower than the server itself, so that decoding yields to answering. */
const niceness = 5;

/** One picture at a time needs one thread and a small heap: 78 instead of 93 MB. */
const nodeFlags = [
  '--max-old-space-size=128',
  '--max-semi-space-size=2',
  '--single-threaded-gc',
  '--v8-pool-size=0',
];

interface Waiting {
  readonly job: PictureJob;
  readonly manner: JobManner;
  readonly settle: (result: JobResult) => void;
  readonly refuse: (reason: unknown) => void;
}

interface Worker {
  readonly child: Child<PictureJob>;
  isReady: boolean;
  current: Waiting | null;
  cancelTimer: () => void;
}

const entry = new URL('./picture-process.ts', import.meta.url);

/** Starts a process that decodes; nobody has given it anything to do. */
export const startPictureProcess = (onMessage: (report: PictureReport) => void): Child<PictureJob> =>
  startProcess(entry, {
    onMessage,
    nodeFlags,
    environment: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
    niceness,
    isSilent: true,
  });

/** Starts no process yet. Whoever makes it disposes it. */
export const createPictureProcesses = (deps: {
  clock: Pick<Clock, 'schedule'>;
  log: Log;
  limits?: PictureLimits;
  start?: typeof startPictureProcess;
}): PictureProcesses => {
  const { limits = defaultLimits, start: startOne = startPictureProcess } = deps;
  const workers = new Set<Worker>();
  const queue: Waiting[] = [];
  let lastId = 0;
  let isDisposed = false;

  const finish = (worker: Worker, result: JobResult): void => {
    worker.cancelTimer();
    worker.current?.settle(result);
    worker.current = null;
    worker.cancelTimer = deps.clock.schedule(limits.idleMs, () => worker.child.release());
    pump();
  };

  const giveUp = (worker: Worker, why: string): void => {
    deps.log.warn('a picture could not be read', { reason: why });
    worker.child.kill();
  };

  const onReport = (worker: Worker, report: PictureReport): void => {
    if ('isReady' in report) {
      worker.isReady = true;
      pump();
    } else if (report.id === worker.current?.job.id) {
      if ('failure' in report) deps.log.warn('a picture could not be read', { reason: report.failure });
      finish(worker, 'outcome' in report ? report.outcome : { kind: 'gave-up' });
    }
  };

  const onEnd = (worker: Worker, why: string): void => {
    if (!workers.delete(worker)) return;
    worker.cancelTimer();
    if (worker.current !== null) deps.log.warn('the picture process ended within a job', { reason: why });
    worker.current?.settle({ kind: 'gave-up' });
    // One that cannot even start must not be started for ever: each attempt costs a waiting job.
    if (!worker.isReady) queue.shift()?.settle({ kind: 'gave-up' });
    pump();
  };

  const start = (): void => {
    const worker: Worker = {
      child: startOne((report) => onReport(worker, report)),
      isReady: false,
      current: null,
      cancelTimer: () => {},
    };
    workers.add(worker);
    void worker.child.ended.then(({ why }) => onEnd(worker, why));
  };

  const assign = (worker: Worker, waiting: Waiting): void => {
    worker.cancelTimer();
    worker.current = waiting;
    worker.cancelTimer = deps.clock.schedule(limits.deadlineMs, () => giveUp(worker, 'it took too long'));
    worker.child.send(waiting.job);
  };

  const takeNext = (): Waiting | undefined => {
    const foreground = queue.findIndex((waiting) => !waiting.manner.isBackground);
    if (foreground !== -1) return queue.splice(foreground, 1)[0];
    return [...workers].some((worker) => worker.current !== null) ? undefined : queue.shift();
  };

  const pump = (): void => {
    if (isDisposed) return;
    for (const worker of workers) {
      if (!worker.isReady || worker.current !== null || !worker.child.isOpen()) continue;
      const next = takeNext();
      if (next !== undefined) assign(worker, next);
    }
    const isStarting = [...workers].some((worker) => !worker.isReady);
    const wanted = workers.size === 0 || queue.some((waiting) => !waiting.manner.isBackground);
    if (queue.length > 0 && wanted && !isStarting && workers.size < mostProcesses) start();
  };

  return {
    run: (job, manner) =>
      new Promise((settle, refuse) => {
        manner.signal?.throwIfAborted();
        if (isDisposed || queue.length >= mostWaiting) {
          throw new AppError('unavailable', 'Too many pictures are being made. Please try again.', {
            headers: { 'Retry-After': '5' },
          });
        }
        lastId += 1;
        const waiting: Waiting = { job: { ...job, id: lastId }, manner, settle, refuse };
        queue.push(waiting);
        manner.signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at === -1) return;
          queue.splice(at, 1);
          refuse(manner.signal?.reason);
        });
        pump();
      }),
    dispose: () => {
      isDisposed = true;
      for (const waiting of queue.splice(0)) waiting.settle({ kind: 'gave-up' });
      for (const worker of workers) worker.child.kill();
    },
  };
};
