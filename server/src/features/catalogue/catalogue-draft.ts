import type { Album, Artist, Genre } from './catalogue.ts';
import { cleaned, type Names } from './names.ts';

/** Songs of the same main artists, year and album name: one stretch of the order of all songs. */
export interface SongGroup {
  readonly mainArtists: readonly number[];
  readonly year: number | null;
  readonly album: string | null;
  readonly songs: SongPlace[];
}

/** A song within its group. */
export interface SongPlace {
  readonly id: number;
  readonly disc: number | null;
  readonly track: number | null;
}

/** A catalogue in the making. */
export interface Draft {
  readonly artistNames: Names;
  readonly genreNames: Names;
  readonly albums: Map<string, Album>;
  /** Places of the albums as they were met. */
  readonly albumPlaces: Map<Album, number>;
  readonly artists: Artist[];
  readonly genres: Genre[];
  readonly groups: Map<string, SongGroup>;
  greatestId: number;
}

/** Key of an album among all of them. */
export const albumKey = (mainArtists: readonly number[], name: string): string =>
  `${mainArtists.join(' ')}\n${cleaned(name)}`;
