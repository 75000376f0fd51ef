import { songTitle } from '../../lib/format-song.ts';
import { paths } from '../../lib/paths.ts';
import { lastSegment } from '../../lib/virtual-path.ts';
import type { ListItem } from '../item-actions/play-target.ts';

/** Title of an entry: of a song, of a folder (its name), of a playlist. */
export function itemTitle(item: ListItem): string {
  switch (item.variant) {
    case 'Song':
      return songTitle(item.fields);
    case 'Directory':
      return lastSegment(item.fields.path);
    case 'Playlist':
      return item.fields.name;
    default:
      return item satisfies never;
  }
}

/** Title of a folder as an album: its album where it has one, else its name. */
export const albumTitle = (item: ListItem): string =>
  (item.variant === 'Directory' && item.fields.album) || itemTitle(item);

/** Where an entry leads; null for songs, which play. */
export function itemHref(item: ListItem): string | null {
  switch (item.variant) {
    case 'Song':
      return null;
    case 'Directory':
      return paths.browse(item.fields.path);
    case 'Playlist':
      return paths.playlist(item.fields.name);
    default:
      return item satisfies never;
  }
}

/** Names an entry for as long as the list is shown; a song queued into a playlist twice has one name. */
export const itemKey = (item: ListItem): string =>
  item.variant === 'Playlist' ? `Playlist:${item.fields.name}` : `${item.variant}:${item.fields.path}`;
