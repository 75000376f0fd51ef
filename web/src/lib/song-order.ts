import type { Song } from '@tonearm/contract';

const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares what both know; what is not known comes last, whatever the sign (1, or -1 for descending). */
export const compareWords = (a: string | null, b: string | null, sign = 1): number =>
  a && b ? sign * compare(a, b) : Number(!a) - Number(!b);

/** The same for numbers. */
export const compareNumbers = (a: number | null, b: number | null, sign = 1): number =>
  a !== null && b !== null ? sign * (a - b) : Number(a === null) - Number(b === null);

/** By artist. */
export const compareArtist = (a: Song, b: Song, sign = 1): number => compareWords(a.artist, b.artist, sign);

/** By album, disc and track. */
export const inAlbumOrder = (a: Song, b: Song): number =>
  compareWords(a.album, b.album) ||
  compareNumbers(a.disc_number, b.disc_number) ||
  compareNumbers(a.track_number, b.track_number);
