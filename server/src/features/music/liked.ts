import type { AlbumHeader, MusicReading, MusicSong } from '../../library/read/music/music-reading.ts';

/** What somebody made of the collection, by ids; what is not there (any more) is among it. */
export interface Liked {
  /** Newest star, most plays, or last play first. */
  list(
    userId: number,
    wish: {
      readonly kind: 'song' | 'album';
      readonly order: 'starred' | 'frequent' | 'recent';
      readonly offset: number;
      readonly limit: number;
    },
  ): Promise<readonly { readonly id: string; readonly value: number }[]>;
  /** Of the ids of which anything is known. Times are milliseconds since the epoch. */
  of(
    userId: number,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly lastPlayedAtMs: number | null }>>;
}

/** Shelves of albums that are one person's. */
const likedShelves = ['recently_played', 'most_played', 'forgotten_favourites'] as const;
export type LikedShelf = (typeof likedShelves)[number];

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
  const ids = async (userId: number, wish: Omit<Parameters<Liked['list']>[1], 'offset'>) =>
    (await liked.list(userId, { ...wish, offset: 0 })).map(({ id }) => id);

  /** Starred and not played for two months, those that were played longest ago first. */
  const forgotten = async (userId: number): Promise<readonly string[]> => {
    const wish = { kind: 'album', order: 'starred', limit: allAlbums, offset: 0 } as const;
    const before = nowMs() - forgottenMs;
    const starred = (await liked.list(userId, wish)).filter(({ value }) => value < before);
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

  /** Ids of the albums of a shelf in order; those that are not there (any more) are among them. */
  const shelfIds = (userId: number, shelf: LikedShelf): Promise<readonly string[]> =>
    shelf === 'forgotten_favourites'
      ? forgotten(userId)
      : ids(userId, {
          kind: 'album',
          order: shelf === 'most_played' ? 'frequent' : 'recent',
          limit: allAlbums,
        });

  return {
    shelfIds,
    /** The first albums of a shelf. */
    shelf: async (userId: number, shelf: LikedShelf, limit: number): Promise<readonly AlbumHeader[]> => {
      const given = { ids: await shelfIds(userId, shelf), withOthers: false };
      return (await reading.albums({ order: 'given', given, offset: 0, limit })).entries;
    },
    /** Of what somebody played most, the songs of an artist. */
    topSongsOf: async (userId: number, artistId: string, count: number): Promise<MusicSong[]> => {
      const most = await ids(userId, { kind: 'song', order: 'frequent', limit: songsLookedThrough });
      const songs = (await reading.songsById(most)).filter(isThere);
      return songs.filter(({ credits }) => credits.some(({ id }) => id === artistId)).slice(0, count);
    },
  };
};
