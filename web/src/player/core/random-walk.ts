import type { EntryKey, Queue, QueueEntry } from './queue.ts';

/**
 * A walk through the queue in random order that remembers where it was and has drawn where it goes.
 * Every entry comes once before any comes again.
 */
export interface RandomWalk {
  /** The entry drawn to come next: the same at every call until the walk moves. Null in an empty queue. */
  next(queue: Queue): QueueEntry | null;
  /** Whether every entry was heard since the walk began, and nothing was planned or drawn besides. */
  isLapOver(queue: Queue): boolean;
  /** The entry heard before this one that is still in the queue, or null. */
  previous(queue: Queue): QueueEntry | null;
  /** Says that this entry plays now, whether the walk led there or a person chose it. */
  moveTo(key: EntryKey): void;
  /** Says that this entry plays now because the walk went back; what it left comes next again. */
  moveBackTo(key: EntryKey): void;
  /** Puts entries in front of whatever was drawn, as when a person wants them next. */
  planNext(keys: readonly EntryKey[]): void;
  /** Forgets everything, as when the order or the whole queue changes. */
  reset(): void;
}

/** How many steps back are remembered. */
const rememberedSteps = 1000;
/** Draws by luck before looking for what is left: most of a lap needs one or two. */
const luckyDraws = 16;

/** @param deps.random answers a number from 0 up to, not including, 1 */
export const createRandomWalk = (deps: { random: () => number }): RandomWalk => {
  let past: EntryKey[] = [];
  let ahead: EntryKey[] = [];
  let here: EntryKey | null = null;
  let heardThisLap = new Set<EntryKey>();

  const draw = (queue: Queue): QueueEntry | null => {
    const { entries } = queue;
    if (entries.length <= 1) return entries[0] ?? null;
    for (let attempt = 0; attempt < luckyDraws; attempt += 1) {
      const entry = entries[Math.floor(deps.random() * entries.length)];
      if (entry !== undefined && !heardThisLap.has(entry.key) && entry.key !== here) return entry;
    }
    const left = entries.filter((entry) => !heardThisLap.has(entry.key) && entry.key !== here);
    if (left.length > 0) return left[Math.floor(deps.random() * left.length)] ?? null;
    heardThisLap = new Set(here === null ? [] : [here]);
    return draw(queue);
  };

  const arriveAt = (key: EntryKey): void => {
    here = key;
    heardThisLap.add(key);
  };

  return {
    next(queue) {
      const drawn = firstPresent(queue, ahead);
      if (drawn !== null) return drawn;
      const entry = draw(queue);
      ahead = entry === null ? [] : [entry.key];
      return entry;
    },
    isLapOver: (queue) =>
      firstPresent(queue, ahead) === null &&
      queue.entries.every((entry) => entry.key === here || heardThisLap.has(entry.key)),
    previous: (queue) => firstPresent(queue, past.toReversed()),
    moveTo(key) {
      if (key === here) return;
      if (here !== null) past = [...past.slice(-rememberedSteps), here];
      const drawnAt = ahead.indexOf(key);
      if (drawnAt >= 0) ahead = ahead.toSpliced(drawnAt, 1);
      arriveAt(key);
    },
    moveBackTo(key) {
      const backIndex = past.lastIndexOf(key);
      if (here !== null && here !== key) ahead = [here, ...ahead];
      if (backIndex >= 0) past = past.slice(0, backIndex);
      arriveAt(key);
    },
    planNext(keys) {
      ahead = [...keys, ...ahead];
    },
    reset() {
      past = [];
      ahead = [];
      heardThisLap = new Set(here === null ? [] : [here]);
    },
  };
};

/** The first of `keys` that is in the queue; one pass over the queue, stopping at the first choice. */
const firstPresent = (queue: Queue, keys: readonly EntryKey[]): QueueEntry | null => {
  if (keys.length === 0) return null;
  const wanted = new Map<EntryKey, number>();
  keys.forEach((key, rank) => {
    if (!wanted.has(key)) wanted.set(key, rank);
  });
  let best: QueueEntry | null = null;
  let bestRank = keys.length;
  for (const entry of queue.entries) {
    const rank = wanted.get(entry.key);
    if (rank !== undefined && rank < bestRank) {
      best = entry;
      bestRank = rank;
      if (rank === 0) break;
    }
  }
  return best;
};
