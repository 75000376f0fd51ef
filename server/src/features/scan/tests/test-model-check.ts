import type Database from 'better-sqlite3';
import { expect } from 'vitest';

const pathOf = `(SELECT virtual_path || '/' || s.name FROM songs AS s JOIN directories ON directories.id = s.directory_id WHERE s.id = `;

/** Albums, artists and genres as people see them, with nothing that tells one library from another. */
export const modelOf = (library: Database.Database) => {
  const all = (sql: string) => library.prepare(sql).all() as Record<string, unknown>[];
  return {
    songs: all(`SELECT ${pathOf}songs.id) AS path, hex(songs.public_id) AS id, hex(a.public_id) AS album
      FROM songs LEFT JOIN albums AS a ON a.id = album_id WHERE missing_since_ms IS NULL ORDER BY 1`),
    albums:
      all(`SELECT hex(public_id) AS id, hex(identity) AS identity, hex(group_id) AS grouped, title, version,
        hex(title_key) AS titleKey, letter, artist, hex(artist_key) AS artistKey, artist_letter, year, recorded_on,
        released_on, original_on, types, kind, is_compilation, mb_release, song_count, disc_count, duration_ms,
        size_bytes, added_at, ${pathOf}cover_song_id) AS cover FROM albums ORDER BY 1`),
    albumCredits:
      all(`SELECT hex(a.public_id) AS album, role, n.name, n.mb_id, c.song_count FROM album_credits AS c
      JOIN albums AS a ON a.id = album_id JOIN artist_names AS n ON n.id = name_id ORDER BY 1, 2, 3, 4`),
    albumGenres:
      all(`SELECT hex(a.public_id) AS album, g.folded, m.song_count, m.added_at, hex(m.title_key) AS titleKey
      FROM album_genres AS m JOIN albums AS a ON a.id = album_id JOIN genres AS g ON g.id = genre_id ORDER BY 1, 2`),
    artists: all(`SELECT hex(public_id) AS id, key, name, sort_name, hex(sort_key) AS sortKey, letter, mb_id,
        is_listed, song_count, album_count, guest_album_count, composer_album_count, lyricist_album_count
      FROM artists ORDER BY key`),
    names: all(`SELECT n.name, n.mb_id, n.sort_name, n.folded, n.uses, r.key FROM artist_names AS n
      LEFT JOIN artists AS r ON r.id = artist_id ORDER BY 1, 2, 3`),
    roles:
      all(`SELECT r.key, o.role, o.song_count, o.album_count, hex(o.sort_key) AS sortKey FROM artist_roles AS o
      JOIN artists AS r ON r.id = artist_id ORDER BY 1, 2`),
    nameRoles: all(`SELECT n.name, n.mb_id, c.role, c.song_count FROM name_roles AS c
      JOIN artist_names AS n ON n.id = name_id ORDER BY 1, 2, 3`),
    nameGenres: all(`SELECT n.name, n.mb_id, g.folded, c.song_count FROM name_genres AS c
      JOIN artist_names AS n ON n.id = name_id JOIN genres AS g ON g.id = genre_id ORDER BY 1, 2, 3`),
    credits: all(`SELECT ${pathOf}song_id) AS path, role, position, n.name, instrument FROM song_artists
      JOIN artist_names AS n ON n.id = name_id ORDER BY 1, 2, 3`),
    genres:
      all(`SELECT hex(public_id) AS id, folded, name, hex(sort_key) AS sortKey, letter, song_count, album_count
      FROM genres ORDER BY 2`),
    genreNames: all(`SELECT n.name, n.uses, g.folded FROM genre_names AS n JOIN genres AS g ON g.id = genre_id
      ORDER BY 1`),
    songGenres: all(`SELECT ${pathOf}song_id) AS path, position, n.name, g.folded FROM song_genres AS m
      JOIN genre_names AS n ON n.id = name_id JOIN genres AS g ON g.id = m.genre_id ORDER BY 1, 2`),
    pairs: all(`SELECT g.folded, o.folded AS other, p.song_count FROM genre_pairs AS p
      JOIN genres AS g ON g.id = genre_id JOIN genres AS o ON o.id = other_id ORDER BY 1, 2`),
  };
};

/** The model of a library holds what one made anew of the same folders would hold, and nothing waits. */
export const checkModel = (library: Database.Database, anew: Database.Database): void => {
  expect(library.prepare('SELECT count(*) FROM songs_to_settle').pluck().get()).toBe(0);
  expect(modelOf(library)).toEqual(modelOf(anew));
};
