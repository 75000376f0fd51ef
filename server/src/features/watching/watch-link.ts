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
  close(): Promise<void>;
}

/** Heap of the watch thread, in MiB: `fs.watch` needs most of it for the folders of a million songs; what is young is little. */
const watchHeap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 3 };

/** Makes the link; no thread starts before the first refresh. */
export const createWatchLink = (deps: {
  readonly dataFolder: string;
  readonly log: Log;
  /** Something happened in these folders, by virtual path. */
  readonly onDirty: (folders: readonly string[]) => void;
  /** Anything may have happened unseen: before watching began, or while more did than the system keeps. */
  readonly onAnything: () => void;
  /** The thread died: nothing is watched before the next refresh. */
  readonly onLost: () => void;
}): WatchLink => {
  let thread: Child<ToWatchThread> | null = null;
  let isWatching = false;
  let isClosed = false;
  let isPlain = false;
  let unwatchedCount = 0;

  const takeWatching = (unwatched: number): void => {
    unwatchedCount = unwatched;
    if (unwatched > 0) {
      deps.log.warn('some folders cannot be watched; changes there show after the next periodic scan', {
        folders: unwatched,
      });
    }
    if (!isWatching) deps.onAnything();
    isWatching = true;
  };

  const take = (message: FromWatchThread): void => {
    if (isClosed) return;
    switch (message.kind) {
      case 'dirty':
        deps.onDirty(message.folders);
        return;
      case 'anything':
        deps.onAnything();
        return;
      case 'plain':
        isPlain = true;
        deps.log.warn('folders are watched in the way that needs more memory, about 1.3 kB a folder', {
          reason: message.reason,
        });
        return;
      case 'watching':
        takeWatching(message.unwatched);
    }
  };

  const lose = ({ why, error }: ChildEnd): void => {
    if (isClosed) return;
    deps.log.warn('folders are not watched any more; changes show after the next periodic scan', {
      reason: why,
      error,
    });
    thread = null;
    isWatching = false;
    deps.onLost();
  };

  const start = (): Child<ToWatchThread> => {
    const data: WatchThreadData = { dataFolder: deps.dataFolder };
    const started = startThread<ToWatchThread, FromWatchThread>(
      new URL('./watch-worker.ts', import.meta.url),
      { data, limits: watchHeap, onMessage: take },
    );
    void started.ended.then(lose);
    return started;
  };

  return {
    refresh: () => {
      if (isClosed) return;
      thread ??= start();
      thread.send({ kind: 'watch' });
    },
    state: () => {
      if (!isWatching) return { mode: 'off', unwatchedCount: 0 };
      return { mode: isPlain ? 'plain' : 'native', unwatchedCount };
    },
    close: async () => {
      isClosed = true;
      thread?.release();
      await thread?.ended;
    },
  };
};
