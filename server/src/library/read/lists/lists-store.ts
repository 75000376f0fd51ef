import type Database from 'better-sqlite3';
import { createTogether } from '../../together.ts';
import type { DirectoryRow, SongFolder, SongRow } from '../wire.ts';
import { directoryColumns, songColumns, songItemJsonSql, songJsonSql } from '../wire.ts';

/** A folder found by its virtual path. */
export interface FoundDirectory extends SongFolder {
  readonly id: number;
  readonly walk_key: Buffer;
  readonly song_count: number;
  readonly total_song_count: number;
  /** Folders in it. */
  readonly child_count: number;
}

/** A folder with songs, met on a walk. */
export interface WalkedDirectory extends SongFolder {
  readonly id: number;
  readonly walk_key: Buffer;
  readonly song_count: number;
}

/** A folder whose face is wanted. */
export interface FacedDirectory {
  readonly path: string;
  readonly walk_key: Buffer;
  readonly total_song_count: number;
}

/** Songs of some folders in one piece. */
interface WalkedSongs {
  /** JSON of the songs with commas between them; null without any. */
  readonly json: Buffer | null;
  readonly song_count: number | null;
  /** Length of the longest `wire` among them, in bytes. */
  readonly longest: number | null;
}

/** Songs of one folder in one piece. */
export interface SongPiece extends WalkedSongs {
  /** Key of the last of them; null without any. */
  readonly key: Buffer | null;
}

type Keyed<Row> = Row & { readonly key: Buffer };

/**
 * Songs of a folder in one piece, as JSON with commas between them: a row for hundreds, for who reads very many. SQLite
 * keeps the order of what is put together. As bytes, it is neither decoded nor encoded here.
 * @param key column by which they are in order
 * @param json of one song
 * @param which of the folder's songs: a condition, and what follows the order
 */
const songPiece = (
  key: 'sort_key' | 'walk_key',
  json: string,
  which: { where: string; limit: string },
): string =>
  `SELECT CAST(group_concat(json) AS BLOB) AS json, count(*) AS song_count, max(longest) AS longest, max(key) AS key
    FROM (SELECT ${json} AS json, octet_length(s.wire) AS longest, s.${key} AS key
      FROM directories AS d CROSS JOIN songs AS s ON s.directory_id = d.id
      WHERE d.id = ? AND ${which.where}s.missing_since_ms IS NULL ORDER BY s.${key} LIMIT ${which.limit})`;

/** Reads the lists of the collection. Every order has an index, see orders.test.ts. */
export type ListsStore = ReturnType<typeof createListsStore>;

