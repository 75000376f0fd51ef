import type { Child } from '../../platform/child/child.ts';
import { createJobLine, type WaitingJob } from '../../platform/child/job-line.ts';
import { startProcess } from '../../platform/child/start-process.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { AnalysisJob, AnalysisOutcome, AnalysisReport } from './analysis-messages.ts';

/** Listens to songs, one at a time, in a process that is started at first use and ended when idle. */
export interface Analyser {
  /**
   * @param isWaitedFor goes before those that nobody waits for
   * @throws AppError unavailable when too many wait
   */
  run(job: Omit<AnalysisJob, 'id'>, isWaitedFor: boolean): Promise<AnalysisOutcome>;
  stop(): Promise<void>;
}

const mostWaiting = 100;
const tooMany = 'Too many songs are being looked at. Please try again.';

/** The longest a song may take, in milliseconds: hours of sound on a slow machine. */
const deadlineMs = 900_000;

const idleMs = 20_000;

/** Everything else goes first. */
const niceness = 19;

const nodeFlags = [
  '--max-old-space-size=96',
  '--max-semi-space-size=2',
  '--single-threaded-gc',
  '--v8-pool-size=0',
];

const undecodable: AnalysisOutcome = { kind: 'failed', failure: 'undecodable' };
const interrupted: AnalysisOutcome = { kind: 'failed', failure: 'interrupted' };

const startOne = (onMessage: (report: AnalysisReport) => void): Child<AnalysisJob> =>
  startProcess(new URL('./analysis-process.ts', import.meta.url), {
    onMessage,
    nodeFlags,
    environment: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1' },
    niceness,
    isSilent: true,
  });

/** Starts no process yet. Whoever makes it stops it. */
export const createAnalyser = (deps: { clock: Pick<Clock, 'schedule'>; log: Log }): Analyser => {
  const { clock, log } = deps;
  const line = createJobLine<Omit<AnalysisJob, 'id'>, AnalysisOutcome>({ most: mostWaiting, tooMany });
  let child: Child<AnalysisJob> | null = null;
  let current: WaitingJob<unknown, AnalysisOutcome> | null = null;
  let cancelTimer = (): void => {};
  let isStopped = false;

  const settle = (outcome: AnalysisOutcome): void => {
    cancelTimer();
    const done = current;
    current = null;
    done?.settle(outcome);
  };

  const onEnd = (ended: Child<AnalysisJob>, why: string): void => {
    if (child !== ended) return;
    child = null;
    if (current !== null && !isStopped) log.warn('a song could not be measured', { reason: why });
    settle(isStopped ? interrupted : undecodable);
    next();
  };

  const ensureChild = (): Child<AnalysisJob> => {
    if (child?.isOpen() === true) return child;
    const started = startOne(({ id, outcome }) => {
      if (id !== current?.job.id) return;
      settle(outcome);
      next();
    });
    child = started;
    void started.ended.then(({ why }) => onEnd(started, why));
    return started;
  };

  const next = (): void => {
    if (current !== null || isStopped) return;
    const waiting = line.next(true);
    cancelTimer();
    if (waiting === undefined) {
      cancelTimer = clock.schedule(idleMs, () => child?.release());
      return;
    }
    current = waiting;
    const worker = ensureChild();
    cancelTimer = clock.schedule(deadlineMs, () => {
      log.warn('a song took too long to be measured');
      settle(interrupted);
      worker.kill();
    });
    worker.send(waiting.job);
  };

  return {
    run: (job, isWaitedFor) => line.add(job, { isBackground: !isWaitedFor }, next),
    stop: async () => {
      isStopped = true;
      line.close(interrupted);
      const ended = child?.ended;
      child?.kill();
      await ended;
    },
  };
};
