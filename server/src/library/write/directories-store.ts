import type Database from 'better-sqlite3';
import { folderId } from '../model/public-id.ts';

/** A folder's row as the walk needs it. */
export interface DirectoryRow {
  readonly id: number;
  readonly name: string;
  /** Null where the shown name is the real one. */
  readonly realName: Buffer | null;
  readonly entriesKey: number | null;
  readonly isMissing: boolean;
}

/** A folder that is new to the library. */
interface NewDirectory {
  readonly sourceId: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly realName: Buffer | null;
  readonly virtualPath: string;
  readonly sortKey: Uint8Array;
  readonly walkKey: Uint8Array;
  /** Seconds since the epoch. */
  readonly addedAt: number;
}

/** What lists show of a folder, derived from its direct songs and pictures. */
export interface DirectorySummary {
  readonly songCount: number;
  readonly isAlbum: boolean;
  readonly album: string | null;
  readonly artist: string | null;
  readonly year: number | null;
  readonly newestSongAt: number;
}

/** The picture file beside a folder's songs, and what shows the folder: that, or a song with one in it. Virtual paths. */
interface DirectoryArtwork {
  readonly picturePath: string | null;
  readonly artworkPath: string | null;
}

/** All that is derived of a folder, where it is known before the folder is written. */
export interface DirectoryDetails {
  readonly summary: DirectorySummary;
  readonly artwork: DirectoryArtwork;
  readonly entriesKey: number;
}

/** Where a folder stands. */
export interface DirectoryPlace {
  readonly id: number;
  readonly sourceId: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly virtualPath: string;
  readonly songCount: number;
  /** At or below it; as of the last commit. */
  readonly totalSongCount: number;
  readonly isMissing: boolean;
}

/** Reads and writes folders of the library. Synchronous; writes belong inside a batch. */
export interface DirectoriesStore {
  children(parentId: number): DirectoryRow[];
  walkKey(id: number): Uint8Array;
  place(id: number): DirectoryPlace | null;
  /** The folder with this virtual path. */
  findByPath(virtualPath: string): DirectoryRow | null;
  /** @param details otherwise the folder has no songs, no pictures and no digest until they are told */
  insert(directory: NewDirectory, details?: DirectoryDetails): number;
  setEntriesKey(id: number, key: number | null): void;
  setRealName(id: number, realName: Buffer | null): void;
  /** Marks a folder as there again. */
  restore(id: number): void;
  markMissing(id: number, sinceMs: number): void;
  remove(id: number): void;
  /** The folder and all below it, deepest first. */
  subtree(id: number): number[];
  summary(id: number, summary: DirectorySummary): void;
  /** Adds to the number of songs at or below a folder, for it and all above it; written with `flushTotals`. */
  addToTotals(id: number, delta: number): void;
  /** Before each commit. */
  flushTotals(): void;
  /** After a rollback. */
  discardTotals(): void;
  artwork(id: number, artwork: DirectoryArtwork): void;
  setColor(id: number, color: string): void;
  /** Ids above `after`, at most `limit`, ascending. */
  idsAfter(after: number, limit: number): number[];
  hasSongsBelow(id: number): boolean;
}

type Row = readonly unknown[];

const directoryRow = ([id, name, realName, entriesKey, missing]: Row): DirectoryRow => ({
  id: id as number,
  name: name as string,
  realName: realName as Buffer | null,
  entriesKey: entriesKey as number | null,
  isMissing: missing !== null,
});

const rowColumns = 'id, name, real_name, entries_key, missing_since_ms';

const below = `WITH RECURSIVE below (id, depth) AS (
  SELECT ?, 0 UNION ALL
  SELECT directories.id, depth + 1 FROM directories JOIN below ON directories.parent_id = below.id)`;

const readStatements = (raw: Database.Database) => ({
  children: raw.prepare(`SELECT ${rowColumns} FROM directories WHERE parent_id = ?`).raw(),
  walkKey: raw.prepare('SELECT walk_key FROM directories WHERE id = ?').pluck(),
  place: raw.prepare(
    `SELECT id, source_id AS sourceId, parent_id AS parentId, name, virtual_path AS virtualPath,
       song_count AS songCount, total_song_count AS totalSongCount, missing_since_ms IS NOT NULL AS isMissing FROM directories WHERE id = ?`,
  ),
  findByPath: raw.prepare(`SELECT ${rowColumns} FROM directories WHERE virtual_path = ?`).raw(),
  subtree: raw.prepare(`${below} SELECT id FROM below ORDER BY depth DESC`).pluck(),
  idsAfter: raw.prepare('SELECT id FROM directories WHERE id > ? ORDER BY id LIMIT ?').pluck(),
  hasSongsBelow: raw
    .prepare(`${below} SELECT 1 FROM below JOIN songs ON songs.directory_id = below.id LIMIT 1`)
    .pluck(),
});

const summaryColumns = 'song_count, is_album, album, artist, year, newest_song_at';
const summaryValues = '@songCount, @isAlbum, @album, @artist, @year, @newestSongAt';

const insertColumns = `source_id, parent_id, name, real_name, virtual_path, sort_key, walk_key, added_at, public_id,
  entries_key, ${summaryColumns}, picture_path, artwork_path`;