/** Every statement, by what it answers; names are those of the functions below. */
export const listStatements = {
  findDirectory: `SELECT d.id, d.virtual_path, d.picture_path, d.walk_key, d.song_count, d.total_song_count,
      d.child_count
    FROM directories AS d WHERE d.virtual_path = ? AND d.missing_since_ms IS NULL`,
  sources: `SELECT ${directoryColumns} FROM library_sources AS l
    JOIN directories AS d ON d.source_id = l.id AND d.virtual_path = l.name
    WHERE d.parent_id IS NULL AND d.missing_since_ms IS NULL ORDER BY l.position, l.id`,
  totalSongs: `SELECT ifnull(sum(total_song_count), 0) FROM directories
    WHERE parent_id IS NULL AND missing_since_ms IS NULL`,
  sourceRoots: `SELECT d.id, d.virtual_path, d.picture_path, d.walk_key, d.song_count, d.total_song_count,
      d.child_count
    FROM library_sources AS l JOIN directories AS d ON d.source_id = l.id AND d.virtual_path = l.name
    WHERE d.parent_id IS NULL AND d.missing_since_ms IS NULL ORDER BY l.position, l.id`,
  countSongs: `SELECT count(*) FROM (SELECT 1 FROM songs WHERE directory_id = ? AND missing_since_ms IS NULL LIMIT ?)`,
  childrenFrom: `SELECT ${directoryColumns}, d.sort_key AS key FROM directories AS d
    WHERE d.parent_id = ? AND d.missing_since_ms IS NULL ORDER BY d.sort_key LIMIT ? OFFSET ?`,
  childrenAfter: `SELECT ${directoryColumns}, d.sort_key AS key FROM directories AS d
    WHERE d.parent_id = ? AND d.sort_key > ? AND d.missing_since_ms IS NULL ORDER BY d.sort_key LIMIT ?`,
  songsFrom: `SELECT ${songColumns}, s.sort_key AS key FROM songs AS s
    WHERE s.directory_id = ? AND s.missing_since_ms IS NULL ORDER BY s.sort_key LIMIT ? OFFSET ?`,
  songsAfter: `SELECT ${songColumns}, s.sort_key AS key FROM songs AS s
    WHERE s.directory_id = ? AND s.sort_key > ? AND s.missing_since_ms IS NULL ORDER BY s.sort_key LIMIT ?`,
  walkedSongsFrom: `SELECT ${songColumns}, s.walk_key AS key FROM songs AS s
    WHERE s.directory_id = ? AND s.missing_since_ms IS NULL ORDER BY s.walk_key LIMIT ? OFFSET ?`,
  walkedSongsAfter: `SELECT ${songColumns}, s.walk_key AS key FROM songs AS s
    WHERE s.directory_id = ? AND s.walk_key > ? AND s.missing_since_ms IS NULL ORDER BY s.walk_key LIMIT ?`,
  songPieceFrom: songPiece('sort_key', songItemJsonSql, { where: '', limit: '? OFFSET ?' }),
  songPieceAfter: songPiece('sort_key', songItemJsonSql, { where: 's.sort_key > ? AND ', limit: '?' }),
  walkedPieceFrom: songPiece('walk_key', songJsonSql, { where: '', limit: '? OFFSET ?' }),
  walkedPieceAfter: songPiece('walk_key', songJsonSql, { where: 's.walk_key > ? AND ', limit: '?' }),
  facesFrom: `SELECT d.virtual_path AS path, d.walk_key, d.total_song_count FROM directories AS d
    WHERE d.parent_id = ? AND d.missing_since_ms IS NULL ORDER BY d.sort_key LIMIT ? OFFSET ?`,
  albumsBelow: `SELECT count(*) FROM directories AS d
    WHERE d.walk_key >= ? AND d.walk_key < ? AND d.song_count > 0 AND d.is_album = 1`,
  picturesBelow: `SELECT d.artwork_path FROM directories AS d
    WHERE d.walk_key >= ? AND d.walk_key < ? AND d.song_count > 0 AND d.is_album = 1
      AND d.artwork_path IS NOT NULL ORDER BY d.walk_key LIMIT ?`,
  walkBlock: `SELECT sum(song_count) AS song_count, max(walk_key) AS last_key FROM (
    SELECT d.walk_key, d.song_count FROM directories AS d
    WHERE d.walk_key >= ? AND d.walk_key < ? ORDER BY d.walk_key LIMIT ?)`,
  walkFrom: `SELECT d.id, d.virtual_path, d.picture_path, d.walk_key, d.song_count FROM directories AS d
    WHERE d.walk_key >= ? AND d.walk_key < ? AND d.song_count > 0 ORDER BY d.walk_key LIMIT ?`,
  walkedSongsBetween: `SELECT CAST(group_concat(json) AS BLOB) AS json, sum(song_count) AS song_count,
      max(longest) AS longest
    FROM (SELECT d.song_count, (SELECT max(octet_length(s.wire)) FROM songs AS s
          WHERE s.directory_id = d.id AND s.missing_since_ms IS NULL) AS longest,
        (SELECT group_concat(json) FROM (SELECT ${songJsonSql} AS json FROM songs AS s
          WHERE s.directory_id = d.id AND s.missing_since_ms IS NULL ORDER BY s.walk_key)) AS json
      FROM directories AS d WHERE d.walk_key >= ? AND d.walk_key <= ? AND d.song_count > 0 ORDER BY d.walk_key)`,
  countAlbums: `SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'album_count'`,
  albumIds: `SELECT id FROM directories WHERE is_album = 1 AND missing_since_ms IS NULL`,
  greatestDirectoryId: `SELECT ifnull(max(id), 0) FROM directories`,
  isAlbum: `SELECT 1 FROM directories AS d WHERE d.id = ? AND d.is_album = 1 AND d.missing_since_ms IS NULL`,
  albumsOf: `SELECT ${directoryColumns} FROM json_each(?) AS wanted CROSS JOIN directories AS d ON d.id = wanted.value
    WHERE d.is_album = 1 AND d.missing_since_ms IS NULL`,
  newestAlbums: `SELECT ${directoryColumns} FROM directories AS d
    WHERE d.is_album = 1 AND d.missing_since_ms IS NULL
    ORDER BY d.newest_song_at DESC, d.id DESC LIMIT ? OFFSET ?`,
} as const;

