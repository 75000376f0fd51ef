/** What search knows of a song that is there. Texts as they are shown; folding is done here. */
export interface SongDocument {
  /** Virtual path of its folder. */
  readonly folderPath: string;
  /** File name. */
  readonly name: string;
  readonly title: string | null;
  /** What else is searched of it: artists, album. */
  readonly texts: readonly string[];
}

/** What search knows of a folder that is there, sources included. */
export interface DirectoryDocument {
  readonly virtualPath: string;
}

/**
 * Keeps the search tables of `library.db` equal to what lists show. Called by the scanner's writer inside
 * its own transactions, with the ids of `songs` and `directories`. What is marked missing is removed and
 * put again when it comes back; what belongs to a source that is away stays.
 *
 * Changes are gathered and written by `flush`, which every transaction calls before it commits; after a
 * rollback, `discard` forgets what was gathered.
 */
export interface SearchIndexWriter {
  /** Adds a song, or replaces what was known of it. */
  putSong(songId: number, document: SongDocument): void;
  /** Takes a song out; does nothing when it is not in. */
  removeSong(songId: number): void;
  /** Adds a folder, or replaces what was known of it. Its songs are put again when its path changed. */
  putDirectory(directoryId: number, document: DirectoryDocument): void;
  /** Takes a folder out, not what is below it; does nothing when it is not in. */
  removeDirectory(directoryId: number): void;
  /** Writes what was gathered: before each commit. */
  flush(): void;
  /** Forgets what was gathered and remembered: after a rollback. */
  discard(): void;
  /** Lets go of memory, after the last batch of a scan. */
  settle(): void;
}
