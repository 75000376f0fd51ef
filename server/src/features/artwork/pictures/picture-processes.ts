import type { Child } from '../../../platform/child/child.ts';
import { createJobLine, type JobManner, type WaitingJob } from '../../../platform/child/job-line.ts';
import { startProcess } from '../../../platform/child/start-process.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { PictureJob, PictureOutcome, PictureReport } from './picture-messages.ts';

/** What became of a job; `gave-up` when it took too long or brought its process down. */
export type JobResult = PictureOutcome | { readonly kind: 'gave-up' };

/** Decodes pictures in processes of their own, two at most, started at first use and ended when idle. */
export interface PictureProcesses {
  /**
   * In the background it never has more than one process.
   * @throws AppError unavailable when too many wait
   * @throws the signal's reason when it was taken back
   */
  run(job: Omit<PictureJob, 'id'>, manner: JobManner): Promise<JobResult>;
  dispose(): void;
}

/** Limits; tests shorten them. */
interface PictureLimits {
  readonly deadlineMs: number;
  readonly idleMs: number;
}

const defaultLimits: PictureLimits = { deadlineMs: 10_000, idleMs: 30_000 };

const mostProcesses = 2;
const mostWaiting = 2000;
const tooMany = 'Too many pictures are being made. Please try again.';

/** Lower than the server itself, so that decoding yields to answering. */
const niceness = 5;

/** One picture at a time needs one thread and a small heap: 78 instead of 93 MB. */
const nodeFlags = [
  '--max-old-space-size=128',
  '--max-semi-space-size=2',
  '--single-threaded-gc',
  '--v8-pool-size=0',
];

type Waiting = WaitingJob<Omit<PictureJob, 'id'>, JobResult>;

const gaveUp: JobResult = { kind: 'gave-up' };

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

interface PictureProcessesDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Log;
  readonly limits?: PictureLimits;
  readonly start?: typeof startPictureProcess;
}

/** One process, and what it does now. */
const startWorker = (
  { limits = defaultLimits, start = startPictureProcess, clock, log }: PictureProcessesDeps,
  heard: { onFree: () => void; onEnd: (wasReady: boolean) => void },
) => {
  let isReady = false;
  let current: Waiting | null = null;
  let cancelTimer = (): void => {};

  const settle = (result: JobResult): void => {
    cancelTimer();
    current?.settle(result);
    current = null;
  };

  const child = start((report) => {
    if ('isReady' in report) {
      isReady = true;
      heard.onFree();
    } else if (report.id === current?.job.id) {
      if ('failure' in report) log.warn('a picture could not be read', { reason: report.failure });
      settle('outcome' in report ? report.outcome : gaveUp);
      cancelTimer = clock.schedule(limits.idleMs, () => child.release());
      heard.onFree();
    }
  });
  void child.ended.then(({ why }) => {
    if (current !== null) log.warn('the picture process ended within a job', { reason: why });
    settle(gaveUp);
    heard.onEnd(isReady);
  });
  return {
    isReady: (): boolean => isReady,
    isBusy: (): boolean => current !== null,
    isFree: (): boolean => isReady && current === null && child.isOpen(),
    assign: (waiting: Waiting): void => {
      cancelTimer();
      current = waiting;
      cancelTimer = clock.schedule(limits.deadlineMs, () => {
        log.warn('a picture could not be read', { reason: 'it took too long' });
        child.kill();
      });
      child.send(waiting.job);
    },
    kill: (): void => child.kill(),
  };
};

/** Starts no process yet. Whoever makes it disposes it. */
export const createPictureProcesses = (deps: PictureProcessesDeps): PictureProcesses => {
  const workers = new Set<ReturnType<typeof startWorker>>();
  const line = createJobLine<Omit<PictureJob, 'id'>, JobResult>({ most: mostWaiting, tooMany });
  let isDisposed = false;

  const start = (): void => {
    const onEnd = (wasReady: boolean): void => {
      workers.delete(worker);
      // One that cannot even start must not be started for ever: each attempt costs a waiting job.
      if (!wasReady) line.first()?.settle(gaveUp);
      pump();
    };
    const worker = startWorker(deps, { onFree: pump, onEnd });
    workers.add(worker);
  };

  const pump = (): void => {
    if (isDisposed) return;
    for (const worker of workers) {
      if (!worker.isFree()) continue;
      const next = line.next(![...workers].some((each) => each.isBusy()));
      if (next !== undefined) worker.assign(next);
    }
    const isStarting = [...workers].some((worker) => !worker.isReady());
    const isWanted = line.isWaitedFor() || (workers.size === 0 && !line.isEmpty());
    if (isWanted && !isStarting && workers.size < mostProcesses) start();
  };

  return {
    run: (job, manner) => line.add(job, manner, pump),
    dispose: () => {
      isDisposed = true;
      line.close(gaveUp);
      for (const worker of workers) worker.kill();
    },
  };
};
