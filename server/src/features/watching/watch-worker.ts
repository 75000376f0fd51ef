import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/clock.ts';
import { chooseWatches } from './choose-watches.ts';
import { createFolderWatcher } from './folder-watcher.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';
import { readSomeWatchedFolders, readWatchedFolders } from './watched-folders-store.ts';

/* Entry of the thread that watches folders, so that a storm of changes never reaches the answering thread. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataFolder } = workerData as WatchThreadData;
const libraryPath = join(dataFolder, 'library.db');
const tell = (message: FromWatchThread): void => port.postMessage(message);
const watcher = createFolderWatcher({
  openWatches: await chooseWatches((reason) => tell({ kind: 'plain', reason })),
  readAll: () => readWatchedFolders(libraryPath),
  readSome: (ids) => readSomeWatchedFolders(libraryPath, ids),
  onDirty: (folders) => tell({ kind: 'dirty', folders }),
  onAnything: () => tell({ kind: 'anything' }),
  clock: systemClock,
});
// What the system keeps for a thread that fails would stay with the process.
process.once('exit', watcher.close);
port.on('message', (message: ToWatchThread) => {
  if (message.kind === 'stop') {
    watcher.close();
    port.close();
    return;
  }
  void watcher.watchAll().then((unwatched) => tell({ kind: 'watching', unwatched }));
});
