import type { QueuePlace as PlaceOnWire, Song } from '@tonearm/contract';
import { type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { PlayQueues } from './play-queue.ts';
import type { QueuePlace } from './play-queue-store.ts';
import type { QueuePaths } from './queue-paths.ts';

const toWire = (place: QueuePlace): PlaceOnWire => ({
  revision: place.revision,
  entry_count: place.entryCount,
  current_index: place.currentIndex,
  position_ms: place.positionMs,
  changed_by: place.changedBy,
  changed_at_ms: place.changedAtMs,
});

/** Stands for what is no song of the collection: left out, and the place still means the same song. */
const noId = '';

/** Songs that the library is asked for at once. */
const mostAtOnce = 1000;

/** The calls of the saved queue. */
export const createPlayQueueRoutes = (deps: {
  queues: PlayQueues;
  paths: QueuePaths;
  lookup: Pick<CollectionLookup, 'findSongs'>;
}): Route[] => {
  const { queues, paths, lookup } = deps;
  const songsAt = async (all: readonly string[]): Promise<(Song | null)[]> => {
    const songs: (Song | null)[] = [];
    for (let begin = 0; begin < all.length; begin += mostAtOnce) {
      songs.push(...(await lookup.findSongs(all.slice(begin, begin + mostAtOnce))));
    }
    return songs;
  };
  return [
    route('getQueuePlace', async ({ caller }) => {
      const found = await paths.place(caller.userId);
      if (found === null) return null;
      const { place, path } = found;
      const [current = null] = path === null ? [] : await songsAt([path]);
      return { ...toWire(place), current };
    }),
    route('putQueuePlace', async ({ caller, body }) =>
      toWire(
        await queues.savePlace(caller.userId, {
          revision: body.revision,
          currentIndex: body.current_index,
          positionMs: body.position_ms,
          changedBy: body.changed_by,
        }),
      ),
    ),
    route('getPlayQueue', async ({ caller }) => {
      const found = await paths.read(caller.userId);
      if (found === null) return null;
      const songs = (await songsAt(found.paths)).filter((song) => song !== null);
      return { ...toWire(found), songs };
    }),
    route('putPlayQueue', async ({ caller, query, list }) => {
      const entries: string[] = [];
      for await (const { json } of list) {
        const ids = await paths.idsOf(JSON.parse(json.toString()) as string[]);
        for (const id of ids) entries.push(id ?? noId);
      }
      const place = await queues.save(caller.userId, {
        entries,
        currentIndex: query.current_index ?? 0,
        positionMs: query.position_ms ?? 0,
        changedBy: query.changed_by ?? '',
      });
      return toWire(place);
    }),
  ];
};
