import type { Song } from '@tonearm/contract';
import { songTitle } from '../../lib/format-song.ts';

/** What a playlist is sorted by. */
export const sortKinds = ['title', 'artist', 'album', 'year', 'duration', 'reverse'] as const;
/** One of them. */
export type SortKind = (typeof sortKinds)[number];

/** Places of songs in their new order. Songs that are alike keep theirs; what is not known comes last. */
export function sortedPlaces(songs: readonly Song[], kind: SortKind): readonly number[] {
  const places = songs.map((_, place) => place);
  if (kind === 'reverse') return places.toReversed();
  const { compare } = new Intl.Collator('en', { numeric: true });
  return places.toSorted((a, b) => {
    const [first, second] = [songs[a], songs[b]];
    return first && second ? byKind(first, second, kind, compare) : 0;
  });
}

type Compare = (a: string, b: string) => number;

function byKind(a: Song, b: Song, kind: Exclude<SortKind, 'reverse'>, compare: Compare): number {
  switch (kind) {
    case 'title':
      return compare(songTitle(a), songTitle(b));
    case 'artist':
      return texts(a.artist, b.artist, compare) || byKind(a, b, 'album', compare);
    case 'album':
      return (
        texts(a.album, b.album, compare) ||
        numbers(a.disc_number, b.disc_number) ||
        numbers(a.track_number, b.track_number)
      );
    case 'year':
      return numbers(a.year, b.year) || byKind(a, b, 'album', compare);
    case 'duration':
      return numbers(a.duration, b.duration);
    default:
      return kind satisfies never;
  }
}

const texts = (a: string | null, b: string | null, compare: Compare): number =>
  a && b ? compare(a, b) : Number(!a) - Number(!b);

const numbers = (a: number | null, b: number | null): number =>
  a !== null && b !== null ? a - b : Number(a === null) - Number(b === null);
