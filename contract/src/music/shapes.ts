import { z } from 'zod';

/*
 * What tags say of the collection: albums, artists, genres and songs, by ids that clients may keep: 22 letters and
 * digits. These calls are this product's own; version 8 has its own albums, by their names.
 */

/** A text that may be missing. */
export const nullableText = z.string().nullable();

/** A whole number that may be missing. */
export const nullableInteger = z.number().int().nullable();

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
export const artistLink = z.object({ id: nullableText, name: z.string() });
export type ArtistLink = z.infer<typeof artistLink>;

/** A genre, as a link. */
export const genreLink = z.object({ id: z.string(), name: z.string() });

/** Words that all stand in a name, or in that of who an album is by, in any order and wherever they begin. */
export const filter = z.string().max(200).optional();

/** Where letters begin in a list: how many of its entries come before each. */
export const letters = z.array(z.object({ letter: z.string(), offset: z.number().int() }));
export type LetterPlaces = z.infer<typeof letters>;
