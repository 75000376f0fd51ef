import type { Clock } from './clock.ts';

/** Something that looks for work when it is woken, and sleeps in between. Rounds never overlap. */
export interface Sleeper {
  /** A round begins now; during a round, another follows it. */
  wake(): void;
  /** Ends when it sleeps. */
  settled(): Promise<void>;
  /** No round begins any more; ends when the one under way has. */
  close(): Promise<void>;
}

/** What a sleeper does, and how. */
export interface SleeperOptions {
  /** One look for work. @returns after how many milliseconds the next is due by itself; null for never */
  readonly round: () => Promise<number | null>;
  /** Told of a round that failed; the next is due after `pauseMs`. */
  readonly onFailure: (error: unknown) => void;
  readonly pauseMs: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Makes a sleeper, asleep. */
export const createSleeper = ({ round, onFailure, pauseMs, clock }: SleeperOptions): Sleeper => {
  let cancelTimer = (): void => {};
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | null = null;

  const once = (): Promise<number | null> =>
    round().catch((error: unknown) => {
      onFailure(error);
      return pauseMs;
    });

  const run = async (): Promise<void> => {
    let sleepMs: number | null = null;
    while (isWanted && !isClosed) {
      isWanted = false;
      cancelTimer();
      sleepMs = await once();
    }
    // Nothing is awaited between the last look at what is wanted and this: a wake-up that comes in between would
    // find a runner that no longer looks.
    running = null;
    if (sleepMs !== null && !isClosed) cancelTimer = clock.schedule(sleepMs, wake);
  };

  const wake = (): void => {
    if (isClosed) return;
    isWanted = true;
    running ??= run();
  };

  const settled = async (): Promise<void> => {
    while (running !== null) await running;
  };

  return {
    wake,
    settled,
    close: () => {
      isClosed = true;
      cancelTimer();
      return settled();
    },
  };
};
