import type { Song } from '@tonearm/contract';

/** Names one entry of a queue for its whole life. A song queued twice has two keys. */
export type EntryKey = number;

/** One place in the queue. */
export interface QueueEntry {
  readonly key: EntryKey;
  readonly song: Song;
}

/**
 * The queue as a value: every edit makes a new one that shares its entries with the old. An edit
 * costs at most one pass over the list, so 100,000 entries stay well below a frame.
 * `nextKey` is larger than every key ever given out by this line of values.
 */
export interface Queue {
  readonly entries: readonly QueueEntry[];
  readonly nextKey: EntryKey;
}

/** A queue without entries. */
export const emptyQueue: Queue = { entries: [], nextKey: 1 };

/** Puts songs before the entry at `atIndex` (0 to length; the end unless told), each as a new entry. */
export const insertSongs = (queue: Queue, songs: readonly Song[], atIndex = queue.entries.length): Queue => {
  if (songs.length === 0) return queue;
  const index = clampGap(queue, atIndex);
  const added = songs.map((song, offset) => ({ key: queue.nextKey + offset, song }));
  return {
    entries: queue.entries.slice(0, index).concat(added, queue.entries.slice(index)),
    nextKey: queue.nextKey + songs.length,
  };
};

/** Exchanges all entries for new ones. Keys are never used again. */
export const replaceSongs = (queue: Queue, songs: readonly Song[]): Queue =>
  insertSongs({ entries: [], nextKey: queue.nextKey }, songs);

/** Takes entries out. The same value comes back when none of the keys is there. */
export const removeEntries = (queue: Queue, keys: ReadonlySet<EntryKey>): Queue => {
  const entries = queue.entries.filter((entry) => !keys.has(entry.key));
  return entries.length === queue.entries.length ? queue : { ...queue, entries };
};

/**
 * Moves entries, in their present order, into the gap before the entry that is now at `gapIndex`
 * (0 to length).
 */
export const moveEntries = (queue: Queue, keys: ReadonlySet<EntryKey>, gapIndex: number): Queue => {
  const gap = clampGap(queue, gapIndex);
  const before: QueueEntry[] = [];
  const moved: QueueEntry[] = [];
  const after: QueueEntry[] = [];
  queue.entries.forEach((entry, index) => {
    if (keys.has(entry.key)) moved.push(entry);
    else if (index < gap) before.push(entry);
    else after.push(entry);
  });
  return moved.length === 0 ? queue : { ...queue, entries: before.concat(moved, after) };
};

/** Moves entries one place up (-1) or down (+1) as a block; at the edge nothing moves. */
export const nudgeEntries = (queue: Queue, keys: ReadonlySet<EntryKey>, step: -1 | 1): Queue => {
  const isMoved = (entry: QueueEntry): boolean => keys.has(entry.key);
  if (step < 0) return moveEntries(queue, keys, queue.entries.findIndex(isMoved) - 1);
  return moveEntries(queue, keys, queue.entries.findLastIndex(isMoved) + 2);
};

/**
 * The entries in a random order (Fisher–Yates).
 * @param random answers a number from 0 up to, not including, 1
 */
export const shuffleQueue = (queue: Queue, random: () => number): Queue => {
  const entries = [...queue.entries];
  for (let last = entries.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    const a = entries[last];
    const b = entries[pick];
    if (a === undefined || b === undefined) break;
    entries[last] = b;
    entries[pick] = a;
  }
  return { ...queue, entries };
};

/** Where an entry stands, or -1. */
export const indexOfKey = (queue: Queue, key: EntryKey | null | undefined): number =>
  key === null || key === undefined ? -1 : queue.entries.findIndex((entry) => entry.key === key);

/**
 * Takes back an edit: the queue as it was `before`, followed by whatever was added since `after`
 * (the outcome of the edit), so that undoing never loses a song queued in between.
 */
export const undoEdit = (now: Queue, edit: { before: Queue; after: Queue }): Queue => {
  const nextKey = Math.max(now.nextKey, edit.before.nextKey);
  const addedSince = now.entries.filter((entry) => entry.key >= edit.after.nextKey);
  return { entries: edit.before.entries.concat(addedSince), nextKey };
};

const clampGap = (queue: Queue, index: number): number =>
  Math.min(Math.max(Math.trunc(index), 0), queue.entries.length);
