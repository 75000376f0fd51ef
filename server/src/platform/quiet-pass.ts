import type { Clock } from './clock.ts';

/** What goes through the collection in the background, and when. */
export interface QuietPassOptions {
  /** Asked before each pass; it may unless told. */
  readonly mayRun?: () => boolean;
  /** Goes through it once; ends soon when it is stopped. */
  readonly walk: () => Promise<void>;
  /** The collection is left alone for so long after it changed, in milliseconds. */
  readonly quietMs: number;
  /** When a pass follows that was wanted during another. */
  readonly next: 'at once' | 'when quiet';
  readonly onFailure: (error: unknown) => void;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Passes through the collection, which never overlap. Starts none by itself. */
export const createQuietPass = (options: QuietPassOptions) => {
  const { clock } = options;
  let isStopped = false;
  let isWanted = false;
  let pass: Promise<void> | null = null;
  let endRest = (): void => {};
  let cancelQuiet = (): void => {};
  let subscriptions: readonly (() => void)[] = [];

  const run = (): void => {
    if (isStopped || options.mayRun?.() === false) return;
    isWanted = pass !== null;
    if (isWanted) return;
    pass = options
      .walk()
      .catch(options.onFailure)
      .finally(() => {
        pass = null;
        if (isWanted) (options.next === 'at once' ? run : waitForQuiet)();
      });
  };

  const waitForQuiet = (): void => {
    cancelQuiet();
    if (!isStopped) cancelQuiet = clock.schedule(options.quietMs, run);
  };

  return {
    isStopped: (): boolean => isStopped,
    /** A pass begins when the collection was quiet for a while from now on. */
    waitForQuiet,
    /** Ends early when it is stopped. */
    rest: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const cancel = clock.schedule(ms, resolve);
        endRest = () => {
          cancel();
          resolve();
        };
      }),
    /** @param leave end what tells of changes */
    start: (...leave: readonly (() => void)[]): void => {
      subscriptions = leave;
      waitForQuiet();
    },
    /** Resolves when nothing runs any more. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const leave of subscriptions) leave();
      cancelQuiet();
      endRest();
      await pass;
    },
  };
};
