import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';

/** The answering thread's end of the watch thread. */
export interface WatchLink {
  /** Watches the folders the library has now. Starts the thread when there is none. */
  refresh(): void;
  close(): Promise<void>;
}

/** Heap of the watch thread, in MiB: a million songs have some 200,000 folders, and what is young is little. */
const watchHeap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 3 };

/** Makes the link; no thread starts before the first refresh. */
export const createWatchLink = (deps: {
  readonly dataFolder: string;
  readonly log: Log;
  /** Something happened in these folders, by virtual path. */
  readonly onDirty: (folders: readonly string[]) => void;
  /** Watching began; what happened before was not seen. */
  readonly onWatching: () => void;
}): WatchLink => {
  let worker: Worker | null = null;
  let isWatching = false;
  let isClosed = false;
  let exited: Promise<void> = Promise.resolve();

  const take = (message: FromWatchThread): void => {
    if (isClosed) return;
    if (message.kind === 'dirty') {
      deps.onDirty(message.folders);
      return;
    }
    if (message.unwatched > 0) {
      deps.log.warn('some folders cannot be watched; changes there show after the next periodic scan', {
        folders: message.unwatched,
      });
    }
    if (!isWatching) deps.onWatching();
    isWatching = true;
  };

  const start = (): Worker => {
    const workerData: WatchThreadData = { dataFolder: deps.dataFolder };
    const started = new Worker(new URL('./watch-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: watchHeap,
    });
    started.unref();
    started.on('message', take);
    started.on('error', (error) => {
      deps.log.warn('folders are not watched any more; changes show after the next periodic scan', { error });
      worker = null;
      isWatching = false;
    });
    exited = new Promise((resolve) => {
      started.once('exit', () => resolve());
    });
    return started;
  };

  return {
    refresh: () => {
      if (isClosed) return;
      worker ??= start();
      worker.postMessage({ kind: 'watch' } satisfies ToWatchThread);
    },
    close: async () => {
      isClosed = true;
      if (worker === null) return;
      worker.postMessage({ kind: 'stop' } satisfies ToWatchThread);
      await exited;
    },
  };
};