const writeStatements = (raw: Database.Database) => ({
  insert: raw.prepare(
    `INSERT INTO directories (${insertColumns}) VALUES (?${', ?'.repeat(insertColumns.split(',').length - 1)})`,
  ),
  setEntriesKey: raw.prepare(
    'UPDATE directories SET entries_key = @key WHERE id = @id AND entries_key IS NOT @key',
  ),
  setRealName: raw.prepare('UPDATE directories SET real_name = ? WHERE id = ?'),
  restore: raw.prepare('UPDATE directories SET missing_since_ms = NULL WHERE id = ?'),
  markMissing: raw.prepare(
    `UPDATE directories SET missing_since_ms = ?, entries_key = NULL
     WHERE id = ? AND missing_since_ms IS NULL`,
  ),
  remove: raw.prepare('DELETE FROM directories WHERE id = ?'),
  summary: raw.prepare(
    `UPDATE directories SET (${summaryColumns}) = (${summaryValues})
     WHERE id = @id AND (${summaryColumns}) IS NOT (${summaryValues})`,
  ),
  artwork: raw.prepare(
    `UPDATE directories SET picture_path = @picturePath, artwork_path = @artworkPath,
       artwork_color = CASE WHEN artwork_path IS @artworkPath THEN artwork_color END
     WHERE id = @id AND (picture_path IS NOT @picturePath OR artwork_path IS NOT @artworkPath)`,
  ),
  setColor: raw.prepare('UPDATE directories SET artwork_color = ? WHERE id = ?'),
});

/** Changes of numbers of songs, gathered, as a batch of songs mostly shares the folders above. */
const createTotals = (
  raw: Database.Database,
): Pick<DirectoriesStore, 'addToTotals' | 'flushTotals' | 'discardTotals'> => {
  const parent = raw
    .prepare<[number], number | null>('SELECT parent_id FROM directories WHERE id = ?')
    .pluck();
  const addToTotal = raw.prepare(
    'UPDATE directories SET total_song_count = total_song_count + ? WHERE id = ?',
  );
  const totals = new Map<number, number>();
  return {
    addToTotals: (id, delta) => {
      for (let at: number | null = id; at !== null; at = parent.get(at) ?? null) {
        totals.set(at, (totals.get(at) ?? 0) + delta);
      }
    },
    flushTotals: () => {
      for (const [id, delta] of totals) if (delta !== 0) addToTotal.run(delta, id);
      totals.clear();
    },
    discardTotals: () => totals.clear(),
  };
};

const noDetails = {
  entriesKey: null,
  summary: { songCount: 0, isAlbum: false, album: null, artist: null, year: null, newestSongAt: 0 },
  artwork: { picturePath: null, artworkPath: null },
};

/** In the order of the columns. */
const insertValues = (
  directory: NewDirectory,
  { entriesKey, summary, artwork }: DirectoryDetails | typeof noDetails,
): unknown[] => [
  directory.sourceId,
  directory.parentId,
  directory.name,
  directory.realName,
  directory.virtualPath,
  directory.sortKey,
  directory.walkKey,
  directory.addedAt,
  folderId(directory.virtualPath),
  entriesKey,
  summary.songCount,
  summary.isAlbum ? 1 : 0,
  summary.album,
  summary.artist,
  summary.year,
  summary.newestSongAt,
  artwork.picturePath,
  artwork.artworkPath,
];

/** Makes the store over the writing connection. */
export const createDirectoriesStore = (raw: Database.Database): DirectoriesStore => {
  const read = readStatements(raw);
  const write = writeStatements(raw);
  const totals = createTotals(raw);
  return {
    children: (parentId) => (read.children.all(parentId) as Row[]).map(directoryRow),
    walkKey: (id) => read.walkKey.get(id) as Uint8Array,
    place: (id) => {
      const row = read.place.get(id) as
        | (Omit<DirectoryPlace, 'isMissing'> & { isMissing: number })
        | undefined;
      return row === undefined ? null : { ...row, isMissing: row.isMissing === 1 };
    },
    findByPath: (virtualPath) => {
      const row = read.findByPath.get(virtualPath) as Row | undefined;
      return row === undefined ? null : directoryRow(row);
    },
    insert: (directory, details?: DirectoryDetails) =>
      Number(write.insert.run(...insertValues(directory, details ?? noDetails)).lastInsertRowid),
    setEntriesKey: (id, key) => write.setEntriesKey.run({ id, key }),
    setRealName: (id, realName) => write.setRealName.run(realName, id),
    restore: (id) => write.restore.run(id),
    markMissing: (id, sinceMs) => write.markMissing.run(sinceMs, id),
    remove: (id) => write.remove.run(id),
    subtree: (id) => read.subtree.all(id) as number[],
    summary: (id, summary) =>
      write.summary.run({
        id,
        songCount: summary.songCount,
        isAlbum: summary.isAlbum ? 1 : 0,
        album: summary.album,
        artist: summary.artist,
        year: summary.year,
        newestSongAt: summary.newestSongAt,
      }),
    ...totals,
    artwork: (id, { picturePath, artworkPath }) => write.artwork.run({ picturePath, artworkPath, id }),
    setColor: (id, color) => write.setColor.run(color, id),
    idsAfter: (after, limit) => read.idsAfter.all(after, limit) as number[],
    hasSongsBelow: (id) => read.hasSongsBelow.get(id) !== undefined,
  };
};
