import type { AlbumHeader, MusicReading, MusicSong } from '../../library/read/music/music-reading.ts';

/** A part of what somebody made of the collection: newest star, most plays, or last play first. */
interface LikedWish {
  readonly kind: 'song' | 'album';
  readonly order: 'starred' | 'frequent' | 'recent';
  readonly offset: number;
  readonly limit: number;
}

type LikedList = readonly { readonly id: string; readonly value: number }[];

/** What somebody made of the collection, by ids; what is not there (any more) is among it. */
export interface Liked {
  /** In the order of the wishes. */
  lists(userId: number, wishes: readonly LikedWish[]): Promise<readonly LikedList[]>;
  /** Of the ids of which anything is known. Times are milliseconds since the epoch. */
  of(
    userId: number,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly lastPlayedAtMs: number | null }>>;
}

/** Shelves of albums that are one person's. */
const likedShelves = ['recently_played', 'most_played', 'forgotten_favourites'] as const;
export type LikedShelf = (typeof likedShelves)[number];

/** What the albums of a shelf are sorted by at first. */
const orderOf = {
  recently_played: 'recent',
  most_played: 'frequent',
  forgotten_favourites: 'starred',
} as const;

/** More albums than anybody played or starred. */
const allAlbums = 1_000_000;

/** Songs of a list that are looked through for those of an artist. */
const songsLookedThrough = 1000;

/** What was starred and not played for this long is forgotten. */
const forgottenMs = 60 * 24 * 60 * 60 * 1000;

const isThere = <Value>(value: Value | null): value is Value => value !== null;

/** Reads what somebody likes out of the library. */
export const createLikedReading = (
  reading: Pick<MusicReading, 'albums' | 'songsById'>,
  liked: Liked,
  nowMs: () => number,
) => {
  /** Starred and not played for two months, those that were played longest ago first. */
  const forgottenOf = async (userId: number, stars: LikedList): Promise<readonly string[]> => {
    const before = nowMs() - forgottenMs;
    const starred = stars.filter(({ value }) => value < before);
    const known = await liked.of(
      userId,
      starred.map(({ id }) => id),
    );
    return starred
      .map(({ id }) => ({ id, playedAtMs: known.get(id)?.lastPlayedAtMs ?? 0 }))
      .filter(({ playedAtMs }) => playedAtMs < before)
      .sort((one, other) => one.playedAtMs - other.playedAtMs)
      .map(({ id }) => id);
  };

  /** Ids of the albums of shelves in order; those that are not there (any more) are among them. */
  const idsOfShelves = async (userId: number, shelves: readonly LikedShelf[]) => {
    const lists = await liked.lists(
      userId,
      shelves.map((shelf) => ({ kind: 'album', order: orderOf[shelf], offset: 0, limit: allAlbums })),
    );
    return Promise.all(
      shelves.map(async (shelf, at): Promise<readonly string[]> => {
        const list = lists[at] ?? [];
        return shelf === 'forgotten_favourites' ? forgottenOf(userId, list) : list.map(({ id }) => id);
      }),
    );
  };

  return {
    shelfIds: async (userId: number, shelf: LikedShelf): Promise<readonly string[]> =>
      (await idsOfShelves(userId, [shelf]))[0] ?? [],
    /** The first albums of every shelf, in the order of `likedShelves`. */
    shelves: async (userId: number, limit: number): Promise<readonly (readonly AlbumHeader[])[]> =>
      Promise.all(
        (await idsOfShelves(userId, likedShelves)).map(async (ids) => {
          const given = { ids, withOthers: false };
          return (await reading.albums({ order: 'given', given, offset: 0, limit })).entries;
        }),
      ),
    /** Of what somebody played most, the songs of an artist. */
    topSongsOf: async (userId: number, artistId: string, count: number): Promise<MusicSong[]> => {
      const wish = { kind: 'song', order: 'frequent', offset: 0, limit: songsLookedThrough } as const;
      const [most = []] = await liked.lists(userId, [wish]);
      const songs = (await reading.songsById(most.map(({ id }) => id))).filter(isThere);
      return songs.filter(({ credits }) => credits.some(({ id }) => id === artistId)).slice(0, count);
    },
  };
};
