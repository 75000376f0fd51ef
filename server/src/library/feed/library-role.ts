import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { FencedError } from './feed-store.ts';
import type { LibraryFeed } from './library-feed.ts';

/** Who scans, in this process. */
interface RoleScanner {
  /** Scans from now on. */
  lead(): void;
  /** Scans no more; resolves when nothing is written. */
  follow(): Promise<void>;
  letGo(): Promise<void>;
  beginAnew(): void;
}

/** How soon leading is tried again, in milliseconds. */
const retryMs = 2_000;

/** What this process is to the library that it shares with others: it follows, or it was elected and leads. */
export interface LibraryRole {
  /** Follows, until it is elected. */
  begin(): void;
  won(epoch: number): void;
  lost(): void;
  /** Lets go of the library while it is made anew, and takes it up again. */
  letGo(): Promise<void>;
  beginAnew(): void;
  /** Resolves when what has happened so far was followed. */
  settled(): Promise<void>;
  /** Does nothing more; resolves when nothing is done any more. */
  close(): Promise<void>;
}

interface RoleDeps {
  readonly feed: Pick<LibraryFeed, 'follow' | 'lead' | 'pause' | 'resume'>;
  readonly scanner: RoleScanner;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Pick<Log, 'warn'>;
}

/** One wait at a time, which may be ended. */
const createRest = (clock: RoleDeps['clock']) => {
  let end = (): void => {};
  return {
    rest: (): Promise<void> =>
      new Promise((resolve) => {
        const cancel = clock.schedule(retryMs, resolve);
        end = () => {
          cancel();
          resolve();
        };
      }),
    end: (): void => end(),
  };
};

/** Takes the library over for as long as this process is elected. */
const createLead = ({ feed, clock, log }: RoleDeps, epochNow: () => number | null) => {
  const resting = createRest(clock);
  /** @returns whether it leads now */
  const tryToLead = async (mine: number): Promise<boolean> => {
    while (epochNow() === mine) {
      try {
        await feed.lead(mine);
        return epochNow() === mine;
      } catch (error) {
        if (error instanceof FencedError) return false;
        log.warn('the library could not be taken over; it is tried again', { error });
        await resting.rest();
      }
    }
    return false;
  };
  return { tryToLead, resting };
};

/** Puts a feed and a scanner in step with elections. */
export const createLibraryRole = (deps: RoleDeps): LibraryRole => {
  const { feed, scanner } = deps;
  let epoch: number | null = null;
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const next = (work: () => Promise<void>): void => {
    last = last.then(work);
  };
  const settled = async (): Promise<void> => {
    for (let seen: Promise<void> | null = null; seen !== last; await seen) seen = last;
  };

  const { tryToLead, resting } = createLead(deps, () => epoch);

  return {
    begin: feed.follow,
    won: (mine) => {
      if (isClosed) return;
      epoch = mine;
      next(async () => {
        if (await tryToLead(mine)) scanner.lead();
      });
    },
    lost: () => {
      epoch = null;
      resting.end();
      // At once: somebody else may have been elected.
      const stood = scanner.follow();
      next(async () => {
        await stood;
        if (epoch === null && !isClosed) feed.follow();
      });
    },
    letGo: async () => {
      await scanner.letGo();
      await feed.pause();
    },
    beginAnew: () => {
      const mine = epoch;
      if (mine === null) feed.resume();
      next(async () => {
        // What others have is fetched first: little is left to be read then.
        if (mine === null || (await tryToLead(mine))) scanner.beginAnew();
      });
    },
    settled,
    close: async () => {
      isClosed = true;
      epoch = null;
      resting.end();
      await settled();
    },
  };
};
