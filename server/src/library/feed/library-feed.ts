import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { isDamage } from '../../platform/storage-trouble.ts';
import { FencedError, type LibraryFeedStore } from './feed-store.ts';
import { createFeedThread } from './feed-thread.ts';
import { createFollower } from './follower.ts';
import { createPublisher } from './publisher.ts';

/** What keeps a library in step with those of other processes. */
export interface LibraryFeedDeps {
  readonly dataFolder: string;
  readonly store: LibraryFeedStore;
  /** Puts a fetched library in the place of the one that is read. @returns whether that could be done */
  readonly adopt: (path: string) => boolean;
  /** Told when the library was changed, or replaced, by what came from elsewhere. */
  readonly onChanged: () => void;
  /** Told up to where everything that was written here is published. */
  readonly onPublished: (sequence: number) => void;
  /** Another process was elected since this one was: it may not write any more. */
  readonly onFenced: () => void;
  readonly onDamaged: (error: Error) => void;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
}

/** This process's end of the feed: it takes what others publish, or publishes what it writes itself. */
export interface LibraryFeed {
  /** Takes what others publish, from now on. */
  follow(): void;
  /**
   * Takes what others have published, and publishes what is written here from then on.
   * @param epoch with which this process was elected
   * @throws FencedError where another one was elected since; AppError unavailable while the store is away
   */
  lead(epoch: number): Promise<void>;
  /** Something was written here. */
  wake(): void;
  /** Lets go of the library while it is made anew; resolves when nothing of it is open. */
  pause(): Promise<void>;
  resume(): void;
  /** Whether the library was ever at the feed's end, so that it can be answered from. */
  isReady(): boolean;
  /** Resolves when what was to be done by now is done, or has failed. */
  settled(): Promise<void>;
  /** Publishes what was written here and is not published yet, where that does not take long, and ends. */
  close(): Promise<void>;
}

/** Changes are told at once; where that is missed they are found so much later, in milliseconds. */
const lookEveryMs = 5_000;

/** How long a process that ends may take to publish what it wrote, in milliseconds. */
const lastWordsMs = 2_000;

/** How soon what failed is tried again, in milliseconds. */
const retryMs = 2_000;

type Work = () => Promise<void>;

/** Runs one piece of work whenever it is woken, and every so often: never twice at once. */
const createRounds = (deps: Pick<LibraryFeedDeps, 'clock'> & { onError: (error: unknown) => void }) => {
  let work: Work | null = null;
  let isWanted = false;
  let running: Promise<void> | null = null;
  let cancel = (): void => {};

  const arm = (ms: number): void => {
    cancel();
    cancel = deps.clock.schedule(ms, wake);
  };
  const run = async (): Promise<void> => {
    while (isWanted && work !== null) {
      isWanted = false;
      try {
        await work();
        arm(lookEveryMs);
      } catch (error) {
        deps.onError(error);
        arm(retryMs);
        return;
      }
    }
  };
  const wake = (): void => {
    isWanted = work !== null;
    if (!isWanted || running !== null) return;
    running = run().finally(() => {
      running = null;
    });
  };

  return {
    wake,
    begin: (next: Work): void => {
      work = next;
      wake();
    },
    /** Resolves when nothing is done any more. */
    end: async (): Promise<void> => {
      work = null;
      cancel();
      await running;
      cancel();
    },
    settled: async (): Promise<void> => {
      while (running !== null) await running;
    },
  };
};

/** Tells an error once, until all is well again. */
const createErrors = (log: LibraryFeedDeps['log']) => {
  let told = '';
  return {
    tell: (error: unknown): void => {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== told) log.warn('the library could not be kept in step; it is tried again', { error });
      told = text;
    },
    forget: (): void => {
      told = '';
    },
  };
};

/** @returns tells each error to who can do something about it */
const toldTo =
  ({ onFenced, onDamaged }: LibraryFeedDeps, tell: (error: unknown) => void) =>
  (error: unknown): void => {
    if (error instanceof FencedError) onFenced();
    else if (isDamage(error)) onDamaged(error);
    else tell(error);
  };

/** What a process that leads wrote last is there before another one is elected. */
const publishLast = async (
  publish: Work,
  { clock, log }: Pick<LibraryFeedDeps, 'clock' | 'log'>,
): Promise<void> => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const cancel = clock.schedule(lastWordsMs, resolve);
  const published = publish().catch((error: unknown) =>
    log.debug('what was written last is published by whoever scans next', { error }),
  );
  await Promise.race([published, isLate]);
  cancel();
};

/** Makes this process's end; nothing is asked before `follow` or `lead`. */
export const createLibraryFeed = (deps: LibraryFeedDeps): LibraryFeed => {
  const { store } = deps;
  const errors = createErrors(deps.log);
  const thread = createFeedThread(deps.dataFolder);
  const library = thread.call;
  const follower = createFollower({ ...deps, library });
  let isReady = false;
  let paused: Work | null = null;
  let work: Work | null = null;
  let publishing: Work | null = null;

  const rounds = createRounds({ clock: deps.clock, onError: toldTo(deps, errors.tell) });
  const leave = store.onChange(rounds.wake);

  const begin = (next: Work): void => {
    work = next;
    rounds.begin(next);
  };
  const catchUp = async (): Promise<void> => {
    isReady = (await follower.catchUp()) !== 'waiting' || isReady;
    errors.forget();
  };

  return {
    follow: () => {
      publishing = null;
      begin(catchUp);
    },
    lead: async (epoch) => {
      await rounds.end();
      await store.claim(epoch);
      await catchUp();
      await library.lead();
      const publisher = createPublisher({ ...deps, library, epoch });
      isReady = true;
      publishing = async () => {
        await publisher.publish();
        errors.forget();
      };
      begin(publishing);
    },
    wake: rounds.wake,
    pause: async () => {
      await rounds.end();
      paused = work;
      work = null;
      publishing = null;
      await library.release();
    },
    resume: () => {
      if (paused !== null) begin(paused);
      paused = null;
    },
    isReady: () => isReady,
    settled: rounds.settled,
    close: async () => {
      leave();
      await rounds.end();
      if (publishing !== null) await publishLast(publishing, deps);
      await thread.close();
    },
  };
};
