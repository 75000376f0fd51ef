import { idBytesOf } from '../../library/model/public-id.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { findPlace, type QueuePlace, readEntries, writeEntries, writePlace } from './play-queue-store.ts';

/** What is saved of a queue. */
interface NewQueue {
  /** Ids of songs in their order; a song may stand there more than once. What is no id is left out. */
  readonly entries: readonly string[];
  /** From 0. One that is not among the entries means the first. */
  readonly currentIndex: number;
  readonly positionMs: number;
  /** What the client calls itself. */
  readonly changedBy: string;
}

/** The one queue that each person has, to go on elsewhere: whoever saves last is right. */
export interface PlayQueues {
  /** Where somebody is; null when they have no queue. */
  place(userId: number): Promise<QueuePlace | null>;
  /** Entries of the queue, songs that are not in the library (now) among them. */
  entries(userId: number, part: { offset: number; limit: number }): Promise<readonly string[]>;
  /** Where somebody is, and every entry, of one moment. */
  read(userId: number): Promise<{ place: QueuePlace; entries: readonly string[] } | null>;
  /** Replaces the queue; without entries there is none afterwards. */
  save(userId: number, queue: NewQueue): Promise<QueuePlace>;
  /**
   * Notes where somebody is in the queue of a revision.
   * @throws AppError queue_changed when it is another by now
   */
  savePlace(
    userId: number,
    place: Pick<QueuePlace, 'revision' | 'currentIndex' | 'positionMs' | 'changedBy'>,
  ): Promise<QueuePlace>;
}

/** What queues need. */
export interface PlayQueuesDeps {
  readonly state: Pick<StateAccess, 'query'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Longest name of a client that is kept, in UTF-16 units. */
const longestName = 200;

const wholeMs = (value: number): number => (Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0);

/** Keeps queues in `state.db`. */
export const createPlayQueues = ({ state: { query }, clock }: PlayQueuesDeps): PlayQueues => {
  const write = async (
    within: StateQuery,
    userId: number,
    next: Omit<QueuePlace, 'changedAtMs'> & { readonly before: QueuePlace | null },
  ): Promise<QueuePlace> => {
    const { before, ...rest } = next;
    const place = {
      ...rest,
      positionMs: wholeMs(rest.positionMs),
      changedBy: rest.changedBy.slice(0, longestName),
      changedAtMs: Math.max(clock.nowMs(), (before?.changedAtMs ?? 0) + 1),
    };
    if (!(await writePlace(within, userId, place))) {
      throw new AppError('unauthorized', 'Please sign in again.');
    }
    return place;
  };
  return {
    place: async (userId) => {
      const place = await findPlace(query, userId);
      return place === null || place.entryCount === 0 ? null : place;
    },
    entries: (userId, part) => readEntries(query, userId, part),
    read: (userId) =>
      query.transaction().execute(async (transaction) => {
        const place = await findPlace(transaction, userId);
        if (place === null || place.entryCount === 0) return null;
        const all = { offset: 0, limit: place.entryCount };
        return { place, entries: await readEntries(transaction, userId, all) };
      }),
    save: (userId, queue) => {
      const entries = queue.entries.filter((id) => idBytesOf(id) !== null);
      const isThere = queue.currentIndex >= 0 && queue.currentIndex < queue.entries.length;
      // Counted without those that are left out before it.
      const before = isThere ? queue.entries.slice(0, queue.currentIndex) : [];
      const currentIndex = before.filter((id) => idBytesOf(id) !== null).length;
      return query.transaction().execute(async (transaction) => {
        const known = await findPlace(transaction, userId);
        const place = await write(transaction, userId, {
          before: known,
          revision: (known?.revision ?? 0) + 1,
          entryCount: entries.length,
          currentIndex: currentIndex < entries.length ? currentIndex : 0,
          positionMs: isThere && entries.length > 0 ? queue.positionMs : 0,
          changedBy: queue.changedBy,
        });
        await writeEntries(transaction, userId, { entries, countBefore: known?.entryCount ?? 0 });
        return place;
      });
    },
    savePlace: (userId, { revision, currentIndex, positionMs, changedBy }) =>
      query.transaction().execute(async (transaction) => {
        const known = await findPlace(transaction, userId);
        if (known === null || known.revision !== revision || currentIndex >= known.entryCount) {
          throw new AppError('queue_changed', 'The queue was changed elsewhere meanwhile.');
        }
        return write(transaction, userId, { ...known, before: known, currentIndex, positionMs, changedBy });
      }),
  };
};
