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

/** Albums of a list that are looked through for those that are there. */
const albumsLookedThrough = 100;

/** Starred albums that are looked through for those that were forgotten. */
const starsLookedThrough = 1000;

/** Songs of a list that are looked through for those of an artist. */
const songsLookedThrough = 1000;

/** What was starred and not played for this long is forgotten. */
const forgottenMs = 60 * 24 * 60 * 60 * 1000;

const isThere = <Value>(value: Value | null): value is Value => value !== null;

/** Reads what somebody likes out of the library. */
export const createLikedReading = (
  reading: Pick<MusicReading, 'albumsById' | 'songsById'>,
  liked: Liked,
  nowMs: () => number,
) => {
  const firstAlbums = async (ids: readonly string[], count: number): Promise<AlbumHeader[]> =>
    (await reading.albumsById(ids)).filter(isThere).slice(0, count);
  const ids = async (userId: number, wish: Omit<Parameters<Liked['list']>[1], 'offset'>) =>
    (await liked.list(userId, { ...wish, offset: 0 })).map(({ id }) => id);
  return {
    /** Albums that were played last or most. */
    playedAlbums: async (userId: number, order: 'frequent' | 'recent', count: number) =>
      firstAlbums(await ids(userId, { kind: 'album', order, limit: albumsLookedThrough }), count),
    /** Starred albums that were not played for two months, those that were played longest ago first. */
    forgottenAlbums: async (userId: number, count: number): Promise<AlbumHeader[]> => {
      const wish = { kind: 'album', order: 'starred', limit: starsLookedThrough, offset: 0 } as const;
      const before = nowMs() - forgottenMs;
      const starred = (await liked.list(userId, wish)).filter(({ value }) => value < before);
      const known = await liked.of(
        userId,
        starred.map(({ id }) => id),
      );
      const forgotten = starred
        .map(({ id }) => ({ id, playedAtMs: known.get(id)?.lastPlayedAtMs ?? 0 }))
        .filter(({ playedAtMs }) => playedAtMs < before)
        .sort((one, other) => one.playedAtMs - other.playedAtMs);
      return firstAlbums(
        forgotten.slice(0, albumsLookedThrough).map(({ id }) => id),
        count,
      );
    },
    /** Of what somebody played most, the songs of an artist. */
    topSongsOf: async (userId: number, artistId: string, count: number): Promise<MusicSong[]> => {
      const most = await ids(userId, { kind: 'song', order: 'frequent', limit: songsLookedThrough });
      const songs = (await reading.songsById(most)).filter(isThere);
      return songs.filter(({ credits }) => credits.some(({ id }) => id === artistId)).slice(0, count);
    },
  };
};
