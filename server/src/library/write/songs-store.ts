import {
  type ByFieldName,
  type ColumnName,
  columnFields,
  type StoredValues,
} from '@tonearm/contract/song-fields';
import type Database from 'better-sqlite3';
import { commonArtist, type Range } from './common-artist.ts';
import type { SongsSummary } from './songs-summary.ts';

/** A song's row as a folder's plan needs it. */
export interface KnownSong {
  readonly id: number;
  readonly name: string;
  /** Null where the shown name is the real one. */
  readonly realName: Uint8Array | null;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
  /** Hidden ones are there. */
  readonly isMissing: boolean;
}

/** A song that is or was somewhere, for following moves. */
export interface SongTrace {
  readonly id: number;
  readonly directoryId: number;
  readonly name: string;
  readonly contentKey: Uint8Array | null;
  readonly soundKey: Uint8Array | null;
  readonly addedAt: number;
  /** Its id for clients; null until it was taken into the model. */
  readonly publicId: Uint8Array | null;
}

/** Keys to look songs up by, in hexadecimal. */
export interface TraceKeys {
  readonly content: readonly string[];
  readonly sound: readonly string[];
}

/** What a song's tags say, as it is stored: lists are JSON, null when empty. */
export type StoredTags = ByFieldName<StoredValues, ColumnName> & { readonly more: string | null };

/** What reading a song's file gave. */
interface FileFacts {
  readonly tags: StoredTags;
  readonly format: Readonly<Record<(typeof formatColumns)[number][0], string | number | null>>;
  readonly durationMs: number | null;
  readonly hasPicture: 0 | 1;
  readonly sizeBytes: number;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
  readonly sortKey: Uint8Array;
  readonly contentKey: Uint8Array;
  readonly soundKey: Uint8Array | null;
}

/** What search knows of a stored song. */
export interface SearchableSong {
  readonly name: string;
  readonly tags: StoredTags;
}

/** A song as it is written. */
interface SongWrite {
  readonly id: number;
  readonly directoryId: number;
  readonly name: string;
  readonly realName: Buffer | null;
  readonly walkKey: Uint8Array;
  readonly addedAt: number;
  readonly row: FileFacts;
  /** What the file says, where corrections say otherwise; null where it holds. */
  readonly asRead: StoredTags | null;
}

/** What the model knows of a song before it is written. */
interface SongInModel {
  /** Its id for clients; null: it gets one when it is taken in. */
  readonly publicId: Uint8Array | null;
  /** Asked where a song has that id already. */
  anotherId(): Uint8Array | null;
  /** The album it most likely belongs to. */
  readonly albumId: number | null;
}

/** Reads and writes songs of the library. Synchronous; writes belong inside a batch. */
export interface SongsStore {
  inDirectory(directoryId: number): KnownSong[];
  trace(id: number): SongTrace | null;
  /** Songs marked missing, of all sources. */
  missing(): SongTrace[];
  /** How many songs of a source are marked missing, without those that came while it was away. */
  missingCount(sourceId: number): number;
  /** Songs that are there, with ids above `after`, whose bytes or sound have one of these keys. */
  withKeys(after: number, keys: TraceKeys): SongTrace[];
  lastId(): number;
  /** A number that no song has, nor one had that went and is still to be taken out of the model. */
  freeId(): number;
  insert(song: SongWrite, inModel: SongInModel): void;
  update(song: SongWrite): void;
  setAddedAt(id: number, addedAt: number): void;
  restore(id: number): void;
  markMissing(id: number, sinceMs: number): void;
  /** What is known of a song is not what its file of that time says now: whoever looks at it next reads it. */
  forgetFile(id: number, mtimeUs: number): void;
  remove(id: number): void;
  /** Songs of a folder that are there, hidden or not. */
  presentIds(directoryId: number): number[];
  /** Songs of a folder that are marked missing. */
  missingIds(directoryId: number): number[];
  searchable(id: number): SearchableSong | null;
  /** What those songs of a folder that are there and say anything have in common. */
  summary(directoryId: number): SongsSummary;
  /** The first song, in walking order, that embeds a picture. */
  firstWithPicture(directoryId: number): string | null;
  /** Keys of all songs of a folder, for ordering them anew. */
  orderKeys(directoryId: number): OrderKeys[];
  setWalkKey(id: number, walkKey: Uint8Array): void;
}

/** What the order of a song in its folder is made of. */
interface OrderKeys {
  readonly id: number;
  readonly nameKey: Uint8Array;
  readonly discNumber: number | null;
  readonly trackNumber: number | null;
}

type Row = readonly unknown[];

/** Since when a song is missing that is there and hidden. */
export const hiddenSinceMs = 0;

const knownSong = ([id, name, realName, sizeBytes, mtimeUs, missing]: Row): KnownSong => ({
  id: id as number,
  name: name as string,
  realName: realName as Uint8Array | null,
  sizeBytes: sizeBytes as number,
  mtimeUs: mtimeUs as number,
  isMissing: missing !== null && missing !== hiddenSinceMs,
});

