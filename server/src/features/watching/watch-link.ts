import type { Child, ChildEnd } from '../../platform/child/child.ts';
import { startThread } from '../../platform/child/start-thread.ts';
import type { Log } from '../../platform/log.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';

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

interface WatchLinkDeps {
  readonly dataFolder: string;
  readonly log: Log;
  /** Something happened in these folders, by virtual path. */
  readonly onDirty: (folders: readonly string[]) => void;
  /** Anything may have happened unseen: before watching began, or while more did than the system keeps. */
  readonly onAnything: () => void;
  /** The thread died: nothing is watched before the next refresh. */
  readonly onLost: () => void;
}

/** What the thread says of how it watches. */
const createWatchNews = ({ log, onDirty, onAnything, onLost }: WatchLinkDeps) => {
  let isWatching = false;
  let isPlain = false;
  let unwatchedCount = 0;

  const takeWatching = (unwatched: number): void => {
    unwatchedCount = unwatched;
    if (unwatched > 0) {
      log.warn('some folders cannot be watched; changes there show after the next periodic scan', {
        folders: unwatched,
      });
    }
    if (!isWatching) onAnything();
    isWatching = true;
  };

  return {
    take: (message: FromWatchThread): void => {
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
          takeWatching(message.unwatched);
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

/** Makes the link; no thread starts before the first refresh. */
export const createWatchLink = (deps: WatchLinkDeps): WatchLink => {
  const news = createWatchNews(deps);
  let thread: Child<ToWatchThread> | null = null;
  let isClosed = false;

  const start = (): Child<ToWatchThread> => {
    const data: WatchThreadData = { dataFolder: deps.dataFolder };
    const started = startThread<ToWatchThread, FromWatchThread>(
      new URL('./watch-worker.ts', import.meta.url),
      {
        data,
        limits: watchHeap,
        onMessage: (message) => {
          if (!isClosed && thread === started) news.take(message);
        },
      },
    );
    void started.ended.then((end) => {
      if (isClosed || thread !== started) return;
      thread = null;
      news.lose(end);
    });
    return started;
  };

  return {
    refresh: () => {
      if (isClosed) return;
      thread ??= start();
      thread.send({ kind: 'watch' });
    },
    state: news.state,
    rest: async () => {
      const ending = thread;
      thread = null;
      news.rest();
      ending?.release();
      await ending?.ended;
    },
    close: async () => {
      isClosed = true;
      thread?.release();
      await thread?.ended;
    },
  };
};
