import type Database from 'better-sqlite3';
import { type Migration, migrate } from '../../db/migrate.ts';
import { folderId } from '../model/public-id.ts';
import { directoryCounts } from './directory-counts.ts';
import { musicModel } from './music-model.ts';
import { reasonCodes } from './reason-codes.ts';
import { fitSongColumns } from './song-columns.ts';

/*
 * What columns mean where their names do not say it.
 *
 * - *virtual_path*: the source's name and the names below it, joined by `/`. Names whose bytes are not UTF-8 are shown
 *   with replacement characters; *real_name* then holds the bytes.
 * - *sort_key*: natural order among siblings, see text/natural-key. *walk_key* of a folder: the sort keys of all parts,
 *   so that it sorts before, and is a prefix of, what is below it; of a song: disc and track where the folder is one
 *   album, else the name.
 * - *entries_key*: a digest of the names, sizes and times of all that is in the folder, as last taken in; null while
 *   something in it still has to be.
 * - *picture_path*: the picture file that songs use when they embed none; *artwork_path*: that, else the first song that
 *   embeds one.
 * - *added_at*, *newest_song_at*, *away_since*: seconds since the epoch. *missing_since_ms*: milliseconds, null while it
 *   is there.
 * - *content_key*: a digest of size and head; *sound_key*: a digest of the sound.
 * - *is_kept*: the question "are they really gone?" was answered with Keep. *is_scanned*: a whole scan of the source has
 *   ended, so that what is new came since then.
 * - *block*: moves that happened at once; *is_whole*: they are to be followed in one go.
 */

