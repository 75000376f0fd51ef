import type Database from 'better-sqlite3';
import { createTogether } from '../../together.ts';
import type { PlacedName, SongTexts, TagTextReading } from './tag-texts.ts';

/** Over a connection that reads `library.db`. */
export const createTagTextReading = (raw: Database.Database): TagTextReading => {
  const together = createTogether(raw);
  const songs = raw.prepare<[number, number], SongTexts>(
    `SELECT id, artists, artist_list, album_artists, album_artist_list, composers, lyricists, genres, more
     FROM songs WHERE id > ? AND missing_since_ms IS NULL ORDER BY id LIMIT ?`,
  );
  const names = {
    artist: raw.prepare<[number, number], PlacedName>(
      `SELECT id, name, sort_name, sort_key, letter, public_id, song_count, NULL AS by FROM artists
       WHERE id > ? AND is_listed = 1 ORDER BY id LIMIT ?`,
    ),
    album: raw.prepare<[number, number], PlacedName>(
      `SELECT id, title AS name, NULL AS sort_name, title_key AS sort_key, letter, public_id, song_count,
         artist AS by FROM albums
       WHERE id > ? ORDER BY id LIMIT ?`,
    ),
  };
  return {
    songsAfter: async (id, limit) => together(() => songs.all(id, limit)),
    namesAfter: async (kind, id, limit) => together(() => names[kind].all(id, limit)),
  };
};
