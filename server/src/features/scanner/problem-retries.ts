import { isTryDue, nextTryMs } from '../../library/problem-pauses.ts';
import type { GivenUpFile } from '../../library/read/scan-facts-store.ts';
import type { Clock } from '../../platform/clock.ts';

/** Tries files whose reading was given up again when their time has come, though nobody scans. */
export interface ProblemRetries {
  /** Waits for the next one that is due: to be called whenever a scan has ended. */
  arm(): void;
  stop(): void;
}

/**
 * At least so long after a scan, in milliseconds: a file that is due and could not be tried, in a scan that was stopped
 * for instance, must not make one follow the other.
 */
const leastMs = 60_000;

/** One timer, for the first that is due. The pauses that grow are those of the library: they outlive a restart. */
export const createProblemRetries = (deps: {
  clock: Pick<Clock, 'nowMs' | 'schedule'>;
  /** Those that are within reach. */
  givenUp: () => readonly GivenUpFile[];
  tryFolders: (folders: readonly string[]) => void;
}): ProblemRetries => {
  const { clock } = deps;
  let cancel = (): void => {};

  const tryDue = (): void => {
    const nowMs = clock.nowMs();
    const due = deps.givenUp().filter((file) => isTryDue(file, nowMs));
    if (due.length > 0) deps.tryFolders([...new Set(due.map(({ folder }) => folder))]);
    else arm();
  };

  const arm = (): void => {
    cancel();
    const nowMs = clock.nowMs();
    const first = deps
      .givenUp()
      .map((file) => (isTryDue(file, nowMs) ? nowMs : nextTryMs(file)))
      .reduce((least, atMs) => Math.min(least, atMs), Number.POSITIVE_INFINITY);
    if (first < Number.POSITIVE_INFINITY) cancel = clock.schedule(Math.max(leastMs, first - nowMs), tryDue);
  };

  return { arm, stop: () => cancel() };
};
