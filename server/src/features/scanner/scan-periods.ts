import type { Clock } from '../../platform/clock.ts';
import type { ScanResult } from '../scan/index.ts';

/** When scans of everything come by themselves: every period, and sooner after one that failed. */
export interface ScanPeriods {
  start(): void;
  stop(): void;
  /** Begins to wait anew: by what is set now. */
  arm(): void;
  /** A scan has ended. @param scan.areMovesLeft whether songs moved that could not be followed */
  ended(scan: {
    readonly result: ScanResult;
    readonly isWhole: boolean;
    readonly areMovesLeft: boolean;
  }): void;
  /** Whether a scan failed, and none of everything has ended otherwise since. */
  hasFailed(): boolean;
}

/**
 * How soon a scan that failed, for want of disk space for instance, is tried again, in milliseconds; each further
 * failure doubles it.
 */
const firstRetryMs = 60_000;
const longestRetryMs = 60 * 60 * 1000;

const retryMs = (failureCount: number): number =>
  Math.min(firstRetryMs * 2 ** Math.min(failureCount - 1, 20), longestRetryMs);

/** @param deps.periodSeconds how often, as it is set now; 0 for never */
export const createScanPeriods = (deps: {
  readonly clock: Clock;
  readonly periodSeconds: () => number;
  readonly onDue: () => void;
}): ScanPeriods => {
  let isStopped = true;
  /** Scans that failed since one of everything ended otherwise. */
  let failureCount = 0;
  let cancelWait = (): void => {};

  const arm = (): void => {
    cancelWait();
    const waits = [deps.periodSeconds() * 1000, failureCount === 0 ? 0 : retryMs(failureCount)];
    const wanted = waits.filter((wait) => wait > 0);
    if (isStopped || wanted.length === 0) return;
    cancelWait = deps.clock.schedule(Math.min(...wanted), deps.onDue);
  };

  return {
    start: () => {
      isStopped = false;
    },
    stop: () => {
      isStopped = true;
      cancelWait();
    },
    arm,
    // A look into some folders neither puts off the next scan of everything nor makes up for one that failed.
    ended: ({ result, isWhole, areMovesLeft }) => {
      const hasFailed = result === 'failed' || areMovesLeft;
      const failsAnew = hasFailed && failureCount === 0;
      if (hasFailed) failureCount += 1;
      else if (isWhole) failureCount = 0;
      // What is cancelled takes along what waited, which may have been the scan of the period.
      if (isWhole || failsAnew || result === 'cancelled') arm();
    },
    hasFailed: () => failureCount > 0,
  };
};