const traceColumns = `id, directory_id AS directoryId, name, content_key AS contentKey,
  sound_key AS soundKey, added_at AS addedAt, public_id AS publicId`;

const tagColumns = columnFields.map(({ column }) => column);

const formatColumns = [
  ['codec', 'codec'],
  ['container', 'container'],
  ['bitRate', 'bit_rate'],
  ['sampleRate', 'sample_rate'],
  ['bitsPerSample', 'bits_per_sample'],
  ['channels', 'channels'],
  ['encoderDelay', 'encoder_delay'],
  ['encoderPadding', 'encoder_padding'],
  ['totalSamples', 'total_samples'],
] as const;

const columnList = [
  ...['directory_id', 'name', 'real_name', 'sort_key', 'walk_key', 'size_bytes', 'mtime_us', ...tagColumns],
  'more',
  ...formatColumns.map(([, column]) => column),
  ...['duration_ms', 'has_picture', 'added_at', 'content_key', 'sound_key', 'as_read'],
];
const columns = columnList.join(', ');
const places = columnList.map(() => '?').join(', ');

/** What tells the numbers of songs. */
const numberStatements = (raw: Database.Database) => ({
  lastId: raw.prepare('SELECT coalesce(max(id), 0) FROM songs').pluck(),
  freeId: raw
    .prepare(
      `SELECT 1 + max(coalesce((SELECT max(id) FROM songs), 0),
         coalesce((SELECT max(song_id) FROM songs_to_settle), 0))`,
    )
    .pluck(),
});

const readStatements = (raw: Database.Database) => ({
  ...numberStatements(raw),
  inDirectory: raw
    .prepare(
      'SELECT id, name, real_name, size_bytes, mtime_us, missing_since_ms FROM songs WHERE directory_id = ?',
    )
    .raw(),
  trace: raw.prepare(`SELECT ${traceColumns} FROM songs WHERE id = ?`),
  missing: raw.prepare(`SELECT ${traceColumns} FROM songs WHERE missing_since_ms > ${hiddenSinceMs}`),
  // Begins with what is missing, which is little beside the folders of a source.
  missingCount: raw
    .prepare(
      `SELECT count(*) FROM songs INDEXED BY songs_missing CROSS JOIN directories
       ON directories.id = directory_id AND source_id = ?
       WHERE songs.missing_since_ms > ${hiddenSinceMs} AND came_while_away = 0`,
    )
    .pluck(),
  // Chosen here, as there may be more songs than memory holds.
  withKeys: raw.prepare(
    `SELECT ${traceColumns} FROM songs WHERE id > @after AND missing_since_ms IS NULL
       AND (content_key IN (SELECT unhex(value) FROM json_each(@content))
         OR sound_key IN (SELECT unhex(value) FROM json_each(@sound)))`,
  ),
  presentIds: raw
    .prepare(
      `SELECT id FROM songs WHERE directory_id = ? AND coalesce(missing_since_ms, 0) = ${hiddenSinceMs}`,
    )
    .pluck(),
  missingIds: raw
    .prepare(`SELECT id FROM songs WHERE directory_id = ? AND missing_since_ms > ${hiddenSinceMs}`)
    .pluck(),
  searchable: raw.prepare(
    `SELECT name, more${columnFields.map((field) => `, ${field.column} AS ${field.name}`).join('')} FROM songs WHERE id = ?`,
  ),
  // A value is common when the least and the greatest are the same; songs that lack it say nothing.
  summary: raw
    .prepare(
      `SELECT count(*), coalesce(max(added_at), 0),
         CASE WHEN min(album) = max(album) THEN min(album) END,
         CASE WHEN min(year) = max(year) THEN min(year) END,
         max(has_picture), min(album_artists), max(album_artists), min(own_artists), max(own_artists),
         min(json_extract(own_artists, '$[0]')), max(json_extract(own_artists, '$[0]'))
       FROM (SELECT added_at, album, year, has_picture, album_artists,
               CASE WHEN album_artists IS NULL THEN artists END AS own_artists FROM songs
             WHERE directory_id = ? AND missing_since_ms IS NULL)`,
    )
    .raw(),
  firstWithPicture: raw
    .prepare(
      `SELECT name FROM songs WHERE directory_id = ? AND has_picture = 1 AND missing_since_ms IS NULL
       ORDER BY walk_key LIMIT 1`,
    )
    .pluck(),
  orderKeys: raw.prepare(
    `SELECT id, sort_key AS nameKey, disc_number AS discNumber, track_number AS trackNumber
     FROM songs WHERE directory_id = ?`,
  ),
});