/** Every step of `library.db`, oldest first. The columns of tags come after them, see song-columns. */
export const libraryMigrations: readonly Migration[] = [
  {
    name: '0001-first',
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE library_sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, position INTEGER NOT NULL,
        real_path TEXT NOT NULL, state TEXT NOT NULL, away_reason TEXT, away_since INTEGER,
        is_kept INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TABLE directories (
        id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, parent_id INTEGER, name TEXT NOT NULL,
        real_name BLOB, virtual_path TEXT NOT NULL UNIQUE, sort_key BLOB NOT NULL, walk_key BLOB NOT NULL,
        entries_key INTEGER, song_count INTEGER NOT NULL DEFAULT 0,
        total_song_count INTEGER NOT NULL DEFAULT 0, is_album INTEGER NOT NULL DEFAULT 0,
        album TEXT, artist TEXT, year INTEGER, picture_path TEXT, artwork_path TEXT, artwork_color TEXT,
        added_at INTEGER NOT NULL, newest_song_at INTEGER NOT NULL DEFAULT 0,
        missing_since_ms INTEGER) STRICT;
      CREATE INDEX directories_by_parent ON directories (parent_id, sort_key, missing_since_ms);
      CREATE INDEX directories_by_walk ON directories (walk_key, song_count);
      CREATE INDEX directories_by_newest ON directories (newest_song_at DESC, id DESC)
        WHERE is_album = 1 AND missing_since_ms IS NULL;
      CREATE TABLE songs (
        id INTEGER PRIMARY KEY, directory_id INTEGER NOT NULL, name TEXT NOT NULL, real_name BLOB,
        sort_key BLOB NOT NULL, walk_key BLOB NOT NULL, size_bytes INTEGER NOT NULL, mtime_us INTEGER NOT NULL,
        duration_ms INTEGER, has_picture INTEGER NOT NULL, added_at INTEGER NOT NULL,
        content_key BLOB, sound_key BLOB, missing_since_ms INTEGER,
        UNIQUE (directory_id, name)) STRICT;
      CREATE INDEX songs_by_walk ON songs (directory_id, walk_key) WHERE missing_since_ms IS NULL;
      CREATE INDEX songs_by_sort ON songs (directory_id, sort_key) WHERE missing_since_ms IS NULL;
      CREATE INDEX songs_missing ON songs (directory_id) WHERE missing_since_ms IS NOT NULL;
      CREATE TABLE pictures (
        id INTEGER PRIMARY KEY, directory_id INTEGER NOT NULL, name TEXT NOT NULL, real_name BLOB,
        size_bytes INTEGER NOT NULL, mtime_us INTEGER NOT NULL, UNIQUE (directory_id, name)) STRICT;
      CREATE TABLE problems (
        directory_id INTEGER NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
        size_bytes INTEGER NOT NULL, mtime_us INTEGER NOT NULL,
        PRIMARY KEY (directory_id, name)) STRICT, WITHOUT ROWID;
      CREATE TABLE replaced_songs (
        path TEXT PRIMARY KEY, content_key BLOB, sound_key BLOB, added_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE moves (id INTEGER PRIMARY KEY, from_path TEXT NOT NULL, to_path TEXT NOT NULL) STRICT;
    `,
  },
  {
    name: '0002-search',
    sql: `
      CREATE TABLE search_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE search_buckets (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
      CREATE TABLE search_postings (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
      CREATE TABLE search_songs (id INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;
      CREATE TABLE search_directories (id INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;
    `,
  },
  {
    // Other databases remember up to which of this library's moves they have followed: no id is given twice.
    name: '0003-moves-once',
    sql: `
      ALTER TABLE moves RENAME TO moves_before;
      CREATE TABLE moves (
        id INTEGER PRIMARY KEY AUTOINCREMENT, from_path TEXT NOT NULL, to_path TEXT NOT NULL,
        block INTEGER, is_whole INTEGER NOT NULL DEFAULT 0) STRICT;
      INSERT INTO moves (id, from_path, to_path) SELECT id, from_path, to_path FROM moves_before;
      DROP TABLE moves_before;
      INSERT INTO meta VALUES ('library_id', lower(hex(randomblob(16))));
    `,
  },
  {
    // Answers tell how many albums or folders there are, which would take longer to count than all else.
    name: '0004-counts',
    sql: `
      ALTER TABLE directories ADD COLUMN child_count INTEGER NOT NULL DEFAULT 0;
      UPDATE directories SET child_count = (SELECT count(*) FROM directories AS c
        WHERE c.parent_id = directories.id AND c.missing_since_ms IS NULL);
      INSERT INTO meta SELECT 'album_count', CAST(count(*) AS TEXT) FROM directories
        WHERE is_album = 1 AND missing_since_ms IS NULL;
      ${directoryCounts}
    `,
  },
  { name: '0005-reason-codes', sql: reasonCodes },
  {
    // What the first scan of a source finds is dated by its folders, what comes later by the time it comes.
    name: '0006-first-scan',
    sql: `
      ALTER TABLE library_sources ADD COLUMN is_scanned INTEGER NOT NULL DEFAULT 0;
      UPDATE library_sources SET is_scanned = state = 'available' OR EXISTS (
        SELECT 1 FROM directories WHERE source_id = library_sources.id AND song_count > 0);
    `,
  },
  {
    // What came to a source that is away was counted before; it was what the count left over.
    name: '0007-newcomers',
    sql: `
      ALTER TABLE songs ADD COLUMN came_while_away INTEGER NOT NULL DEFAULT 0;
      UPDATE songs SET came_while_away = 1 WHERE id IN (SELECT id FROM (
        SELECT songs.id, row_number() OVER (PARTITION BY source_id ORDER BY songs.id) AS number,
          CAST(meta.value AS INTEGER) AS songs_before
        FROM songs JOIN directories ON directories.id = directory_id
        JOIN library_sources ON library_sources.id = source_id AND state = 'away'
        JOIN meta ON meta.key = 'songs_before_away ' || source_id
        WHERE songs.missing_since_ms IS NULL) WHERE number > songs_before);
      DELETE FROM meta WHERE key GLOB 'songs_before_away *';
      CREATE INDEX songs_newcomers ON songs (directory_id) WHERE came_while_away = 1;
    `,
  },
  {
    // Older versions never tried these again: they are due.
    name: '0008-tries',
    sql: `
      ALTER TABLE problems ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE problems ADD COLUMN tried_at_ms INTEGER;
      UPDATE problems SET tried_at_ms = 0 WHERE reason IN ('too_much_work', 'too_much_memory', 'reader_failed', 'no_answer');
    `,
  },
  {
    // What was read of the files of a source was a number; now it says the fields, too. These were read.
    name: '0009-read-fields',
    sql: `UPDATE meta SET value = '2 5cd9599296d1' WHERE value = '2' AND (key GLOB 'read_by *' OR key GLOB 'reread_by *')`,
  },
  { name: '0010-music-model', sql: musicModel },
  // Who writes a song takes it in, in the same transaction. A trigger took two fifths of the time of each new row.
  { name: '0011-songs-enter', sql: 'DROP TRIGGER songs_came' },
  { name: '0012-total-samples', sql: 'ALTER TABLE songs ADD COLUMN total_samples INTEGER' },
  {
    // Folders of before get theirs when the library is opened.
    name: '0013-folder-ids',
    sql: `
      ALTER TABLE directories ADD COLUMN public_id BLOB;
      CREATE INDEX directories_by_public_id ON directories (public_id);
    `,
  },
  {
    // What a song's file says, where administrators say otherwise; hidden songs are missing since 0.
    name: '0014-corrections',
    sql: 'ALTER TABLE songs ADD COLUMN as_read TEXT',
  },
  // Songs without an album are albums of their folders to apps, and few in most collections.
  {
    name: '0015-loose-songs',
    sql: 'CREATE INDEX songs_loose ON songs (directory_id) WHERE album_id IS NULL',
  },
];

/** Gives folders of before the ids that are made of their paths. */
const giveFolderIds = (raw: Database.Database): void => {
  const without = raw.prepare('SELECT 1 FROM directories WHERE public_id IS NULL LIMIT 1');
  if (without.get() === undefined) return;
  raw.function('folder_id', { deterministic: true }, (path) => folderId(String(path)));
  raw.exec('UPDATE directories SET public_id = folder_id(virtual_path) WHERE public_id IS NULL');
};

/**
 * Brings a library to the newest schema.
 * @throws MigrationError when it was written by a newer version, or cannot be changed
 */
export const migrateLibrary = (raw: Database.Database): void => {
  migrate(raw, libraryMigrations, { keepSnapshot: false });
  fitSongColumns(raw);
  giveFolderIds(raw);
};
