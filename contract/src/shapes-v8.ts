import { z } from 'zod';

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const number = z.number().int().optional();

/**
 * A song of version 8: fields without a value are left out. `path` and `artwork` are virtual paths, `duration` is
 * in whole seconds.
 */
export const songV8 = z
  .object({
    path: z.string(),
    track_number: number,
    disc_number: number,
    title: text,
    artists: texts,
    album_artists: texts,
    year: number,
    album: text,
    artwork: text,
    duration: number,
    lyricists: texts,
    composers: texts,
    genres: texts,
    labels: texts,
  })
  .meta({ id: 'SongV8' });

/** Songs as version 8 lists them: all paths, and of the first ones what their tags say. */
export const songList = z
  .object({ paths: z.array(z.string()), first_songs: z.array(songV8) })
  .meta({ id: 'SongList' });

/** How many songs of a list come with what their tags say. */
export const firstSongs = 200;

/** What `POST /songs` answers: songs in the order of the paths, and the paths behind which there is none. */
export const songsByPath = z.object({ songs: z.array(songV8), not_found: z.array(z.string()) });

/** A folder or a song of version 8's folders. */
export const browserEntry = z
  .object({ path: z.string(), is_directory: z.boolean() })
  .meta({ id: 'BrowserEntry' });

/** How many songs by the name of their genre. */
export const countsByGenre = z.record(z.string(), z.number().int());

/** A playlist in a list; `duration` is in whole seconds. Songs that are missing now count for nothing. */
export const playlistHeader = z
  .object({ name: z.string(), num_songs_by_genre: countsByGenre, duration: z.number().int() })
  .meta({ id: 'PlaylistHeader' });
export type PlaylistHeader = z.infer<typeof playlistHeader>;
