import type { AppEvents } from '../../platform/app-events.ts';
import type { Child } from '../../platform/child/child.ts';
import { createJobLine, type WaitingJob } from '../../platform/child/job-line.ts';
import { startProcess } from '../../platform/child/start-process.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { AnalysisJob, AnalysisOutcome, AnalysisReport, HoldMessage } from './analysis-messages.ts';
import { createGivingWay } from './giving-way.ts';

/**
 * Listens to songs, one at a time, in a process that is started at first use and ended when idle. What nobody waits for
 * holds on while others are answered.
 */
export interface Analyser {
  /**
   * @param isWaitedFor goes before those that nobody waits for
   * @throws AppError unavailable when too many wait
   */
  run(job: Omit<AnalysisJob, 'id'>, isWaitedFor: boolean): Promise<AnalysisOutcome>;
  /** Somebody waits for what is being done, or will be. */
  hurry(): void;
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

/** The process, which is started anew when it has ended. */
const createListener = (on: {
  readonly report: (report: AnalysisReport) => void;
  readonly end: (why: string) => void;
}) => {
  let child: Child<AnalysisJob | HoldMessage> | null = null;
  const ensure = (): Child<AnalysisJob | HoldMessage> => {
    if (child?.isOpen() === true) return child;
    const started: Child<AnalysisJob | HoldMessage> = startProcess(
      new URL('./analysis-process.ts', import.meta.url),
      {
        onMessage: on.report,
        nodeFlags,
        environment: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1' },
        niceness,
        isSilent: true,
      },
    );
    child = started;
    void started.ended.then(({ why }) => {
      if (child !== started) return;
      child = null;
      on.end(why);
    });
    return started;
  };
  return {
    begin: (job: AnalysisJob): void => ensure().send(job),
    hold: (isHeld: boolean): void => child?.send({ isHeld }),
    release: (): void => child?.release(),
    kill: (): void => child?.kill(),
    ended: (): Promise<unknown> | undefined => child?.ended,
  };
};

/** What listening needs. */
interface AnalyserDeps {
  readonly clock: Pick<Clock, 'schedule' | 'monotonicMs'>;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly log: Log;
}

/** Starts no process yet. Whoever makes it stops it. */
export const createAnalyser = ({ clock, events, log }: AnalyserDeps): Analyser => {
  const line = createJobLine<Omit<AnalysisJob, 'id'>, AnalysisOutcome>({ most: mostWaiting, tooMany });
  let current: WaitingJob<Omit<AnalysisJob, 'id'>, AnalysisOutcome> | null = null;
  let cancelTimer = (): void => {};
  let isStopped = false;

  const settle = (outcome: AnalysisOutcome): void => {
    cancelTimer();
    const done = current;
    current = null;
    way.done();
    done?.settle(outcome);
  };

  const listener = createListener({
    report({ id, outcome }) {
      if (id !== current?.job.id) return;
      settle(outcome);
      next();
    },
    end(why) {
      if (current !== null && !isStopped) log.warn('a song could not be measured', { reason: why });
      settle(isStopped ? interrupted : undecodable);
      next();
    },
  });
  const way = createGivingWay({
    ...{ clock, events, isWaitedFor: line.isWaitedFor, hold: listener.hold },
    isBackground: () => current?.isBackground === true,
  });

  const next = (): void => {
    if (current !== null || isStopped) return;
    const waiting = line.next(true);
    cancelTimer();
    if (waiting === undefined) {
      cancelTimer = clock.schedule(idleMs, listener.release);
      return;
    }
    current = waiting;
    cancelTimer = clock.schedule(deadlineMs, () => {
      log.warn('a song took too long to be measured');
      settle(interrupted);
      listener.kill();
    });
    listener.begin(waiting.job);
  };

  return {
    run(job, isWaitedFor) {
      if (isWaitedFor) way.hurry();
      return line.add(job, { isBackground: !isWaitedFor }, next);
    },
    hurry: way.hurry,
    async stop() {
      isStopped = true;
      way.stop();
      line.close(interrupted);
      const ended = listener.ended();
      listener.kill();
      await ended;
    },
  };
};
