import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import { type FolderWatches, matters } from './folder-watches.ts';

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
      if (watchers.size === 0) return;
      const unwanted = new Set(watchers.keys());
      for (const { id, virtualPath } of folders) {
        const watcher = watchers.get(id);
        if (watcher !== undefined && watched.get(watcher)?.virtualPath === virtualPath) unwanted.delete(id);
      }
      // First, because the system tells two watches of one folder apart by no name.
      for (const id of unwanted) drop(id);
    },
    add: (folder) => {
      if (watchers.has(folder.id)) return 'kept';
      if (isFull) return 'full';
      try {
        const watcher = watch(folder.realPath, { persistent: false, encoding: 'utf8' });
        watcher.on('change', onChange).on('error', onError);
        watched.set(watcher, folder);
        watchers.set(folder.id, watcher);
        return 'new';
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null;
        if (code === null) throw error;
        isFull = code === 'ENOSPC' || code === 'EMFILE';
        return isFull ? 'full' : 'gone';
      }
    },
    end: () => false,
    take: () => {
      const news = { changed, lost, isOverflown: false };
      changed = new Set();
      lost = new Set();
      return news;
    },
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
      watched.clear();
    },
  };
};
