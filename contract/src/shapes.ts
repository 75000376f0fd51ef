import { z } from 'zod';
import { type ByWireName, wiredFields } from './song-fields.ts';
import { count, integer, nullableInteger, nullableNumber, nullableText, text } from './values.ts';

const shapeOf = {
  text: nullableText,
  texts: nullableText,
  genres: nullableText,
  number: nullableInteger,
  year: nullableInteger,
  date: nullableText,
  flag: nullableInteger,
  decimal: nullableNumber,
  r128: nullableNumber,
  lyrics: nullableInteger,
};
const tagShape = Object.fromEntries(
  wiredFields.map(({ wire, kind }) => [wire, shapeOf[kind]]),
) as unknown as ByWireName<typeof shapeOf>;

/** A song of the collection. `path` and `artwork` are virtual paths; `duration` is in whole seconds. */
export const song = z
  .object({
    path: text,
    artwork: nullableText,
    ...tagShape,
    duration: nullableInteger,
  })
  .register(z.globalRegistry, { id: 'Song' });
/** Songs of a list. */
export const songs = z.array(song);
export type Song = z.infer<typeof song>;

/**
 * A folder of the collection. `artist`, `year` and `album` are the common value of its direct songs,
 * null where two differ; `date_added` is seconds since the epoch; `artwork_color` (`#rrggbb`) is the
 * average colour of its picture, shown while the picture loads.
 */
export const directory = z
  .object({
    path: text,
    artist: nullableText,
    year: nullableInteger,
    album: nullableText,
    artwork: nullableText,
    date_added: integer,
    artwork_color: nullableText.optional(),
  })
  .register(z.globalRegistry, { id: 'Directory' });
export type Directory = z.infer<typeof directory>;

/** An item of browse and search: exactly one of the two keys. */
export const item = z
  .union([z.object({ Directory: directory }), z.object({ Song: song })])
  .register(z.globalRegistry, { id: 'Item' });
export type Item = z.infer<typeof item>;

/** Digits only: `Number` takes an empty text for 0. */
const digits = text.regex(/^\d{1,15}$/).transform(Number);

/** A whole number of a query. */
export const queryNumber = (most: number) => digits.pipe(count.max(most));

/** `limit` and `offset` of a list call; absent means the whole list. Answered with `X-Total-Count`. */
export const page = z.object({
  limit: queryNumber(1_000_000).optional(),
  offset: queryNumber(1_000_000_000).optional(),
});
export type Page = z.infer<typeof page>;

/** Response header that carries how many entries a whole list has. */
export const totalCountHeader = 'X-Total-Count';

/** Response header of a search: how many of its results are folders, which come before the songs. */
export const directoryCountHeader = 'X-Directory-Count';