const writeStatements = (raw: Database.Database) => ({
  insert: raw.prepare(`INSERT INTO songs (id, public_id, album_id, ${columns}) VALUES (?, ?, ?, ${places})`),
  update: raw.prepare(`UPDATE songs SET (${columns}) = (${places}), missing_since_ms = NULL WHERE id = ?`),
  setAddedAt: raw.prepare('UPDATE songs SET added_at = ? WHERE id = ?'),
  restore: raw.prepare('UPDATE songs SET missing_since_ms = NULL WHERE id = ?'),
  markMissing: raw.prepare(
    `UPDATE songs SET missing_since_ms = ? WHERE id = ? AND coalesce(missing_since_ms, 0) = ${hiddenSinceMs}`,
  ),
  forgetFile: raw.prepare('UPDATE songs SET mtime_us = 0 WHERE id = ? AND mtime_us = ?'),
  remove: raw.prepare('DELETE FROM songs WHERE id = ?'),
  setWalkKey: raw.prepare('UPDATE songs SET walk_key = @walkKey WHERE id = @id AND walk_key <> @walkKey'),
});

/**
 * Puts the values of {@link columnList} into a list, from a place on. One that is long enough need not grow, which it would
 * several times, and putting several lists together took as long as binding them.
 */
const putValues = (values: unknown[], from: number, song: SongWrite): unknown[] => {
  const { directoryId, name, realName, walkKey, addedAt, row, asRead } = song;
  let at = from;
  const put = (value: unknown): void => {
    values[at] = value;
    at += 1;
  };
  for (const value of [directoryId, name, realName, row.sortKey, walkKey, row.sizeBytes, row.mtimeUs])
    put(value);
  for (const field of columnFields) put(row.tags[field.name]);
  put(row.tags.more);
  for (const [key] of formatColumns) put(row.format[key]);
  for (const value of [row.durationMs, row.hasPicture, addedAt, row.contentKey, row.soundKey]) put(value);
  put(asRead === null ? null : JSON.stringify(asRead));
  return values;
};

const isIdTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
  error.message.includes('songs.public_id');

const summaryOf = ([songCount, newestSongAt, album, year, hasPicture, ...artists]: Row): SongsSummary => {
  const rangeAt = (at: number): Range => ({
    least: artists[at] as string | null,
    greatest: artists[at + 1] as string | null,
  });
  return {
    songCount: songCount as number,
    newestSongAt: newestSongAt as number,
    isAlbum: album !== null,
    album: album as string | null,
    artist: commonArtist({ albumArtists: rangeAt(0), artists: rangeAt(2), firstArtists: rangeAt(4) }),
    year: year as number | null,
    hasPictures: hasPicture === 1,
  };
};

/** Makes the store over the writing connection. */
export const createSongsStore = (raw: Database.Database): SongsStore => {
  const read = readStatements(raw);
  const write = writeStatements(raw);
  /** The same for all songs. */
  const values: unknown[] = new Array(3 + columnList.length).fill(null);
  const insert = (song: SongWrite, publicId: Uint8Array | null, albumId: number | null): void => {
    [values[0], values[1], values[2]] = [song.id, publicId, albumId];
    // As arguments the driver takes them in an eighth less time than out of the list.
    write.insert.run(...putValues(values, 3, song));
  };
  return {
    inDirectory: (directoryId) => (read.inDirectory.all(directoryId) as Row[]).map(knownSong),
    trace: (id) => (read.trace.get(id) as SongTrace | undefined) ?? null,
    missing: () => read.missing.all() as SongTrace[],
    missingCount: (sourceId) => read.missingCount.get(sourceId) as number,
    withKeys: (after, { content, sound }) =>
      read.withKeys.all({
        after,
        content: JSON.stringify(content),
        sound: JSON.stringify(sound),
      }) as SongTrace[],
    lastId: () => read.lastId.get() as number,
    freeId: () => read.freeId.get() as number,
    insert: (song, { publicId, albumId, anotherId }) => {
      try {
        insert(song, publicId, albumId);
      } catch (error) {
        if (!isIdTaken(error)) throw error;
        insert(song, anotherId(), albumId);
      }
    },
    update: (song) => write.update.run(putValues([], 0, song), song.id),
    setAddedAt: (id, addedAt) => write.setAddedAt.run(addedAt, id),
    restore: (id) => write.restore.run(id),
    markMissing: (id, sinceMs) => write.markMissing.run(sinceMs, id),
    forgetFile: (id, mtimeUs) => write.forgetFile.run(id, mtimeUs),
    remove: (id) => write.remove.run(id),
    presentIds: (directoryId) => read.presentIds.all(directoryId) as number[],
    missingIds: (directoryId) => read.missingIds.all(directoryId) as number[],
    searchable: (id) => {
      const found = read.searchable.get(id) as ({ name: string } & StoredTags) | undefined;
      return found === undefined ? null : { name: found.name, tags: found };
    },
    summary: (directoryId) => summaryOf(read.summary.get(directoryId) as Row),
    firstWithPicture: (directoryId) => (read.firstWithPicture.get(directoryId) as string | undefined) ?? null,
    orderKeys: (directoryId) => read.orderKeys.all(directoryId) as OrderKeys[],
    setWalkKey: (id, walkKey) => write.setWalkKey.run({ id, walkKey }),
  };
};
