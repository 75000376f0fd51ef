import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import type { RealPath } from '../../platform/paths/real-path.ts';
import { type FolderWatches, matters } from './folder-watches.ts';

const open = (path: RealPath): FSWatcher | 'full' | 'gone' => {
  try {
    return watch(path, { persistent: false, encoding: 'utf8' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === null) throw error;
    return code === 'ENOSPC' || code === 'EMFILE' ? 'full' : 'gone';
  }
};

/** Those that are watched and are not among these folders. */
const unwantedOf = (
  watchers: ReadonlyMap<number, FSWatcher>,
  watched: ReadonlyMap<FSWatcher, WatchedFolder>,
  folders: Iterable<WatchedFolder>,
): Set<number> => {
  const unwanted = new Set(watchers.keys());
  if (unwanted.size === 0) return unwanted;
  for (const { id, virtualPath } of folders) {
    const watcher = watchers.get(id);
    if (watcher !== undefined && watched.get(watcher)?.virtualPath === virtualPath) unwanted.delete(id);
  }
  return unwanted;
};

/**
 * Watches folders with `fs.watch`, which every system has. Takes 1.3 kB a folder.
 * @param onNews something happened that `take` gives
 */
export const createPlainWatches = (onNews: () => void): FolderWatches => {
  const watchers = new Map<number, FSWatcher>();
  const watched = new Map<FSWatcher, WatchedFolder>();
  let changed = new Set<number>();
  let lost = new Set<number>();
  let isFull = false;

  const drop = (id: number): void => {
    const watcher = watchers.get(id);
    if (watcher === undefined) return;
    watcher.close();
    watched.delete(watcher);
    watchers.delete(id);
  };

  const lose = ({ id }: WatchedFolder): void => {
    drop(id);
    lost.add(id);
    onNews();
  };

  // One function for all watchers, of which there may be hundreds of thousands.
  function onChange(this: FSWatcher, kind: string, name: string | null): void {
    const folder = watched.get(this);
    if (folder === undefined) return;
    // What befalls the folder itself is told under its own name.
    if (kind === 'rename' && name === basename(folder.realPath.toString())) {
      lose(folder);
    } else if (matters(name)) {
      changed.add(folder.id);
      onNews();
    }
  }

  function onError(this: FSWatcher): void {
    const folder = watched.get(this);
    if (folder !== undefined) lose(folder);
  }

  return {
    begin: (folders) => {
      isFull = false;
      // First, because the system tells two watches of one folder apart by no name.
      for (const id of unwantedOf(watchers, watched, folders)) drop(id);
    },
    add: (folder) => {
      if (watchers.has(folder.id)) return 'kept';
      if (isFull) return 'full';
      const watcher = open(folder.realPath);
      isFull = watcher === 'full';
      if (typeof watcher === 'string') return watcher;
      watcher.on('change', onChange).on('error', onError);
      watched.set(watcher, folder);
      watchers.set(folder.id, watcher);
      return 'new';
    },
    end: () => false,
    take: () => {
      const news = { changed, lost, isOverflown: false };
      changed = new Set();
      lost = new Set();
      return news;
    },
    close: () => {
      for (const id of watchers.keys()) drop(id);
    },
  };
};
