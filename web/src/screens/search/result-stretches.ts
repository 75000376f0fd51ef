import type { MusicAlbum, NameGroups } from '@tonearm/contract';
import { itemFromAlbum, itemFromArtist } from '../../api/music.ts';
import type { ListItem } from '../../collection/item-actions/play-target.ts';
import type { Stretch } from '../../collection/item-list/layout.ts';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import type { Expansion } from '../../collection/parts/use-expansion.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';

/** Rows of covers shown before all are asked for. */
const coverRows = 2;
/** Rows of names and playlists shown before that. */
const nameRows = 1;

/** Names that were found, of one kind. */
export interface NamedGroup {
  readonly key: 'artists' | 'albums' | 'playlists';
  readonly items: readonly ListItem[];
}

/** Artists, albums, and playlists with smart lists, in this order. */
export const namedGroups = (names: NameGroups | undefined): readonly NamedGroup[] =>
  names === undefined
    ? []
    : [
        { key: 'artists', items: names.artists.entries.map(itemFromArtist) },
        { key: 'albums', items: names.albums.entries.map(itemFromAlbum) },
        {
          key: 'playlists',
          items: [
            ...names.playlists.entries.map((name): ListItem => ({ variant: 'Playlist', fields: { name } })),
            ...names.smart_lists.entries.map((fields): ListItem => ({ variant: 'SmartList', fields })),
          ],
        },
      ];

/**
 * Folders that were found, without those that hold but an album which is found by its name as well; null where not all
 * of them are on the first page.
 */
export function foldersAtHand(found: {
  readonly firstPage: readonly ListItem[];
  readonly folderCount: number;
  readonly albums: readonly MusicAlbum[] | undefined;
}): readonly ListItem[] | null {
  const { firstPage, folderCount, albums = [] } = found;
  if (folderCount > firstPage.length) return null;
  return firstPage.slice(0, folderCount).filter(({ variant, fields }) => {
    if (variant !== 'Directory' || fields.album === null) return true;
    const { album, artist } = fields;
    return !albums.some((one) => one.title === album && (artist === null || one.artist === artist));
  });
}

const headingOf = (
  { key, text, count }: { readonly key: string; readonly text: string; readonly count: number },
  { isExpanded, toggle }: Expansion,
): StretchHeading => ({
  text,
  expansion: {
    label: isExpanded(key) ? listTexts.showFewer : listTexts.showAll(count),
    onSelect: () => toggle(key),
  },
});

/**
 * Results in their groups: names, folders and albums of folders, of which a few rows show until all are asked for, then
 * songs. Names come first in the list of items.
 */
export function resultStretches(results: {
  readonly groups: readonly NamedGroup[];
  readonly total: number;
  readonly folderCount: number;
  readonly expansion: Expansion;
}): { readonly stretches: readonly Stretch[]; readonly headings: Readonly<Record<string, StretchHeading>> } {
  const { groups, total, folderCount, expansion } = results;
  const { app } = texts;
  const songCount = total - folderCount;
  const stretches: Stretch[] = [];
  const headings: Record<string, StretchHeading> = {};
  const addCards = (key: string, { text, count, rows }: { text: string; count: number; rows: number }) => {
    if (count === 0) return;
    headings[`${key}-heading`] = headingOf({ key, text, count }, expansion);
    stretches.push({ key: `${key}-heading`, kind: 'heading', itemCount: 0 });
    stretches.push({
      key,
      kind: 'cards',
      itemCount: count,
      rowLimit: rows,
      isExpanded: expansion.isExpanded(key),
    });
  };
  for (const { key, items } of groups)
    addCards(key, { text: app[key], count: items.length, rows: key === 'albums' ? coverRows : nameRows });
  addCards('folders', { text: listTexts.foldersAndAlbums, count: folderCount, rows: coverRows });
  if (songCount > 0) {
    headings['songs-heading'] = { text: listTexts.songs };
    stretches.push({ key: 'songs-heading', kind: 'heading', itemCount: 0 });
    stretches.push({ key: 'songs', kind: 'rows', itemCount: songCount });
  }
  return { stretches, headings };
}
