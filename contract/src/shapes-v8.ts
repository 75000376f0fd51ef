import { z } from 'zod';
import { integer, optionalInteger, optionalText, text, texts, yesOrNo } from './values.ts';

const optionalTexts = texts.optional();

/**
 * A song of version 8: fields without a value are left out. `path` and `artwork` are virtual paths, `duration` is
 * in whole seconds.
 */
const songV8 = z
  .object({
    path: text,
    track_number: optionalInteger,
    disc_number: optionalInteger,
    title: optionalText,
    artists: optionalTexts,
    album_artists: optionalTexts,
    year: optionalInteger,
    album: optionalText,
    artwork: optionalText,
    duration: optionalInteger,
    lyricists: optionalTexts,
    composers: optionalTexts,
    genres: optionalTexts,
    labels: optionalTexts,
  })
  .register(z.globalRegistry, { id: 'SongV8' });
/** Songs of a list. */
export const songsV8 = z.array(songV8);

/** Songs as version 8 lists them: all paths, and of the first ones what their tags say. */
export const songList = z
  .object({ paths: texts, first_songs: songsV8 })
  .register(z.globalRegistry, { id: 'SongList' });

/** How many songs of a list come with what their tags say. */
export const firstSongs = 200;

/** What `POST /songs` answers: songs in the order of the paths, and the paths behind which there is none. */
export const songsByPath = z.object({ songs: songsV8, not_found: texts });

/** A folder or a song of version 8's folders. */
export const browserEntry = z
  .object({ path: text, is_directory: yesOrNo })
  .register(z.globalRegistry, { id: 'BrowserEntry' });

/** How many songs by the name of their genre. */
export const countsByGenre = z.record(text, integer);

/** A playlist in a list; `duration` is in whole seconds. Songs that are missing now count for nothing. */
export const playlistHeader = z
  .object({ name: text, num_songs_by_genre: countsByGenre, duration: integer })
  .register(z.globalRegistry, { id: 'PlaylistHeader' });
export type PlaylistHeader = z.infer<typeof playlistHeader>;
