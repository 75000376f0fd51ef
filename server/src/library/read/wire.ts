import type { Directory, Song } from '@tonearm/contract';

/** What a song's row holds for the wire. */
export interface SongRow {
  readonly name: string;
  readonly has_picture: 0 | 1;
  /** `,"title":…` and so on: all but the fields that depend on its folder. */
  readonly wire: string;
}

/** What a song takes from its folder. */
export interface SongFolder {
  readonly virtual_path: string;
  /** Virtual path of the picture file for songs that embed none. */
  readonly picture_path: string | null;
}

/** What a folder's row holds for the wire. */
export interface DirectoryRow {
  readonly virtual_path: string;
  readonly artist: string | null;
  readonly year: number | null;
  readonly album: string | null;
  readonly artwork_path: string | null;
  readonly artwork_color: string | null;
  readonly added_at: number;
  readonly newest_song_at: number;
}

/** Columns of {@link SongRow} for a SELECT from `songs AS s`. */
export const songColumns = 's.name, s.has_picture, s.wire';

/** Columns of {@link DirectoryRow} for a SELECT from `directories AS d`. */
export const directoryColumns =
  'd.virtual_path, d.artist, d.year, d.album, d.artwork_path, d.artwork_color, d.added_at, d.newest_song_at';

/**
 * A longer text may go on in pages of its own, in which SQLite notices no damage: to it every byte there is text. Few
 * songs have one, so that they are looked through whenever they are read.
 */
export const longWire = 1000;

/** @throws Error that is damage of the library */
const readable = (json: string): string => {
  try {
    JSON.parse(json);
    return json;
  } catch (cause) {
    throw Object.assign(new Error('a song of the library is unreadable', { cause }), {
      code: 'SQLITE_CORRUPT',
    });
  }
};

/** A song as JSON text. @throws Error that is damage of the library */
export const songJson = (row: SongRow, folder: SongFolder): string => {
  const path = JSON.stringify(`${folder.virtual_path}/${row.name}`);
  const artwork = row.has_picture === 1 ? path : JSON.stringify(folder.picture_path);
  const json = `{"path":${path},"artwork":${artwork}${row.wire}}`;
  return row.wire.length > longWire ? readable(json) : json;
};

const pathSql = `json_quote(d.virtual_path || '/' || s.name)`;

/** The same as {@link songJson}, made by the database of `songs AS s` and `directories AS d`. */
export const songJsonSql = `'{"path":' || ${pathSql} || ',"artwork":' ||
  CASE s.has_picture WHEN 1 THEN ${pathSql} ELSE json_quote(d.picture_path) END || s.wire || '}'`;

/** The same as an entry among folders. */
export const songItemJsonSql = `'{"Song":' || ${songJsonSql} || '}'`;

/** A song as it goes over the wire. */
export const songFromRow = (row: SongRow, folder: SongFolder): Song =>
  JSON.parse(songJson(row, folder)) as Song;

/**
 * A folder as it goes over the wire. `date_added` is when its newest song came, which is what the list of
 * recent albums is ordered by; without songs, when the folder came.
 */
const directoryFromRow = (row: DirectoryRow): Directory => ({
  path: row.virtual_path,
  artist: row.artist,
  year: row.year,
  album: row.album,
  artwork: row.artwork_path,
  date_added: row.newest_song_at > 0 ? row.newest_song_at : row.added_at,
  artwork_color: row.artwork_color,
});

/** A folder as JSON text. */
export const directoryJson = (row: DirectoryRow): string => JSON.stringify(directoryFromRow(row));
