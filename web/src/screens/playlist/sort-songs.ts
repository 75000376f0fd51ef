import type { Song } from '@tonearm/contract';
import { songTitle } from '../../lib/format-song.ts';
import { compareArtist, compareNumbers, compareWords, inAlbumOrder } from '../../lib/song-order.ts';

/** What a playlist is sorted by. */
export const sortKinds = ['title', 'artist', 'album', 'year', 'duration', 'reverse'] as const;
/** One of them. */
export type SortKind = (typeof sortKinds)[number];

/** Places of songs in their new order. Songs that are alike keep theirs; what is not known comes last. */
export function sortedPlaces(songs: readonly Song[], kind: SortKind): readonly number[] {
  const places = songs.map((_, place) => place);
  if (kind === 'reverse') return places.toReversed();
  return places.toSorted((a, b) => {
    const [first, second] = [songs[a], songs[b]];
    return first && second ? byKind(first, second, kind) : 0;
  });
}

function byKind(a: Song, b: Song, kind: Exclude<SortKind, 'reverse'>): number {
  switch (kind) {
    case 'title':
      return compareWords(songTitle(a), songTitle(b));
    case 'artist':
      return compareArtist(a, b) || inAlbumOrder(a, b);
    case 'album':
      return inAlbumOrder(a, b);
    case 'year':
      return compareNumbers(a.year, b.year) || inAlbumOrder(a, b);
    case 'duration':
      return compareNumbers(a.duration, b.duration);
    default:
      return kind satisfies never;
  }
}
