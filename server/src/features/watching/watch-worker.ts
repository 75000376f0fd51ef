import { join } from 'node:path';
import { readSomeWatchedFolders, readWatchedFolders } from '../../library/read/watched-folders-store.ts';
import { takeOwnEnd } from '../../platform/child/own-end.ts';
import { systemClock } from '../../platform/clock.ts';
import { chooseWatches } from './choose-watches.ts';
import { createFolderWatcher } from './folder-watcher.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';

/* Entry of the thread that watches folders, so that a storm of changes never reaches the answering thread. */
const { tell, serve, data } = takeOwnEnd<ToWatchThread, FromWatchThread>();
const libraryPath = join((data as WatchThreadData).dataFolder, 'library.db');
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
const watchAll = async (): Promise<void> => tell({ kind: 'watching', unwatched: await watcher.watchAll() });
serve(() => void watchAll(), watcher.close);
