/** Texts of a song that may name several, as its file has them. JSON lists; `more` is what has no column. */
export interface SongTexts {
  readonly id: number;
  readonly artists: string | null;
  readonly artist_list: string | null;
  readonly album_artists: string | null;
  readonly album_artist_list: string | null;
  readonly composers: string | null;
  readonly lyricists: string | null;
  readonly genres: string | null;
  readonly more: string | null;
}

/** An artist or album, and how it is ordered now. */
export interface PlacedName {
  readonly id: number;
  readonly name: string;
  readonly sort_name: string | null;
  readonly sort_key: Uint8Array;
  readonly letter: string;
  readonly public_id: Uint8Array;
  readonly song_count: number;
  /** Who an album is by, as its files show it; null of an artist. */
  readonly by: string | null;
}

/** All songs, artists and albums, in runs by their numbers: for what other rules would make of them. */
export interface TagTextReading {
  /** Songs that are there, behind one. */
  songsAfter(id: number, limit: number): Promise<readonly SongTexts[]>;
  /** Artists of the list, or albums, behind one. An album's sort tag is not told. */
  namesAfter(kind: 'artist' | 'album', id: number, limit: number): Promise<readonly PlacedName[]>;
}
