import type Database from 'better-sqlite3';

/** Reads and writes all of one source at once. Writes belong inside a batch. */
export interface SourceTreeStore {
  rootId(sourceId: number): number | null;
  /** Songs of a source that are there. */
  songCount(sourceId: number): number;
  /** Its songs are to be taken in anew: ids of albums can depend on the paths of their folders. */
  rename(
    sourceId: number,
    change: { from: string; to: string; sortKey: Uint8Array; walkKey: Uint8Array },
  ): void;
  eachDirectory(sourceId: number, visit: (id: number, virtualPath: string) => void): void;
  /** One after another, however many there are: `visit` must leave the database alone. */
  eachSong(sourceId: number, visit: (virtualPath: string, addedAt: number) => void): void;
  /**
   * Takes the digests of all folders away, so that a scan looks at what is in them again, and the times of missing
   * songs, so that they are read when they come back.
   */
  forgetEntries(sourceId: number): void;
  songIds(sourceId: number): number[];
  /** Songs that came while the source was away. */
  newcomers(sourceId: number): { readonly id: number; readonly isMissing: 0 | 1 }[];
  /** Songs with ids above `after` that are there, without `newcomers`. */
  freshIds(sourceId: number, after: number): number[];
  /** Songs with ids above `after` came while the source is away, apart from some. */
  addNewcomers(sourceId: number, after: number, except: readonly number[]): void;
  /** All of a source is what it has. */
  clearNewcomers(sourceId: number): void;
  /** Songs of a source that are marked missing. */
  missingSongIds(sourceId: number): number[];
  /** Drops every row below a source. */
  remove(sourceId: number): void;
}

const ofSource = 'directory_id IN (SELECT id FROM directories WHERE source_id = ?)';

const readStatements = (raw: Database.Database) => {
  const ofRoot = (column: string) =>
    raw.prepare(`SELECT ${column} FROM directories WHERE source_id = ? AND parent_id IS NULL`).pluck();
  return {
    rootId: ofRoot('id'),
    songCount: ofRoot('total_song_count'),
    rootKeyLength: ofRoot('length(walk_key)'),
    directories: raw.prepare('SELECT id, virtual_path FROM directories WHERE source_id = ?').raw(),
    songs: raw
      .prepare(
        `SELECT virtual_path || '/' || songs.name, songs.added_at
         FROM songs JOIN directories ON directories.id = directory_id WHERE source_id = ?`,
      )
      .raw(),
    songIds: raw.prepare(`SELECT id FROM songs WHERE ${ofSource}`).pluck(),
    missingSongIds: raw.prepare(`SELECT id FROM songs WHERE missing_since_ms > 0 AND ${ofSource}`).pluck(),
    freshIds: raw
      .prepare(
        `SELECT id FROM songs WHERE id > @after AND missing_since_ms IS NULL AND came_while_away = 0
         AND directory_id IN (SELECT id FROM directories WHERE source_id = @sourceId)`,
      )
      .pluck(),
    newcomers: raw.prepare(
      `SELECT id, missing_since_ms IS NOT NULL AS isMissing FROM songs WHERE came_while_away = 1 AND ${ofSource}`,
    ),
  };
};

const writeStatements = (raw: Database.Database) => ({
  // The root's own key is a prefix of all others, and its name of all paths.
  rename: raw.prepare(
    `UPDATE directories SET
       virtual_path = @to || substr(virtual_path, length(@from) + 1),
       picture_path = @to || substr(picture_path, length(@from) + 1),
       artwork_path = @to || substr(artwork_path, length(@from) + 1),
       walk_key = CAST(@walkKey || substr(walk_key, @oldLength + 1) AS BLOB)
     WHERE source_id = @sourceId`,
  ),
  renameRoot: raw.prepare(
    'UPDATE directories SET name = ?, sort_key = ? WHERE source_id = ? AND parent_id IS NULL',
  ),
  renameSource: raw.prepare('UPDATE library_sources SET name = ? WHERE id = ?'),
  settleAgain: raw.prepare(
    `INSERT OR IGNORE INTO songs_to_settle (song_id) SELECT id FROM songs WHERE ${ofSource}`,
  ),
  forgetEntries: raw.prepare(
    'UPDATE directories SET entries_key = NULL WHERE source_id = ? AND entries_key IS NOT NULL',
  ),
  forgetMissing: raw.prepare(
    `UPDATE songs SET mtime_us = 0 WHERE missing_since_ms IS NOT NULL AND ${ofSource}`,
  ),
  addNewcomers: raw.prepare(
    `UPDATE songs SET came_while_away = 1 WHERE id > @after AND came_while_away = 0
       AND directory_id IN (SELECT id FROM directories WHERE source_id = @sourceId)
       AND id NOT IN (SELECT value FROM json_each(@except))`,
  ),
  clearNewcomers: raw.prepare(
    `UPDATE songs SET came_while_away = 0 WHERE came_while_away = 1 AND ${ofSource}`,
  ),
  removals: [
    `DELETE FROM songs WHERE ${ofSource}`,
    `DELETE FROM pictures WHERE ${ofSource}`,
    `DELETE FROM problems WHERE ${ofSource}`,
    'DELETE FROM directories WHERE source_id = ?',
  ].map((sql) => raw.prepare(sql)),
});

/** Makes the store over the writing connection. */
export const createSourceTreeStore = (raw: Database.Database): SourceTreeStore => {
  const read = readStatements(raw);
  const write = writeStatements(raw);
  return {
    rootId: (sourceId) => (read.rootId.get(sourceId) as number | undefined) ?? null,
    songCount: (sourceId) => (read.songCount.get(sourceId) as number | undefined) ?? 0,
    rename: (sourceId, { from, to, sortKey, walkKey }) => {
      const oldLength = read.rootKeyLength.get(sourceId) as number;
      write.rename.run({ sourceId, from, to, walkKey, oldLength });
      write.renameRoot.run(to, sortKey, sourceId);
      write.renameSource.run(to, sourceId);
      write.settleAgain.run(sourceId);
    },
    eachDirectory: (sourceId, visit) => {
      for (const [id, path] of read.directories.all(sourceId) as [number, string][]) visit(id, path);
    },
    eachSong: (sourceId, visit) => {
      for (const [path, addedAt] of read.songs.iterate(sourceId) as Iterable<[string, number]>)
        visit(path, addedAt);
    },
    forgetEntries: (sourceId) => {
      write.forgetEntries.run(sourceId);
      write.forgetMissing.run(sourceId);
    },
    songIds: (sourceId) => read.songIds.all(sourceId) as number[],
    newcomers: (sourceId) => read.newcomers.all(sourceId) as { id: number; isMissing: 0 | 1 }[],
    freshIds: (sourceId, after) => read.freshIds.all({ sourceId, after }) as number[],
    addNewcomers: (sourceId, after, except) =>
      write.addNewcomers.run({ sourceId, after, except: JSON.stringify(except) }),
    clearNewcomers: (sourceId) => write.clearNewcomers.run(sourceId),
    missingSongIds: (sourceId) => read.missingSongIds.all(sourceId) as number[],
    remove: (sourceId) => {
      for (const removal of write.removals) removal.run(sourceId);
    },
  };
};
