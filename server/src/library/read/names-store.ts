import type Database from 'better-sqlite3';

/** A folder as the lists of paths need it. */
export interface NamedFolder {
  readonly id: number;
  readonly virtual_path: string;
  readonly sort_key: Buffer;
  readonly total_song_count: number;
}

/** A file of a folder. */
export interface NamedFile {
  readonly name: string;
  readonly sort_key: Buffer;
}

const folderColumns = 'd.id, d.virtual_path, d.sort_key, d.total_song_count';

/** Every statement that orders, by what it answers. */
export const nameStatements = {
  foldersAfter: `SELECT ${folderColumns} FROM directories AS d
    WHERE d.parent_id = ? AND d.sort_key > ? AND d.missing_since_ms IS NULL ORDER BY d.sort_key LIMIT ?`,
  songsAfter: `SELECT name, sort_key FROM songs
    WHERE directory_id = ? AND sort_key > ? AND missing_since_ms IS NULL ORDER BY sort_key LIMIT ?`,
} as const;

/** Reads names of folders and songs. */
export type NamesStore = ReturnType<typeof createNamesStore>;

/** Over a connection that reads `library.db`. */
export const createNamesStore = (raw: Database.Database) => {
  // As many as people typed in: sorted as they are read.
  const sources = raw.prepare<[], NamedFolder>(
    `SELECT ${folderColumns} FROM library_sources AS l
     JOIN directories AS d ON d.source_id = l.id AND d.virtual_path = l.name
     WHERE d.parent_id IS NULL AND d.missing_since_ms IS NULL ORDER BY d.sort_key`,
  );
  const folder = raw.prepare<[string], NamedFolder>(
    `SELECT ${folderColumns} FROM directories AS d WHERE d.virtual_path = ? AND d.missing_since_ms IS NULL`,
  );
  const song = raw.prepare<[string, string], number>(
    `SELECT 1 FROM directories AS d JOIN songs AS s ON s.directory_id = d.id
     WHERE d.virtual_path = ? AND s.name = ? AND s.missing_since_ms IS NULL`,
  );
  const foldersAfter = raw.prepare<[number, Buffer, number], NamedFolder>(nameStatements.foldersAfter);
  const songsAfter = raw.prepare<[number, Buffer, number], NamedFile>(nameStatements.songsAfter);
  return {
    /** Roots of the sources by name. */
    sources: (): NamedFolder[] => sources.all(),
    folder: (virtualPath: string): NamedFolder | undefined => folder.get(virtualPath),
    hasSong: (folderPath: string, name: string): boolean => song.get(folderPath, name) !== undefined,
    /** By name, behind a key: (folder, key, limit). */
    foldersAfter: (id: number, key: Buffer, limit: number) => foldersAfter.all(id, key, limit),
    songsAfter: (id: number, key: Buffer, limit: number) => songsAfter.all(id, key, limit),
  };
};
