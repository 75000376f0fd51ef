import type { MusicReading } from '../../library/read/music/music-reading.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';
import type { ItemKind } from '../../state/state-schema.ts';
import type { Annotations } from './annotations.ts';
import { type Annotation, noAnnotation } from './made-store.ts';

/** Orders of favourites: each of what is starred, and of two alike the newest star first. */
export type FavouriteOrder = 'starred' | 'rating' | 'plays' | 'recent' | 'name';

/** Which favourites. */
export interface FavouritesWish {
  readonly order: FavouriteOrder;
  readonly offset: number;
  readonly limit: number;
}

/** A part of them, and how many there are. */
export interface FavouritesPart<Entry> {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** Starred items that are looked at: more than anybody finds again. */
const mostFavourites = 20_000;

/** Items that the library is asked for at once. */
const mostAtOnce = 1000;

const sortValueOf: Record<Exclude<FavouriteOrder, 'starred' | 'name'>, (annotation: Annotation) => number> = {
  rating: ({ rating }) => rating ?? 0,
  plays: ({ plays }) => plays,
  recent: ({ lastPlayedAtMs }) => lastPlayedAtMs ?? 0,
};

/** What the library knows of a kind: entries in the order of the ids, null where there is none. */
interface Shelf<Entry> {
  readonly kind: ItemKind;
  readonly find: (ids: readonly string[]) => Promise<readonly (Entry | null)[]>;
  readonly nameOf: (entry: Entry) => string;
}

const findAll = async <Entry>({ find }: Shelf<Entry>, ids: readonly string[]) => {
  const found: { id: string; entry: Entry }[] = [];
  for (let begin = 0; begin < ids.length; begin += mostAtOnce) {
    const some = ids.slice(begin, begin + mostAtOnce);
    for (const [index, entry] of (await find(some)).entries()) {
      if (entry !== null) found.push({ id: some[index] ?? '', entry });
    }
  }
  return found;
};

/** Starred songs (as paths), albums and artists that are in the library. */
export const createFavourites = (
  annotations: Pick<Annotations, 'list' | 'of'>,
  reading: Pick<MusicReading, 'songPaths' | 'songsById' | 'albumsById' | 'artistsById'>,
) => {
  const list = async <Entry>(
    shelf: Shelf<Entry>,
    userId: number,
    { order, offset, limit }: FavouritesWish,
  ): Promise<FavouritesPart<Entry>> => {
    const stars = await annotations.list(userId, {
      kind: shelf.kind,
      order: 'starred',
      offset: 0,
      limit: mostFavourites,
    });
    const there = await findAll(
      shelf,
      stars.map(({ id }) => id),
    );
    if (order === 'name') {
      const keys = new Map(there.map(({ id, entry }) => [id, naturalKey(shelf.nameOf(entry))]));
      there.sort((one, other) => Buffer.compare(keys.get(one.id) as Buffer, keys.get(other.id) as Buffer));
    } else if (order !== 'starred') {
      const known = await annotations.of(
        userId,
        there.map(({ id }) => id),
      );
      const value = ({ id }: { id: string }): number => sortValueOf[order](known.get(id) ?? noAnnotation);
      there.sort((one, other) => value(other) - value(one));
    }
    return {
      total: there.length,
      entries: there.slice(offset, offset + limit).map(({ entry }) => entry),
    };
  };

  /** By title only where that is asked for: whole songs take longer to read. */
  const titledPaths = async (ids: readonly string[]) =>
    (await reading.songsById(ids)).map((song) => song && { path: song.path, title: song.title ?? song.path });
  const plainPaths = async (ids: readonly string[]) =>
    (await reading.songPaths(ids)).map((path) => (path === null ? null : { path, title: '' }));

  return {
    songPaths: async (userId: number, wish: FavouritesWish): Promise<FavouritesPart<string>> => {
      const find = wish.order === 'name' ? titledPaths : plainPaths;
      const shelf = { kind: 'song', find, nameOf: ({ title }: { title: string }) => title } as const;
      const { total, entries } = await list(shelf, userId, wish);
      return { total, entries: entries.map(({ path }) => path) };
    },
    albums: (userId: number, wish: FavouritesWish) =>
      list({ kind: 'album', find: reading.albumsById, nameOf: ({ title }) => title }, userId, wish),
    artists: (userId: number, wish: FavouritesWish) =>
      list({ kind: 'artist', find: reading.artistsById, nameOf: ({ name }) => name }, userId, wish),
  };
};

/** See {@link createFavourites}. */
export type Favourites = ReturnType<typeof createFavourites>;
