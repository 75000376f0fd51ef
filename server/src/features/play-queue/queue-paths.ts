import type { MusicReading } from '../../library/read/music/music-reading.ts';
import type { PlayQueues } from './play-queue.ts';
import type { QueuePlace } from './play-queue-store.ts';

/** A queue as a client that knows paths has it, without songs that are not there. */
export interface QueueOfPaths extends QueuePlace {
  readonly paths: readonly string[];
}

/** Songs that the library is asked for at once. */
const mostAtOnce = 1000;

/** Queues for clients that know songs by their paths. */
export const createQueuePaths = (
  queues: Pick<PlayQueues, 'read' | 'place' | 'entries'>,
  reading: Pick<MusicReading, 'songIds' | 'songPaths'>,
) => ({
  /** Ids of songs at paths; what is not known is null, so that places stay. */
  idsOf: async (paths: readonly string[]): Promise<(string | null)[]> => {
    const ids: (string | null)[] = [];
    for (let begin = 0; begin < paths.length; begin += mostAtOnce) {
      ids.push(...(await reading.songIds(paths.slice(begin, begin + mostAtOnce))));
    }
    return ids;
  },
  /** Where somebody is, and the path of the song there; null where that is away. */
  place: async (userId: number): Promise<{ place: QueuePlace; path: string | null } | null> => {
    const place = await queues.place(userId);
    if (place === null) return null;
    const part = { offset: place.currentIndex, limit: 1 };
    const [path = null] = await reading.songPaths(await queues.entries(userId, part));
    return { place, path };
  },
  /** All of it. Where the song that played is away, it is the next one that is there, from its start. */
  read: async (userId: number): Promise<QueueOfPaths | null> => {
    const found = await queues.read(userId);
    if (found === null) return null;
    const { place, entries } = found;
    const all: (string | null)[] = [];
    for (let begin = 0; begin < entries.length; begin += mostAtOnce) {
      all.push(...(await reading.songPaths(entries.slice(begin, begin + mostAtOnce))));
    }
    const paths = all.filter((path) => path !== null);
    if (paths.length === 0) return null;
    const isThere = (all[place.currentIndex] ?? null) !== null;
    const before = all.slice(0, place.currentIndex).filter((path) => path !== null).length;
    return {
      ...place,
      entryCount: paths.length,
      currentIndex: before < paths.length ? before : 0,
      positionMs: isThere ? place.positionMs : 0,
      paths,
    };
  },
});

/** See {@link createQueuePaths}. */
export type QueuePaths = ReturnType<typeof createQueuePaths>;
