import type { Connection } from '../../db/connection.ts';
import type { WriteGuard } from '../../db/guarded-writes.ts';
import { lossOf, type OpenFiles, openFilesAt } from '../../db/open-files.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { writeBack } from './write-back.ts';

/** The files of `state.db` while it is open: where they are taken away, all that it holds is written there again. */
export interface HeldFiles extends WriteGuard {
  /** Another file is open from now on; null while there is none that is written to. */
  hold(path: string | null): void;
  /** Looks, unless a transaction is open, and puts them back. Says in the log where that fails. */
  look(): void;
  /** When they were put back, in milliseconds since the epoch; null when they never were. */
  writtenBackAtMs(): number | null;
}

const words = {
  database: 'state.db was deleted or replaced while the server runs',
  log: 'the log of state.db was deleted or replaced while the server runs',
} as const;

const refusal = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'The file of the database was taken away from under the server and cannot be put back now: nothing is saved until it can. An administrator finds more in the log.',
    { cause, headers: { 'Retry-After': '5' } },
  );

/**
 * @param deps.raw what is open
 * @param deps.openAgain opens what lies there now, and leads everybody to it
 */
export const createHeldFiles = (deps: {
  raw: Connection;
  openAgain: () => void;
  clock: Pick<Clock, 'nowMs'>;
  log: Pick<Log, 'warn' | 'error'>;
}): HeldFiles => {
  const { raw, clock, log } = deps;
  let files: OpenFiles | null = null;
  let writtenBackAtMs: number | null = null;
  let isTold = false;

  const hold = (path: string | null): void => {
    files = path === null ? null : openFilesAt(path);
  };

  const tellFailure = (what: string, error: unknown): void => {
    if (isTold) return;
    isTold = true;
    log.error(
      `${what}, and what it held could not be written there again: changes are refused until it can`,
      {
        error,
      },
    );
  };

  const putBack = (): void => {
    const loss = files === null ? null : lossOf(files);
    if (files === null || loss === null) {
      isTold = false;
      return;
    }
    try {
      writeBack(raw, files, clock.nowMs());
      deps.openAgain();
    } catch (error) {
      tellFailure(words[loss], error);
      throw refusal(error);
    }
    isTold = false;
    writtenBackAtMs = clock.nowMs();
    log.warn(`${words[loss]}: everything that it held was written there again, and nothing is lost`);
  };

  return {
    hold,
    before: putBack,
    after: putBack,
    look: () => {
      if (raw.inTransaction) return;
      try {
        putBack();
      } catch (error) {
        // Said already.
        if (!(error instanceof AppError)) throw error;
      }
    },
    writtenBackAtMs: () => writtenBackAtMs,
  };
};
