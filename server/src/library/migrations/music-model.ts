/**
 * What tags say beside what folders say: see docs/decisions/0030. Everything here is made of `songs` by the scan
 * process, a slice at a time; triggers note which songs are still to be taken in, so that a process that is killed
 * leaves nothing behind.
 */
export const musicModel = `
  ALTER TABLE songs ADD COLUMN more TEXT;
  ALTER TABLE songs ADD COLUMN codec TEXT;
  ALTER TABLE songs ADD COLUMN container TEXT;
  ALTER TABLE songs ADD COLUMN bit_rate INTEGER;
  ALTER TABLE songs ADD COLUMN sample_rate INTEGER;
  ALTER TABLE songs ADD COLUMN bits_per_sample INTEGER;
  ALTER TABLE songs ADD COLUMN channels INTEGER;
  ALTER TABLE songs ADD COLUMN encoder_delay INTEGER;
  ALTER TABLE songs ADD COLUMN encoder_padding INTEGER;
  ALTER TABLE songs ADD COLUMN public_id BLOB;
  ALTER TABLE songs ADD COLUMN album_id INTEGER;
  CREATE UNIQUE INDEX songs_by_public_id ON songs (public_id) WHERE public_id IS NOT NULL;
  CREATE INDEX songs_by_album ON songs (album_id) WHERE album_id IS NOT NULL;
  ALTER TABLE replaced_songs ADD COLUMN public_id BLOB;

  CREATE TABLE songs_to_settle (song_id INTEGER PRIMARY KEY, album_id INTEGER) STRICT;
  CREATE TRIGGER songs_came AFTER INSERT ON songs BEGIN
    INSERT OR IGNORE INTO songs_to_settle (song_id) VALUES (new.id);
  END;
  CREATE TRIGGER songs_changed
    AFTER UPDATE OF content_key, directory_id, missing_since_ms, added_at ON songs BEGIN
    INSERT OR IGNORE INTO songs_to_settle (song_id) VALUES (new.id);
  END;
  CREATE TRIGGER songs_went AFTER DELETE ON songs BEGIN
    INSERT INTO songs_to_settle (song_id, album_id) VALUES (old.id, old.album_id)
      ON CONFLICT DO UPDATE SET album_id = coalesce(excluded.album_id, album_id);
  END;
  INSERT INTO songs_to_settle (song_id) SELECT id FROM songs;

  CREATE TABLE artists (
    id INTEGER PRIMARY KEY, public_id BLOB NOT NULL, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    sort_name TEXT, sort_key BLOB NOT NULL, letter TEXT NOT NULL, mb_id TEXT, is_listed INTEGER NOT NULL,
    song_count INTEGER NOT NULL, album_count INTEGER NOT NULL, guest_album_count INTEGER NOT NULL,
    composer_album_count INTEGER NOT NULL, lyricist_album_count INTEGER NOT NULL) STRICT;
  CREATE INDEX artists_by_public_id ON artists (public_id);
  CREATE INDEX artists_by_name ON artists (sort_key, letter) WHERE is_listed = 1;
  CREATE TABLE artist_names (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, mb_id TEXT NOT NULL, sort_name TEXT NOT NULL,
    folded TEXT NOT NULL, artist_id INTEGER NOT NULL, uses INTEGER NOT NULL,
    UNIQUE (name, mb_id, sort_name)) STRICT;
  CREATE INDEX artist_names_by_folded ON artist_names (folded);
  CREATE INDEX artist_names_by_mb ON artist_names (mb_id) WHERE mb_id <> '';
  CREATE INDEX artist_names_by_artist ON artist_names (artist_id);
  CREATE TABLE artist_roles (
    role INTEGER NOT NULL, sort_key BLOB NOT NULL, artist_id INTEGER NOT NULL, letter TEXT NOT NULL,
    song_count INTEGER NOT NULL, album_count INTEGER NOT NULL,
    PRIMARY KEY (role, sort_key, artist_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX artist_roles_by_artist ON artist_roles (artist_id);
  CREATE TABLE song_artists (
    song_id INTEGER NOT NULL, role INTEGER NOT NULL, position INTEGER NOT NULL, name_id INTEGER NOT NULL,
    instrument TEXT, PRIMARY KEY (song_id, role, position)) STRICT, WITHOUT ROWID;
  CREATE INDEX song_artists_by_name ON song_artists (name_id, role, song_id);
  CREATE TABLE name_roles (
    name_id INTEGER NOT NULL, role INTEGER NOT NULL, song_count INTEGER NOT NULL,
    PRIMARY KEY (name_id, role)) STRICT, WITHOUT ROWID;
  CREATE TABLE name_genres (
    name_id INTEGER NOT NULL, genre_id INTEGER NOT NULL, song_count INTEGER NOT NULL,
    PRIMARY KEY (name_id, genre_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX name_genres_by_genre ON name_genres (genre_id, song_count, name_id);

  CREATE TABLE genres (
    id INTEGER PRIMARY KEY, public_id BLOB NOT NULL, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    sort_key BLOB NOT NULL, letter TEXT NOT NULL, song_count INTEGER NOT NULL,
    album_count INTEGER NOT NULL) STRICT;
  CREATE INDEX genres_by_public_id ON genres (public_id);
  CREATE INDEX genres_by_name ON genres (sort_key);
  CREATE INDEX genres_by_songs ON genres (song_count DESC, sort_key);
  CREATE TABLE genre_names (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, genre_id INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT;
  CREATE INDEX genre_names_by_genre ON genre_names (genre_id);
  CREATE TABLE song_genres (
    song_id INTEGER NOT NULL, position INTEGER NOT NULL, name_id INTEGER NOT NULL, genre_id INTEGER NOT NULL,
    PRIMARY KEY (song_id, position)) STRICT, WITHOUT ROWID;
  CREATE INDEX song_genres_by_genre ON song_genres (genre_id, song_id);
  CREATE TABLE genre_pairs (
    genre_id INTEGER NOT NULL, other_id INTEGER NOT NULL, song_count INTEGER NOT NULL,
    PRIMARY KEY (genre_id, other_id)) STRICT, WITHOUT ROWID;

  CREATE TABLE albums (
    id INTEGER PRIMARY KEY, public_id BLOB NOT NULL, identity BLOB NOT NULL, group_id BLOB NOT NULL,
    title TEXT NOT NULL, version TEXT, title_key BLOB NOT NULL, letter TEXT NOT NULL,
    artist TEXT NOT NULL, artist_key BLOB NOT NULL, artist_letter TEXT NOT NULL,
    year INTEGER, recorded_on TEXT, released_on TEXT, original_on TEXT, types TEXT, kind TEXT NOT NULL,
    is_compilation INTEGER NOT NULL, mb_release TEXT, mb_release_group TEXT,
    song_count INTEGER NOT NULL, disc_count INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL, added_at INTEGER NOT NULL, cover_song_id INTEGER NOT NULL) STRICT;
  CREATE INDEX albums_by_public_id ON albums (public_id);
  CREATE INDEX albums_by_identity ON albums (identity);
  CREATE INDEX albums_by_group ON albums (group_id);
  CREATE INDEX albums_by_title ON albums (title_key, id, letter);
  CREATE INDEX albums_by_artist ON albums (artist_key, year, title_key, id, artist_letter);
  CREATE INDEX albums_by_year ON albums (year, title_key, id);
  CREATE INDEX albums_by_added ON albums (added_at DESC, id DESC);
  CREATE INDEX albums_by_kind_title ON albums (kind, title_key, id);
  CREATE INDEX albums_by_kind_added ON albums (kind, added_at DESC, id DESC);
  CREATE TABLE album_credits (
    album_id INTEGER NOT NULL, role INTEGER NOT NULL, position INTEGER NOT NULL, name_id INTEGER NOT NULL,
    song_count INTEGER NOT NULL, PRIMARY KEY (album_id, role, position)) STRICT, WITHOUT ROWID;
  CREATE INDEX album_credits_by_name ON album_credits (name_id, role, album_id);
  CREATE TABLE album_genres (
    genre_id INTEGER NOT NULL, title_key BLOB NOT NULL, album_id INTEGER NOT NULL, added_at INTEGER NOT NULL,
    song_count INTEGER NOT NULL, PRIMARY KEY (genre_id, title_key, album_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX album_genres_by_album ON album_genres (album_id);
  CREATE INDEX album_genres_by_added ON album_genres (genre_id, added_at DESC, album_id DESC);
`;
