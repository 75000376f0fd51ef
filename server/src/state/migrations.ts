import type { Migration } from '../db/migrate.ts';

/** Every step of `state.db`, oldest first. A released step is never edited; add one below. */
export const stateMigrations: readonly Migration[] = [
  {
    name: '0001-first',
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE users (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL,
        is_admin INTEGER NOT NULL, theme_base TEXT, theme_accent TEXT, created_at_ms INTEGER NOT NULL) STRICT;
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        token_hash BLOB NOT NULL UNIQUE, scope TEXT NOT NULL,
        parent_id INTEGER REFERENCES sessions(id) ON DELETE CASCADE,
        client TEXT NOT NULL, created_at_ms INTEGER NOT NULL, last_used_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL) STRICT;
      CREATE INDEX sessions_by_user ON sessions (user_id, scope, last_used_at_ms);
      CREATE INDEX sessions_by_parent ON sessions (parent_id) WHERE parent_id IS NOT NULL;
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL, name TEXT NOT NULL,
        source TEXT NOT NULL) STRICT;
      CREATE TABLE playlist_contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, chunk_count INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL) STRICT;
      CREATE TABLE playlist_chunks (
        content_id INTEGER NOT NULL REFERENCES playlist_contents(id) ON DELETE CASCADE,
        chunk INTEGER NOT NULL, tracks TEXT NOT NULL, PRIMARY KEY (content_id, chunk)) STRICT;
      CREATE TABLE playlists (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        name TEXT NOT NULL, content_id INTEGER NOT NULL REFERENCES playlist_contents(id),
        updated_at_ms INTEGER NOT NULL, UNIQUE (user_id, name)) STRICT;
      CREATE INDEX playlists_by_content ON playlists (content_id);
      CREATE TABLE linked_accounts (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        service TEXT NOT NULL, username TEXT NOT NULL, secret BLOB NOT NULL, linked_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, service)) STRICT, WITHOUT ROWID;
      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        service TEXT NOT NULL, path TEXT NOT NULL, play TEXT NOT NULL, played_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL, next_attempt_at_ms INTEGER NOT NULL, refusal TEXT,
        sent_at_ms INTEGER, created_at_ms INTEGER NOT NULL,
        UNIQUE (user_id, service, path, played_at)) STRICT;
      CREATE TABLE listens (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        path TEXT NOT NULL, title TEXT, artist TEXT, album TEXT, played_at INTEGER NOT NULL,
        UNIQUE (user_id, played_at, path)) STRICT;
      CREATE TABLE first_seen (path_key BLOB PRIMARY KEY, added_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Sessions ended a year after signing in; one that is in use does not end by its age any more.
    name: '0002-sessions-in-use',
    sql: `UPDATE sessions SET expires_at_ms = 253402300799999 WHERE scope <> 'link'`,
  },
  {
    name: '0003-playlist-sizes',
    sql: `
      ALTER TABLE playlist_contents ADD COLUMN entry_count INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE playlist_contents ADD COLUMN byte_count INTEGER NOT NULL DEFAULT 0;
      UPDATE playlist_contents SET (entry_count, byte_count) = (
        SELECT coalesce(sum(json_array_length(tracks)), 0), coalesce(sum(octet_length(tracks)), 0)
        FROM playlist_chunks WHERE content_id = playlist_contents.id);
    `,
  },
  {
    name: '0004-lapsed-accounts',
    sql: `
      ALTER TABLE linked_accounts ADD COLUMN lapse TEXT;
      ALTER TABLE outbox DROP COLUMN sent_at_ms;
      ALTER TABLE outbox ADD COLUMN account TEXT;
      UPDATE outbox SET account = (SELECT username FROM linked_accounts
        WHERE linked_accounts.user_id = outbox.user_id AND linked_accounts.service = outbox.service);
    `,
  },
  {
    // Refusals and the last update of the address were sentences. An update is made at every start.
    name: '0005-refusal-codes',
    sql: `
      ALTER TABLE outbox ADD COLUMN refusal_number INTEGER;
      UPDATE outbox SET refusal_number = CAST(CASE
        WHEN refusal GLOB '*(error [0-9]*).' THEN substr(refusal, instr(refusal, '(error ') + 7)
        WHEN refusal GLOB '*(code [0-9]*).' THEN substr(refusal, instr(refusal, '(code ') + 6) END AS INTEGER);
      UPDATE outbox SET refusal = CASE
        WHEN refusal GLOB '* does not take this artist.' THEN 'artist_not_taken'
        WHEN refusal GLOB '* does not take this track.' THEN 'track_not_taken'
        WHEN refusal GLOB '* says that the play is too old.' THEN 'too_old'
        WHEN refusal GLOB '* says that the play is in the future.' THEN 'in_future'
        ELSE 'not_taken' END WHERE refusal IS NOT NULL;
      DELETE FROM settings WHERE key = 'ddns_last_attempt';
    `,
  },
  {
    name: '0006-ended-sessions',
    sql: `
      CREATE TABLE ended_sessions (
        token_hash BLOB PRIMARY KEY, reason TEXT NOT NULL, ended_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Ids of songs are made of the installation and the path; what moved keeps its own.
    name: '0007-song-ids',
    sql: `
      INSERT INTO meta VALUES ('installation_id', lower(hex(randomblob(16))));
      CREATE TABLE song_ids (natural BLOB PRIMARY KEY, id BLOB NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: '0008-app-passwords',
    sql: `
      CREATE TABLE app_passwords (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        name TEXT NOT NULL, secret_hash BLOB NOT NULL UNIQUE, secret_sealed BLOB,
        may_administer INTEGER NOT NULL, max_bit_rate INTEGER, created_at_ms INTEGER NOT NULL,
        last_used_at_ms INTEGER, last_client TEXT) STRICT;
      CREATE INDEX app_passwords_by_user ON app_passwords (user_id);
    `,
  },
  {
    // Rows of sources are made anew at every save; apps know folders by numbers that are never given again.
    name: '0009-music-folders',
    sql: `
      CREATE TABLE music_folders (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, source TEXT NOT NULL) STRICT;
      INSERT INTO music_folders (name, source)
        SELECT name, source FROM sources WHERE trim(name) <> '' AND trim(source) <> '' ORDER BY position;
    `,
  },
  {
    // By the lasting ids of songs, albums, artists and folders: sixteen bytes, unique over all kinds.
    name: '0010-what-people-make',
    sql: `
      CREATE TABLE stars (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        item BLOB NOT NULL, kind TEXT NOT NULL, starred_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, item)) STRICT, WITHOUT ROWID;
      CREATE INDEX stars_by_time ON stars (user_id, kind, starred_at_ms, item);
      CREATE TABLE ratings (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        item BLOB NOT NULL, kind TEXT NOT NULL, rating INTEGER NOT NULL, rated_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, item)) STRICT, WITHOUT ROWID;
      CREATE INDEX ratings_by_rating ON ratings (user_id, kind, rating, rated_at_ms, item);
      CREATE INDEX ratings_by_item ON ratings (item, rating);
      CREATE TABLE play_counts (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        item BLOB NOT NULL, kind TEXT NOT NULL, plays INTEGER NOT NULL, last_played_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, item)) STRICT, WITHOUT ROWID;
      CREATE INDEX play_counts_by_plays ON play_counts (user_id, kind, plays, last_played_at_ms, item);
      CREATE INDEX play_counts_by_time ON play_counts (user_id, kind, last_played_at_ms, item);
      CREATE INDEX play_counts_by_item ON play_counts (item, plays);
      CREATE TABLE bookmarks (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        song BLOB NOT NULL, position_ms INTEGER NOT NULL, comment TEXT,
        created_at_ms INTEGER NOT NULL, changed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, song)) STRICT, WITHOUT ROWID;
      CREATE TABLE play_queues (
        user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
        revision INTEGER NOT NULL, entry_count INTEGER NOT NULL, current_index INTEGER NOT NULL,
        position_ms INTEGER NOT NULL, changed_by TEXT NOT NULL, changed_at_ms INTEGER NOT NULL) STRICT;
      CREATE TABLE play_queue_chunks (
        user_id INTEGER NOT NULL REFERENCES play_queues(user_id) ON DELETE CASCADE,
        chunk INTEGER NOT NULL, songs BLOB NOT NULL, PRIMARY KEY (user_id, chunk)) STRICT;
      CREATE TABLE radio_stations (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, stream_url TEXT NOT NULL,
        home_page_url TEXT) STRICT;
    `,
  },
  {
    // Apps know playlists by ids that stay, share them with everybody, and show when they were made.
    name: '0011-playlists-of-apps',
    sql: `
      CREATE TABLE playlists_of_apps (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        name TEXT NOT NULL, content_id INTEGER NOT NULL REFERENCES playlist_contents(id),
        updated_at_ms INTEGER NOT NULL, public_id BLOB NOT NULL UNIQUE, comment TEXT,
        is_public INTEGER NOT NULL, created_at_ms INTEGER NOT NULL, UNIQUE (user_id, name)) STRICT;
      INSERT INTO playlists_of_apps
        SELECT id, user_id, name, content_id, updated_at_ms, randomblob(16), NULL, 0, updated_at_ms FROM playlists;
      DROP TABLE playlists;
      ALTER TABLE playlists_of_apps RENAME TO playlists;
      CREATE INDEX playlists_by_content ON playlists (content_id);
      CREATE INDEX playlists_by_public ON playlists (user_id) WHERE is_public = 1;
    `,
  },
  {
    name: '0012-corrections',
    sql: `
      CREATE TABLE corrections (
        id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, about TEXT NOT NULL, made_by TEXT NOT NULL,
        made_at_ms INTEGER NOT NULL) STRICT;
    `,
  },
  {
    name: '0013-smart-lists',
    sql: `
      CREATE TABLE smart_lists (
        user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        name TEXT NOT NULL, query TEXT NOT NULL, changed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, name)) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Of lists that were renamed, or whose name gives the id of one that was: all others have that of their names.
    name: '0014-ids-of-smart-lists',
    sql: 'ALTER TABLE smart_lists ADD COLUMN public_id BLOB;',
  },
  {
    // An album that is a folder of loose songs has the folder's id: what is made of folders has ids that nothing else has.
    name: '0015-marks-of-folders',
    sql: `
      UPDATE stars SET item = unhex(hex(substr(item, 9)) || hex(substr(item, 1, 8))) WHERE kind = 'folder';
      UPDATE ratings SET item = unhex(hex(substr(item, 9)) || hex(substr(item, 1, 8))) WHERE kind = 'folder';
    `,
  },
];
