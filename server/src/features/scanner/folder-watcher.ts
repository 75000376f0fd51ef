import { type FSWatcher, statfsSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isHidden, isIgnoreMarker } from './folder-names.ts';
import type { RealPath } from './real-path.ts';
import type { WatchedFolder } from './watched-folders-store.ts';

/** Watches folders and tells which ones something happened in. */
export interface FolderWatcher {
  /**
   * Watches these folders and no others. Resolves with how many could not be watched.
   * @param read gives them one by one, each time anew, so that they need not all be held at once
   */
  watchAll(read: () => Iterable<WatchedFolder>): Promise<number>;
  close(): void;
}

/** Folders are told of when nothing has happened for so long, or at the latest after the second, in ms. */
const quietMs = 700;
const longestWaitMs = 5000;

/** Watches set up before other work gets its turn. */
const watchesAtOnce = 100;

/**
 * File systems that do not tell of changes made by other machines: AFS, CEPH, CIFS, NFS, SMB, SMB2, 9P.
 * Sources there are looked at every period instead.
 */
const networkSystems: ReadonlySet<number> = new Set([
  0x5346414f, 0x00c36400, 0xff534d42, 0x6969, 0x517b, 0xfe534d42, 0x01021997,
]);

const isOnNetwork = (path: RealPath): boolean => {
  try {
    return networkSystems.has(statfsSync(path).type);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return true;
    throw error;
  }
};

/** Names that never matter: hidden ones, except those that take a folder out of the collection. */
const matters = (name: string | null): boolean => name === null || !isHidden(name) || isIgnoreMarker(name);

/** @param onDirty given the virtual paths of folders in which something happened, each once */
export const createFolderWatcher = (onDirty: (virtualPaths: readonly string[]) => void): FolderWatcher => {
  const watchers = new Map<string, FSWatcher>();
  const watched = new Map<FSWatcher, WatchedFolder>();
  /** Folders that were deleted or moved while watched: another of the same name may stand there by now. */
  const lost = new Map<string, WatchedFolder>();
  const dirty = new Set<string>();
  let quiet: NodeJS.Timeout | null = null;
  let latest: NodeJS.Timeout | null = null;
  let isFull = false;

  const tell = (): void => {
    if (quiet !== null) clearTimeout(quiet);
    if (latest !== null) clearTimeout(latest);
    quiet = null;
    latest = null;
    for (const folder of lost.values()) add(folder);
    lost.clear();
    const paths = [...dirty];
    dirty.clear();
    if (paths.length > 0) onDirty(paths);
  };

  const note = (virtualPath: string): void => {
    dirty.add(virtualPath);
    if (quiet === null) quiet = setTimeout(tell, quietMs);
    else quiet.refresh();
    latest ??= setTimeout(tell, longestWaitMs);
  };

  const drop = (virtualPath: string): void => {
    const watcher = watchers.get(virtualPath);
    if (watcher === undefined) return;
    watcher.close();
    watched.delete(watcher);
    watchers.delete(virtualPath);
  };

  const dropAllBut = (wanted: Iterable<WatchedFolder>): void => {
    const unwanted = new Set(watchers.keys());
    for (const { virtualPath } of wanted) unwanted.delete(virtualPath);
    for (const virtualPath of unwanted) drop(virtualPath);
  };

  const lose = (folder: WatchedFolder): void => {
    drop(folder.virtualPath);
    lost.set(folder.virtualPath, folder);
    note(folder.virtualPath);
  };

  // One function for all watchers, of which there may be hundreds of thousands.
  function onChange(this: FSWatcher, kind: string, name: string | null): void {
    const folder = watched.get(this);
    if (folder === undefined) return;
    // What befalls the folder itself is told under its own name.
    if (kind === 'rename' && name === basename(folder.realPath.toString())) lose(folder);
    else if (matters(name)) note(folder.virtualPath);
  }

  function onError(this: FSWatcher): void {
    const folder = watched.get(this);
    if (folder !== undefined) lose(folder);
  }

  const add = (folder: WatchedFolder): void => {
    try {
      const watcher = watch(folder.realPath, { persistent: false, encoding: 'utf8' });
      watcher.on('change', onChange).on('error', onError);
      watched.set(watcher, folder);
      watchers.set(folder.virtualPath, watcher);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === null) throw error;
      // The system has no more watches to give: the period takes care of the rest.
      if (code === 'ENOSPC' || code === 'EMFILE') isFull = true;
    }
  };

  return {
    watchAll: async (read) => {
      const isFirst = watchers.size === 0;
      // First, because the system tells two watches of one folder apart by no name.
      if (!isFirst) dropAllBut(read());
      isFull = false;
      const networks = new Map<string, boolean>();
      let count = 0;
      let unwatched = 0;
      for (const folder of read()) {
        const source = folder.virtualPath.split('/', 1)[0] ?? '';
        if (!networks.has(source)) networks.set(source, isOnNetwork(folder.realPath));
        if (watchers.has(folder.virtualPath)) continue;
        if (!isFull && networks.get(source) === false) add(folder);
        if (!watchers.has(folder.virtualPath)) {
          unwatched += 1;
          continue;
        }
        // What happened in a new folder between the scan and now was not seen by anybody.
        if (!isFirst) note(folder.virtualPath);
        count += 1;
        if (count % watchesAtOnce === 0) await turn();
      }
      return unwatched;
    },
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
      watched.clear();
      lost.clear();
      dirty.clear();
      tell();
    },
  };
};
