/** Names that an artist has on songs, and what they are recognised by. */
export interface ArtistNames {
  readonly name: string;
  readonly sortName: string | null;
  readonly mbId: string | null;
  /** What the shown name counts as. */
  readonly folded: string;
  /** Each once; `mbId` is empty where files say none. */
  readonly spellings: readonly { readonly name: string; readonly mbId: string }[];
  /** Whether others have one of its names. */
  readonly sharesName: boolean;
}

export interface GenreNames {
  readonly name: string;
  readonly spellings: readonly string[];
}

/** What tells an album from others, and what it shows. Ids are hexadecimal. */
export interface AlbumFacts {
  readonly id: string;
  readonly identity: string;
  readonly title: string;
  readonly version: string | null;
  readonly artists: readonly { readonly name: string; readonly sortName: string; readonly mbId: string }[];
  /** Whether no other album has its identity. */
  readonly isAlone: boolean;
  /** Years of its songs. */
  readonly years: readonly (number | null)[];
  /** Folder trees of those of its songs that have none. */
  readonly yearlessTrees: readonly string[];
}

/** Tells what corrections of albums, artists and genres have to know. */
export interface CorrectionFacts {
  /** @param id as clients have it; null where there is none */
  artist(id: string): Promise<ArtistNames | null>;
  genre(id: string): Promise<GenreNames | null>;
  album(id: string): Promise<AlbumFacts | null>;
  /** Ids of songs, also of hidden ones, in the order of the paths. */
  songIds(paths: readonly string[]): Promise<(string | null)[]>;
  /** Where songs are, by their ids; those that are not known are left out. */
  songPaths(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
