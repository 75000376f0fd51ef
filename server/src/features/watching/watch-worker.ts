import { join } from 'node:path';
import { readSomeWatchedFolders, readWatchedFolders } from '../../library/read/watched-folders-store.ts';
import { takeOwnEnd } from '../../platform/child/own-end.ts';
import { systemClock } from '../../platform/clock.ts';
import { chooseWatches } from './choose-watches.ts';
import { createFolderWatcher } from './folder-watcher.ts';
import type { FromWatchThread, ToWatchThread, WatchThreadData } from './watch-messages.ts';

/* Entry of the thread that watches folders, so that a storm of changes never reaches the answering thread. */
const { tell, serve, end, data } = takeOwnEnd<ToWatchThread, FromWatchThread>();
const { dataFolder, restMs, rested } = data as WatchThreadData;
const libraryPath = join(dataFolder, 'library.db');
let heard = 0;
const watcher = createFolderWatcher({
  openWatches: await chooseWatches(
    {
      plain: (reason) => tell({ kind: 'plain', reason }),
      opened: (instance) => tell({ kind: 'opened', instance }),
    },
    rested,
  ),
  readAll: () => readWatchedFolders(libraryPath),
  readSome: (ids) => readSomeWatchedFolders(libraryPath, ids),
  onDirty: (folders) => tell({ kind: 'dirty', folders }),
  onAnything: () => tell({ kind: 'anything' }),
  lost: rested?.lost ?? null,
  restMs,
  onRest: (watches) => {
    tell({ kind: 'resting', watches, heard });
    end();
  },
  clock: systemClock,
});
/** Whether the library has no folder that is watched. */
const isEmpty = (): boolean => {
  for (const _ of readWatchedFolders(libraryPath)) return false;
  return true;
};

const watchAll = async (): Promise<void> =>
  tell({ kind: 'watching', unwatched: await watcher.watchAll(), isEmpty: isEmpty() });
serve(() => {
  heard += 1;
  void watchAll();
}, watcher.close);