/** Prepares the statements on a connection that reads `library.db`. */
export const createListsStore = (raw: Database.Database) => {
  const rows = <Parameters extends unknown[], Row>(sql: string) => raw.prepare<Parameters, Row>(sql);
  const number = <Parameters extends unknown[]>(sql: string) => {
    const statement = raw.prepare<Parameters, number>(sql).pluck();
    return (...parameters: Parameters): number => statement.get(...parameters) ?? 0;
  };
  const all = <Parameters extends unknown[], Row>(sql: string) => {
    const statement = rows<Parameters, Row>(sql);
    return (...parameters: Parameters): Row[] => statement.all(...parameters);
  };
  const one = <Parameters extends unknown[], Row>(sql: string) => {
    const statement = rows<Parameters, Row>(sql);
    return (...parameters: Parameters): Row | undefined => statement.get(...parameters);
  };
  const albumIds = raw.prepare<[], number>(listStatements.albumIds).pluck();
  const isAlbum = raw.prepare<[number], number>(listStatements.isAlbum).pluck();
  const albumsOf = rows<[string], DirectoryRow>(listStatements.albumsOf);
  return {
    /** Reads with several of the statements as one. */
    together: createTogether(raw),
    findDirectory: one<[string], FoundDirectory>(listStatements.findDirectory),
    /** Roots of the sources in saved order. */
    sources: all<[], DirectoryRow>(listStatements.sources),
    sourceRoots: all<[], FoundDirectory>(listStatements.sourceRoots),
    totalSongs: number<[]>(listStatements.totalSongs),
    /** Songs of a folder, up to so many. */
    countSongs: number<[number, number]>(listStatements.countSongs),
    /** Folders of a folder by name: (folder, limit, offset), then (folder, key of the last, limit). */
    childrenFrom: all<[number, number, number], Keyed<DirectoryRow>>(listStatements.childrenFrom),
    childrenAfter: all<[number, Buffer, number], Keyed<DirectoryRow>>(listStatements.childrenAfter),
    /** Songs of a folder by name. */
    songsFrom: all<[number, number, number], Keyed<SongRow>>(listStatements.songsFrom),
    songsAfter: all<[number, Buffer, number], Keyed<SongRow>>(listStatements.songsAfter),
    /** Songs of a folder as they are played in a row. */
    walkedSongsFrom: all<[number, number, number], Keyed<SongRow>>(listStatements.walkedSongsFrom),
    walkedSongsAfter: all<[number, Buffer, number], Keyed<SongRow>>(listStatements.walkedSongsAfter),
    /** The same as one piece of JSON each, as entries of a folder or as songs. */
    songPieceFrom: one<[number, number, number], SongPiece>(listStatements.songPieceFrom),
    songPieceAfter: one<[number, Buffer, number], SongPiece>(listStatements.songPieceAfter),
    walkedPieceFrom: one<[number, number, number], SongPiece>(listStatements.walkedPieceFrom),
    walkedPieceAfter: one<[number, Buffer, number], SongPiece>(listStatements.walkedPieceAfter),
    /** Folders of a folder by name, to be looked into: (folder, limit, offset). */
    facesFrom: all<[number, number, number], FacedDirectory>(listStatements.facesFrom),
    /** Albums between two walk keys. */
    albumsBelow: number<[Buffer, Buffer]>(listStatements.albumsBelow),
    /** Pictures of albums between two walk keys: (from, end, limit). */
    picturesBelow: all<[Buffer, Buffer, number], { artwork_path: string }>(listStatements.picturesBelow),
    /** Songs in the next folders between two walk keys, and the last folder's key: (from, end, folders). */
    walkBlock: one<[Buffer, Buffer, number], { song_count: number | null; last_key: Buffer | null }>(
      listStatements.walkBlock,
    ),
    /** Folders with songs between two walk keys: (from, end, limit). */
    walkFrom: all<[Buffer, Buffer, number], WalkedDirectory>(listStatements.walkFrom),
    /** All songs of the folders from one walk key to another, both included. */
    walkedSongsBetween: one<[Buffer, Buffer], WalkedSongs>(listStatements.walkedSongsBetween),
    countAlbums: number<[]>(listStatements.countAlbums),
    albumIds: (): number[] => albumIds.all(),
    greatestDirectoryId: number<[]>(listStatements.greatestDirectoryId),
    isAlbum: (id: number): boolean => isAlbum.get(id) !== undefined,
    /** Those of some ids that are albums, as they are met: ids come from the list, one after the other. */
    albumsOf: (ids: readonly number[]): DirectoryRow[] => albumsOf.all(JSON.stringify(ids)),
    newestAlbums: all<[number, number], DirectoryRow>(listStatements.newestAlbums),
  };
};
