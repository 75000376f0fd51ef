import { foldText } from '../../lib/fold-text.ts';
import { songAlbum, songArtist } from '../../lib/format-song.ts';
import { compareArtist, compareNumbers, compareWords, inAlbumOrder } from '../../lib/song-order.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import { itemTitle } from '../item-list/item-names.ts';

/** What a list can be put in order by. */
export const sortColumns = [
  'title',
  'artist',
  'album',
  'year',
  'genre',
  'composer',
  'track',
  'duration',
] as const;
/** One of them. */
export type SortColumn = (typeof sortColumns)[number];

/** The order of a list. */
export interface Sort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** How somebody wants to see a list. */
export interface Arrangement {
  /** Words that must all stand somewhere in an entry. */
  readonly filter: string;
  /** Null for the order of the list itself. */
  readonly sort: Sort | null;
}

/**
 * Places of the entries that are shown, in the order they are shown. Folders stay before songs and go by their
 * names; entries that are alike keep their order, and what is not known comes last either way.
 */
export function arrangedPlaces(items: readonly ListItem[], { filter, sort }: Arrangement): readonly number[] {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  const places = items.flatMap((item, place) => {
    const text = words.length === 0 ? '' : foldText(textOf(item));
    return words.every((word) => text.includes(word)) ? [place] : [];
  });
  if (sort === null) return places;
  const sign = sort.isDescending ? -1 : 1;
  return places.toSorted((a, b) => {
    const [first, second] = [items[a], items[b]];
    if (first === undefined || second === undefined) return 0;
    return Number(isSong(first)) - Number(isSong(second)) || byColumn(first, second, sort.column, sign);
  });
}

const isSong = ({ variant }: ListItem): boolean => variant === 'Song';

/** All that an entry shows, and the names of its file and its people. */
function textOf(item: ListItem): string {
  if (item.variant !== 'Song') {
    const artist = 'artist' in item.fields ? item.fields.artist : null;
    const album = item.variant === 'Directory' ? item.fields.album : null;
    return [itemTitle(item), artist, album].filter(Boolean).join(' ');
  }
  const { fields } = item;
  const { year, path, genre, composer, label } = fields;
  const rest = [year, genre, composer, label].filter((value) => value !== null);
  return [itemTitle(item), songArtist(fields), songAlbum(fields), path, ...rest].join(' ');
}

function byColumn(a: ListItem, b: ListItem, column: SortColumn, sign: number): number {
  if (a.variant !== 'Song' || b.variant !== 'Song') {
    return column === 'title' ? compareWords(itemTitle(a), itemTitle(b), sign) : 0;
  }
  const [first, second] = [a.fields, b.fields];
  switch (column) {
    case 'title':
      return compareWords(itemTitle(a), itemTitle(b), sign);
    case 'artist':
      return compareArtist(first, second, sign) || inAlbumOrder(first, second);
    case 'album':
      return compareWords(first.album, second.album, sign) || inAlbumOrder(first, second);
    case 'year':
      return compareNumbers(first.year, second.year, sign) || inAlbumOrder(first, second);
    case 'genre':
      return compareWords(first.genre, second.genre, sign);
    case 'composer':
      return compareWords(first.composer, second.composer, sign);
    case 'track':
      return (
        compareNumbers(first.disc_number, second.disc_number, sign) ||
        compareNumbers(first.track_number, second.track_number, sign)
      );
    case 'duration':
      return compareNumbers(first.duration, second.duration, sign);
    default:
      return column satisfies never;
  }
}
