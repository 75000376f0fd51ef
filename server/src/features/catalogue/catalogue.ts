import type { Names } from './names.ts';
import type { SongFactsIndex } from './song-facts.ts';

/** An album: songs with the same main artists and album name. Artists are numbers of names. */
export interface Album {
  readonly name: string;
  readonly mainArtists: readonly number[];
  artwork: string | null;
  year: number | null;
  /** Seconds since the epoch when its newest song came. */
  addedAt: number;
  /** Ids of its songs, by disc and track once the catalogue is made. */
  songs: number[];
}

/** Somebody who is named on songs. Albums are their places in the list of albums. */
export interface Artist {
  readonly asPerformer: Set<number>;
  readonly asAdditionalPerformer: Set<number>;
  readonly asComposer: Set<number>;
  readonly asLyricist: Set<number>;
  readonly songsByGenre: Map<number, number>;
  songCount: number;
}

/** A genre. Albums are their places in the list of albums, artists and genres numbers of names. */
export interface Genre {
  readonly albums: Set<number>;
  readonly artists: Set<number>;
  readonly related: Map<number, number>;
  readonly songs: number[];
}

/** Albums, artists and genres of all songs, as version 8 counts them. */
export interface Catalogue {
  readonly artistNames: Names;
  readonly genreNames: Names;
  /** By name. */
  readonly albums: readonly Album[];
  /** By the numbers of their names. */
  readonly artists: readonly Artist[];
  readonly genres: readonly Genre[];
  /** Numbers of names, by name. */
  readonly artistOrder: readonly number[];
  readonly genreOrder: readonly number[];
  /** Places of albums, newest first. */
  readonly newest: readonly number[];
  /** The album of main artists and a name. */
  readonly albumAt: (mainArtists: readonly number[], name: string) => Album | undefined;
  /** Where a song stands among all of them, by its id: artists, year, album, disc, track. */
  readonly songRanks: Uint32Array;
  /** Ids of all songs in that order. */
  readonly songOrder: Uint32Array;
  /** What queries ask of songs. */
  readonly facts: SongFactsIndex;
}
