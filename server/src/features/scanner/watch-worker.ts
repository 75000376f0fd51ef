import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createFolderWatcher } from './folder-watcher.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';
import { readWatchedFolders } from './watched-folders-store.ts';

/* Entry of the thread that watches folders, so that a storm of changes never reaches the answering thread. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataFolder } = workerData as WatchThreadData;
const tell = (message: FromWatchThread): void => port.postMessage(message);
const watcher = createFolderWatcher((folders) => tell({ kind: 'dirty', folders }));
let last: Promise<void> = Promise.resolve();
port.on('message', (message: ToWatchThread) => {
  if (message.kind === 'stop') {
    watcher.close();
    port.close();
    return;
  }
  last = last.then(async () => {
    const unwatched = await watcher.watchAll(() => readWatchedFolders(join(dataFolder, 'library.db')));
    tell({ kind: 'watching', unwatched });
  });
});
