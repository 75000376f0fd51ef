import type Database from 'better-sqlite3';
import type { JsonRun } from './json-runs.ts';
import {
  type DirectoryRow,
  directoryColumns,
  directoryJson,
  longWire,
  type SongFolder,
  type SongRow,
  songColumns,
  songItemJsonSql,
  songJson,
} from './wire.ts';

/** Every statement that orders, by what it answers. */
export const hitStatements = {
  walk: `SELECT id, walk_key, song_count FROM directories WHERE walk_key > ? ORDER BY walk_key LIMIT ?`,
  songIdsOf: `SELECT id FROM songs WHERE directory_id = ? AND missing_since_ms IS NULL ORDER BY sort_key`,
  songIdsAfter: `SELECT id, sort_key FROM songs
    WHERE directory_id = ? AND sort_key > ? AND missing_since_ms IS NULL ORDER BY sort_key LIMIT ?`,
} as const;

/** Reads what search has found, by id. */
export type HitsStore = ReturnType<typeof createHitsStore>;

/** Prepares the statements on a connection that reads `library.db`. */
export const createHitsStore = (raw: Database.Database) => {
  const walk = raw.prepare<[Buffer, number], { id: number; walk_key: Buffer; song_count: number }>(
    hitStatements.walk,
  );
  const songIdsOf = raw.prepare<[number], number>(hitStatements.songIdsOf).pluck();
  const songIdsAfter = raw.prepare<[number, Buffer, number], { id: number; sort_key: Buffer }>(
    hitStatements.songIdsAfter,
  );
  const sortSongs = raw
    .prepare<[string], number>(
      `SELECT s.id FROM json_each(?) AS hit JOIN songs AS s ON s.id = hit.value
       JOIN directories AS d ON d.id = s.directory_id ORDER BY d.walk_key, s.sort_key`,
    )
    .pluck();
  const sortDirectories = raw
    .prepare<[string], number>(
      `SELECT d.id FROM json_each(?) AS hit JOIN directories AS d ON d.id = hit.value ORDER BY d.walk_key`,
    )
    .pluck();
  // One statement for many ids, in their order. A join on a bound id would be compiled anew at every call,
  // which takes ten times as long as the look-up.
  const songs = raw.prepare<[string], SongRow & SongFolder>(
    `SELECT ${songColumns}, d.virtual_path, d.picture_path FROM json_each(?) AS hit
     CROSS JOIN songs AS s ON s.id = hit.value CROSS JOIN directories AS d ON d.id = s.directory_id
     WHERE s.missing_since_ms IS NULL`,
  );
  // The same as one row of bytes, in the order in which the ids are met: neither decoded nor encoded here.
  const songsInPiece = raw.prepare<[string], { json: Buffer | null; longest: number | null }>(
    `SELECT CAST(group_concat(${songItemJsonSql}) AS BLOB) AS json, max(octet_length(s.wire)) AS longest
     FROM json_each(?) AS hit CROSS JOIN songs AS s ON s.id = hit.value
     CROSS JOIN directories AS d ON d.id = s.directory_id WHERE s.missing_since_ms IS NULL`,
  );
  const directories = raw.prepare<[string], DirectoryRow>(
    `SELECT ${directoryColumns} FROM json_each(?) AS hit CROSS JOIN directories AS d ON d.id = hit.value
     WHERE d.missing_since_ms IS NULL`,
  );
  return {
    /** Folders behind a walk key, in the order of the walk. */
    walk: (after: Buffer, limit: number) => walk.all(after, limit),
    /** Songs of a folder by name. */
    songIdsOf: (directoryId: number): number[] => songIdsOf.all(directoryId),
    /** The same behind a sort key, for folders of many songs. */
    songIdsAfter: (directoryId: number, after: Buffer, limit: number) =>
      songIdsAfter.all(directoryId, after, limit),
    /** A few ids in the natural order of their paths. */
    sortSongs: (ids: readonly number[]): number[] => sortSongs.all(JSON.stringify(ids)),
    sortDirectories: (ids: readonly number[]): number[] => sortDirectories.all(JSON.stringify(ids)),
    /** Items as JSON, in the order of the ids, without those that have just gone. */
    songItems: (ids: readonly number[]): JsonRun => {
      const wanted = JSON.stringify(ids);
      const piece = songsInPiece.get(wanted);
      // A long one is to be looked through.
      return (piece?.longest ?? 0) > longWire
        ? songs.all(wanted).map((row) => `{"Song":${songJson(row, row)}}`)
        : (piece?.json ?? []);
    },
    directoryItems: (ids: readonly number[]): string[] =>
      directories.all(JSON.stringify(ids)).map((row) => `{"Directory":${directoryJson(row)}}`),
  };
};
