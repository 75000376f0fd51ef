import { closeSync } from 'node:fs';
import type { Child, ChildEnd } from '../../platform/child/child.ts';
import { startThread } from '../../platform/child/start-thread.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RestedWatches, RestingWatches } from './folder-watches.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';
import { createWatchRest } from './watch-rest.ts';

/** How folders are watched: by the system itself, in a way that needs more memory, or not. */
export interface WatchState {
  readonly mode: 'native' | 'plain' | 'off';
  readonly unwatchedCount: number;
}

/** The answering thread's end of the watch thread. */
export interface WatchLink {
  /** Watches the folders the library has now. Starts the thread when there is none. */
  refresh(): void;
  /** How folders are watched now, and how many of them cannot be. */
  state(): WatchState;
  /** Watches nothing until the next refresh; resolves when the thread has ended. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Heap of the watch thread, in MiB: `fs.watch` needs most of it for the folders of a million songs; what is young is little. */
const watchHeap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 3 };

/** Nothing may happen in the music for so long before the memory of the thread is given back, in milliseconds. */
const defaultRestMs = 4_000;

interface WatchLinkDeps {
  readonly dataFolder: string;
  readonly clock: Pick<Clock, 'schedule'>;
  /** The thread ends when nothing has happened for so long, and is started again when something does, in milliseconds. */
  readonly restMs?: number;
  readonly log: Log;
  /** Something happened in these folders, by virtual path. */
  readonly onDirty: (folders: readonly string[]) => void;
  /** Anything may have happened unseen: before watching began, or while more did than the system keeps. */
  readonly onAnything: () => void;
  /** The thread died: nothing is watched before the next refresh. */
  readonly onLost: () => void;
}

/** What the thread says of folders. */
type WatchNews = Exclude<FromWatchThread, { kind: 'opened' | 'resting' }>;

/** What the thread says of how it watches. */
const createWatchNews = ({ log, onDirty, onAnything, onLost }: WatchLinkDeps) => {
  let isWatching = false;
  let isPlain = false;
  let unwatchedCount = 0;

  const takeWatching = ({ unwatched, isEmpty }: FromWatchThread & { kind: 'watching' }): void => {
    unwatchedCount = unwatched;
    if (unwatched > 0) {
      log.warn('some folders cannot be watched; changes there show after the next periodic scan', {
        folders: unwatched,
      });
    }
    // What comes to an empty library is looked at as it comes: right after the first start a scan of everything would
    // follow that of the first folders.
    if (!isWatching && !isEmpty) onAnything();
    isWatching = true;
  };

  return {
    take: (message: WatchNews): void => {
      switch (message.kind) {
        case 'dirty':
          onDirty(message.folders);
          return;
        case 'anything':
          onAnything();
          return;
        case 'plain':
          isPlain = true;
          log.warn('folders are watched in the way that needs more memory, about 1.3 kB a folder', {
            reason: message.reason,
          });
          return;
        case 'watching':
          takeWatching(message);
      }
    },
    lose: ({ why, error }: ChildEnd): void => {
      log.warn('folders are not watched any more; changes show after the next periodic scan', {
        reason: why,
        error,
      });
      isWatching = false;
      onLost();
    },
    rest: (): void => {
      isWatching = false;
    },
    state: (): WatchState => {
      if (!isWatching) return { mode: 'off', unwatchedCount: 0 };
      return { mode: isPlain ? 'plain' : 'native', unwatchedCount };
    },
  };
};

/** Starts a thread. @param rested what it goes on with */
const startWatching = (
  { dataFolder, restMs = defaultRestMs }: WatchLinkDeps,
  rested: RestedWatches | null,
  heard: {
    news(message: WatchNews): void;
    /** It ends, and what it watches is the listener's. @returns whether that was taken */
    rest(watches: RestingWatches): boolean;
    /** It had not heard all that it was sent before. */
    deaf(): void;
    end(how: ChildEnd): void;
  },
): Child<ToWatchThread> => {
  let instance = rested?.instance ?? null;
  let sent = 0;
  const take = (message: FromWatchThread): void => {
    if (message.kind === 'opened') {
      instance = message.instance;
    } else if (message.kind !== 'resting') {
      heard.news(message);
    } else if (heard.rest(message.watches)) {
      instance = null;
      if (message.heard < sent) heard.deaf();
    }
  };
  const data: WatchThreadData = { dataFolder, restMs, rested };
  const entry = new URL('./watch-worker.ts', import.meta.url);
  const thread = startThread<ToWatchThread, FromWatchThread>(entry, {
    data,
    limits: watchHeap,
    onMessage: take,
  });
  return {
    ...thread,
    send: (message) => {
      sent += 1;
      thread.send(message);
    },
    ended: thread.ended.then((how) => {
      if (instance !== null) closeSync(instance);
      heard.end(how);
      return how;
    }),
  };
};

/** Makes the link; no thread starts before the first refresh. */
export const createWatchLink = (deps: WatchLinkDeps): WatchLink => {
  const news = createWatchNews(deps);
  let thread: Child<ToWatchThread> | null = null;
  /** Of all threads: one that rests may not have ended yet. */
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const start = (rested: RestedWatches | null): Child<ToWatchThread> => {
    const started = startWatching(deps, rested, {
      news: (message) => {
        if (!isClosed && thread === started) news.take(message);
      },
      rest: (watches) => {
        if (isClosed || thread !== started) return false;
        thread = null;
        rest.begin(watches);
        return true;
      },
      deaf: () => refresh(),
      end: (how) => {
        if (isClosed || thread !== started) return;
        thread = null;
        news.lose(how);
      },
    });
    ended = Promise.all([ended, started.ended]).then(() => {});
    return started;
  };
  const rest = createWatchRest(deps.clock, (watches) => {
    thread = start(watches);
  });
  const refresh = (): void => {
    if (isClosed) return;
    thread ??= start(rest.end());
    thread.send({ kind: 'watch' });
  };

  const dropResting = (): void => {
    const resting = rest.end();
    if (resting !== null) closeSync(resting.instance);
  };

  return {
    refresh,
    state: news.state,
    rest: async () => {
      const ending = thread;
      thread = null;
      dropResting();
      news.rest();
      ending?.release();
      await ending?.ended;
    },
    close: async () => {
      isClosed = true;
      dropResting();
      thread?.release();
      await ended;
    },
  };
};
