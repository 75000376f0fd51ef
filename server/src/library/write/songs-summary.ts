import { commonArtist, type Range } from './common-artist.ts';
import type { DirectorySummary } from './directories-store.ts';

/** What songs of a folder have in common, and whether any of them embeds a picture. */
export interface SongsSummary extends DirectorySummary {
  readonly hasPictures: boolean;
}

/** What a song adds to what its folder shows. Lists are JSON. */
export interface SummedSong {
  readonly tags: {
    readonly album: string | null;
    readonly year: number | null;
    readonly artists: string | null;
    readonly albumArtists: string | null;
  };
  readonly hasPicture: 0 | 1;
}

/** The value of those that have one; null where they differ. */
const commonOf = <T>(values: readonly (T | null)[]): T | null => {
  let common: T | null = null;
  for (const value of values) {
    if (value === null || value === common) continue;
    if (common !== null) return null;
    common = value;
  }
  return common;
};

const rangeOf = (values: readonly (string | null)[]): Range => {
  let least: string | null = null;
  let greatest: string | null = null;
  for (const value of values) {
    if (value === null) continue;
    if (least === null || value < least) least = value;
    if (greatest === null || value > greatest) greatest = value;
  }
  return { least, greatest };
};

/** The first of each list; lists of songs that come one after the other are mostly the same. */
const firstOf = (lists: readonly (string | null)[]): (string | null)[] => {
  const firsts: (string | null)[] = [];
  let lastList: string | null = null;
  let first: string | null = null;
  for (const list of lists) {
    if (list === null) continue;
    if (list !== lastList) first = (JSON.parse(list) as string[])[0] ?? null;
    lastList = list;
    firsts.push(first);
  }
  return firsts;
};

/**
 * What a folder shows of songs that are not written yet: the same as the store says once they are.
 * @param dates when each was added, in seconds since the epoch
 */
export const summaryOfSongs = (songs: readonly SummedSong[], dates: readonly number[]): SongsSummary => {
  const albums: (string | null)[] = [];
  const years: (number | null)[] = [];
  const albumArtists: (string | null)[] = [];
  const artists: (string | null)[] = [];
  let hasPictures = false;
  for (const { tags, hasPicture } of songs) {
    albums.push(tags.album);
    years.push(tags.year);
    albumArtists.push(tags.albumArtists);
    if (tags.albumArtists === null) artists.push(tags.artists);
    if (hasPicture === 1) hasPictures = true;
  }
  const album = commonOf(albums);
  return {
    songCount: songs.length,
    newestSongAt: Math.max(0, ...dates),
    isAlbum: album !== null,
    album,
    artist: commonArtist({
      albumArtists: rangeOf(albumArtists),
      artists: rangeOf(artists),
      firstArtists: rangeOf(firstOf(artists)),
    }),
    year: commonOf(years),
    hasPictures,
  };
};
