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
    case 'Album':
      return item.fields.version === null
        ? item.fields.title
        : `${item.fields.title} (${item.fields.version})`;
    case 'Playlist':
    case 'SmartList':
    case 'Artist':
    case 'Genre':
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
    case 'SmartList':
      return paths.smartList(item.fields.name);
    case 'Album':
      return paths.album(item.fields.id);
    case 'Artist':
      return paths.artist(item.fields.id);
    case 'Genre':
      return paths.genre(item.fields.id);
    default:
      return item satisfies never;
  }
}

/** Names an entry for as long as the list is shown; a song queued into a playlist twice has one name. */
export function itemKey(item: ListItem): string {
  const { variant } = item;
  if (variant === 'Playlist' || variant === 'SmartList') return `${variant}:${item.fields.name}`;
  return `${variant}:${variant === 'Song' || variant === 'Directory' ? item.fields.path : item.fields.id}`;
}
