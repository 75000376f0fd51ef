import { statfsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RealPath } from '../../platform/paths/real-path.ts';
import { createQuietTime } from '../../platform/quiet-time.ts';
import type { FolderWatches, RestingWatches } from './folder-watches.ts';

/** Watches folders and tells which ones something happened in. */
export interface FolderWatcher {
  /** Watches the folders the library has now and no others. Resolves with how many could not be watched. */
  watchAll(): Promise<number>;
  close(): void;
}

/** What the watcher needs. */
export interface FolderWatcherDeps {
  /** The system's way of watching. */
  readonly openWatches: (onNews: () => void) => FolderWatches;
  /** Every folder to watch, one by one, each time anew, so that they need not all be held at once. */
  readonly readAll: () => Iterable<WatchedFolder>;
  /** Those of some ids that are to be watched. */
  readonly readSome: (ids: ReadonlySet<number>) => readonly WatchedFolder[];
  /** Something happened in these folders; virtual paths, each once. */
  readonly onDirty: (virtualPaths: readonly string[]) => void;
  /** Something may have happened in any folder. */
  readonly onAnything: () => void;
  /** What another left to go on with had lost; null when nothing was watched before. */
  readonly lost?: readonly number[] | null;
  /** `onRest` is called when nothing has happened for so long, in milliseconds. */
  readonly restMs?: number;
  /** Nothing has happened for that long: the watches are the caller's now, and this watcher does nothing more. */
  readonly onRest?: (watches: RestingWatches) => void;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Folders are told of when nothing has happened for so long, or at the latest after the second, in ms. */
const quietMs = 700;
const longestWaitMs = 5000;

/** Watches set up before other work gets its turn. */
const watchesAtOnce = 200;

/** With more folders than this, nothing is told of each: all are looked at. */
const mostFolders = 2000;

/**
 * File systems that do not tell of changes made by other machines: AFS, CEPH, CIFS, NFS, SMB, SMB2, 9P.
 * Sources there are looked at every period instead.
 */
const networkSystems: ReadonlySet<number> = new Set([
  0x5346414f, 0x00c36400, 0xff534d42, 0x6969, 0x517b, 0xfe534d42, 0x01021997,
]);

/** Null where nothing is to be watched. */
type WatchedState = ReturnType<FolderWatches['add']> | null;

const isOnNetwork = (path: RealPath): boolean => {
  try {
    return networkSystems.has(statfsSync(path).type);
  } catch (error) {
    // It is not there, which is found out when it is added.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
};

/**
 * Goes through all folders once.
 * @param watching.notice told how each is watched now
 * @returns how many could not be watched
 */
const goRound = async (
  readAll: FolderWatcherDeps['readAll'],
  watching: {
    readonly watches: FolderWatches;
    readonly isClosed: () => boolean;
    readonly notice: (id: number, state: WatchedState) => void;
  },
): Promise<number> => {
  const { watches, isClosed, notice } = watching;
  const networks = new Map<string, boolean>();
  let count = 0;
  let unwatched = 0;
  watches.begin(readAll());
  for (const folder of readAll()) {
    const source = folder.virtualPath.split('/', 1)[0] ?? '';
    if (!networks.has(source)) networks.set(source, isOnNetwork(folder.realPath));
    const state = networks.get(source) === true ? null : watches.add(folder);
    if (state !== 'new' && state !== 'kept') unwatched += 1;
    notice(folder.id, state);
    count += 1;
    if (count % watchesAtOnce === 0) await turn();
    if (isClosed()) return 0;
  }
  return watches.end() ? goRound(readAll, watching) : unwatched;
};

/** Folders that were out of sight for a while. */
const createOutOfSight = (
  { readSome, lost: lostBefore = null }: Pick<FolderWatcherDeps, 'readSome' | 'lost'>,
  watches: FolderWatches,
) => {
  /** Folders that came or went since the last round: what happened in them before it was seen by nobody. */
  const unseen = new Set<number>();
  /** Folders that were not there when they should have been watched: tried again whenever something is told. */
  const lost = new Set(lostBefore);
  let isFirst = lostBefore === null;

  const lose = (id: number): void => {
    if (lost.size < mostFolders) lost.add(id);
  };

  return {
    unseen,
    lost,
    /** How a folder is watched now. */
    notice: (id: number, state: WatchedState): void => {
      if (state === 'gone') lose(id);
      const hasComeOrGone = !isFirst && (state === 'gone' || state === 'new');
      if (hasComeOrGone && unseen.size <= mostFolders) unseen.add(id);
    },
    endRound: (): void => {
      isFirst = false;
    },
    /** Ids of folders in which something happened; null when it may have been any. */
    takeNews: (): Set<number> | null => {
      const news = watches.take();
      const dirty = new Set([...unseen, ...news.changed, ...news.lost]);
      unseen.clear();
      if (news.isOverflown || news.lost.size > mostFolders) return null;
      for (const id of news.lost) lose(id);
      return dirty;
    },
    /** Of folders something happened in, and of those that are back: the virtual paths. */
    pathsOf: (dirty: ReadonlySet<number>): string[] => {
      const asked = new Set([...dirty, ...lost]);
      if (asked.size === 0) return [];
      const told: string[] = [];
      const tried = new Set(lost);
      lost.clear();
      for (const folder of readSome(asked)) {
        const state = tried.has(folder.id) ? watches.add(folder) : 'kept';
        if (state === 'gone' || state === 'full') lost.add(folder.id);
        if (state === 'new' || dirty.has(folder.id)) told.push(folder.virtualPath);
      }
      return told;
    },
    /** Gives the watches up; null when what came or went is still to be told, `busy` when something has just happened. */
    leave: (): RestingWatches | 'busy' | null => {
      if (unseen.size > 0) return null;
      const left = watches.leave?.() ?? null;
      return left === null ? 'busy' : { ...left, lost: [...lost] };
    },
  };
};

/**
 * Has it rest when nothing was begun for a while.
 * @param watcher.leave gives the watches; null when something is under way, after which `begin` is called again
 * @param watcher.left told that they are given
 */
const createRestLater = (
  { clock, restMs, onRest, lost = null }: Pick<FolderWatcherDeps, 'clock' | 'restMs' | 'onRest' | 'lost'>,
  watcher: { readonly leave: () => RestingWatches | 'busy' | null; readonly left: () => void },
) => {
  let stop = (): void => {};
  const begin = (): void => {
    stop();
    if (restMs === undefined) return;
    stop = clock.schedule(restMs, () => {
      const left = watcher.leave();
      if (left === null) return;
      if (left === 'busy') return begin();
      watcher.left();
      onRest?.(left);
    });
  };
  // What woke it may have been nothing that matters.
  if (lost !== null) begin();
  return { begin, stop: (): void => stop() };
};

/** Makes the watcher; nothing is watched before `watchAll`. */
export const createFolderWatcher = (deps: FolderWatcherDeps): FolderWatcher => {
  let isInRound = false;
  let hasNews = false;
  let isClosed = false;
  let last: Promise<number> = Promise.resolve(0);

  // A round comes first: what stands for which folder is known at its end.
  const onDue = (): void => (!isInRound && hasNews ? tell() : undefined);
  const quietTime = createQuietTime({ clock: deps.clock, quietMs, longestMs: longestWaitMs, onDue });

  const note = (): void => {
    hasNews = true;
    if (!isInRound && !isClosed) quietTime.begin();
  };

  const watches = deps.openWatches(note);
  const outOfSight = createOutOfSight(deps, watches);
  const { unseen, lost, notice } = outOfSight;

  const watchAll = (): Promise<number> => {
    last = last.then(async () => {
      if (isClosed) return 0;
      isInRound = true;
      lost.clear();
      const unwatched = await goRound(deps.readAll, { watches, isClosed: () => isClosed, notice });
      isInRound = false;
      outOfSight.endRound();
      if (hasNews || unseen.size > 0) note();
      if (!isClosed) rest.begin();
      return unwatched;
    });
    return last;
  };

  const rest = createRestLater(deps, {
    leave: () => (isInRound || hasNews ? null : outOfSight.leave()),
    left: () => stop(),
  });
  const stop = (): void => {
    isClosed = true;
    quietTime.stop();
    rest.stop();
  };

  const tell = (): void => {
    hasNews = false;
    rest.begin();
    const dirty = outOfSight.takeNews();
    if (dirty === null) {
      // Which folders are watched still is not known either.
      void watchAll().then(() => {
        if (!isClosed) deps.onAnything();
      });
      return;
    }
    if (dirty.size > mostFolders) deps.onAnything();
    const told = outOfSight.pathsOf(dirty.size > mostFolders ? new Set() : dirty);
    if (told.length > 0) deps.onDirty(told);
  };

  return {
    watchAll,
    close: () => {
      if (isClosed) return;
      stop();
      watches.close();
    },
  };
};
