import { z } from 'zod';
import { integer, nullableText, text } from '../values.ts';

/*
 * What tags say of the collection: albums, artists, genres and songs, by ids that clients may keep: 22 letters and
 * digits. These calls are this product's own; version 8 has its own albums, by their names.
 */

/** What somebody does on a song. */
export const role = z.enum([
  'artist',
  'composer',
  'lyricist',
  'conductor',
  'performer',
  'remixer',
  'producer',
  'arranger',
  'djMixer',
]);
export type SongRole = z.infer<typeof role>;

/** Somebody, as a link; `id` is null where nobody of the list is meant, as of Various Artists. */
export const artistLink = z.object({ id: nullableText, name: text });
/** Some of them. */
export const artistLinks = z.array(artistLink);
export type ArtistLink = z.infer<typeof artistLink>;

/** Genres, as links. */
export const genreLinks = z.array(z.object({ id: text, name: text }));

/** Words that all stand in a name, or in that of who an album is by, in any order and wherever they begin. */
export const filter = text.max(200).optional();

/** Where letters begin in a list: how many of its entries come before each. */
export const letters = z.array(z.object({ letter: text, offset: integer }));
export type LetterPlaces = z.infer<typeof letters>;
