import { constants as system } from 'node:os';
import { createDescriptorTable } from './descriptor-table.ts';
import { type FolderWatches, matters, type RestedWatches } from './folder-watches.ts';
import type { InotifyCalls } from './inotify-calls.ts';
import { inotifyFlags as flags, parseInotifyEvents } from './inotify-events.ts';

/** How long until it is asked again what happened: while nothing happens, and while something does, in ms. */
const idleMs = 250;
const busyMs = 50;

/** Read in one go before other work gets its turn: 16 times 64 KiB are some 30,000 events. */
const readBytes = 65_536;
const readsAtOnce = 16;

/** Watches ended before the events that tell of it are read: the system keeps 16,384, and we would miss the rest. */
const removalsAtOnce = 1000;

/** The system's longest path, with the NUL at its end. */
const pathBytes = 4096;

/** Also what changes inside a file: one that is being copied keeps its folder from being quiet. */
const watchMask =
  flags.modify |
  flags.attributes |
  flags.closeWrite |
  flags.movedFrom |
  flags.movedTo |
  flags.create |
  flags.delete |
  flags.deleteSelf |
  flags.moveSelf |
  flags.onlyFolders |
  flags.notUnlinked;

/** `ignored` is not among them: it follows one of these, or our own removal of a watch. */
const lostMask = flags.deleteSelf | flags.moveSelf | flags.unmount;

/** Asks the system again and again what happened, by descriptor of the watch. */
const createNewsReader = (calls: InotifyCalls, onNews: () => void) => {
  const events = Buffer.alloc(readBytes);
  let changed = new Set<number>();
  let lost = new Set<number>();
  let isOverflown = false;

  /** @returns whether it is of interest */
  const note = (descriptor: number, mask: number, name: string | null): boolean => {
    if ((mask & flags.overflow) !== 0) isOverflown = true;
    else if ((mask & lostMask) !== 0) lost.add(descriptor);
    else if ((mask & flags.ignored) === 0 && matters(name)) changed.add(descriptor);
    else return false;
    return true;
  };

  const take = (bytes: Buffer): void => {
    let hasNews = false;
    for (const { descriptor, mask, name } of parseInotifyEvents(bytes)) {
      if (note(descriptor, mask, name)) hasNews = true;
    }
    if (hasNews) onNews();
  };

  /** @returns how many reads gave something */
  const drain = (): number => {
    let reads = 0;
    for (; reads < readsAtOnce; reads += 1) {
      const count = calls.read(events);
      if (count === 0) break;
      take(events.subarray(0, count));
    }
    return reads;
  };

  const poll = (): void => {
    const reads = drain();
    let waitMs = reads === 0 ? idleMs : busyMs;
    if (reads === readsAtOnce) waitMs = 0;
    timer = setTimeout(poll, waitMs).unref();
  };
  let timer = setTimeout(poll, idleMs).unref();

  return {
    drain,
    /** Takes what another has read. */
    takeRead: take,
    take: () => {
      const news = { changed, lost, isOverflown };
      changed = new Set();
      lost = new Set();
      isOverflown = false;
      return news;
    },
    stop: (): void => clearTimeout(timer),
  };
};

const endWatches = (
  descriptors: ReadonlySet<number>,
  { calls, reader }: { calls: InotifyCalls; reader: Pick<ReturnType<typeof createNewsReader>, 'drain'> },
): void => {
  let count = 0;
  for (const descriptor of descriptors) {
    calls.remove(descriptor);
    count += 1;
    if (count % removalsAtOnce === 0) reader.drain();
  }
};

/**
 * Watches folders with inotify itself: some bytes a folder, because only its number is remembered.
 * @param onNews something happened that `take` gives
 * @param rested what to go on with
 */
export const createInotifyWatches = (
  calls: InotifyCalls,
  onNews: () => void,
  rested?: Pick<RestedWatches, 'descriptors' | 'read'>,
): FolderWatches => {
  const table = createDescriptorTable(rested?.descriptors);
  const path = Buffer.alloc(pathBytes);
  const reader = createNewsReader(calls, onNews);
  let isFull = false;
  if (rested !== undefined) reader.takeRead(Buffer.from(rested.read));

  const removeAll = (descriptors: ReadonlySet<number>): void => endWatches(descriptors, { calls, reader });

  return {
    begin: () => {
      isFull = false;
      table.begin();
    },
    add: ({ id, realPath }) => {
      const length = Buffer.byteLength(realPath);
      let descriptor = -1;
      if (length < pathBytes) {
        if (typeof realPath === 'string') path.write(realPath);
        else realPath.copy(path);
        path[length] = 0;
        descriptor = calls.add(path, watchMask);
      }
      const isKnown = table.set(id, Math.max(0, descriptor));
      if (descriptor > 0) return isKnown ? 'kept' : 'new';
      if (descriptor !== -system.errno.ENOSPC) return 'gone';
      isFull = true;
      return 'full';
    },
    end: () => {
      const unused = table.end();
      removeAll(unused);
      return isFull && unused.size > 0;
    },
    take: () => {
      const { changed, lost, isOverflown } = reader.take();
      const news = { changed: table.idsOf(changed), lost: table.idsOf(lost), isOverflown };
      for (const id of news.lost) table.set(id, 0);
      // A folder that was moved is watched still, under a path that is not its own any more.
      removeAll(lost);
      return news;
    },
    leave: () => {
      if (reader.drain() > 0) return null;
      reader.stop();
      return { instance: calls.instance, descriptors: table.descriptors() };
    },
    close: () => {
      reader.stop();
      calls.close();
    },
  };
};
