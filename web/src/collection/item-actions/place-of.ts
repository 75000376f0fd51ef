import type { SongLinks } from '@tonearm/contract';
import { songArtist } from '../../lib/format-song.ts';
import { albumHref, artistHref, folderHref } from '../../lib/music-links.ts';
import { paths } from '../../lib/paths.ts';
import type { MenuSubject } from '../../menus/menu-subject.ts';
import type { ListItem } from './play-target.ts';

/** Where an entry of a list belongs, and how its menu shows it. @param links where a song leads, once it is known */
export function placeOf(
  item: ListItem,
  links?: SongLinks,
): Omit<MenuSubject, 'label' | 'menuLabel' | 'loadPaths'> {
  switch (item.variant) {
    case 'Song':
      return {
        song: item.fields,
        artwork: item.fields.artwork,
        detail: songArtist(item.fields),
        links: {
          album: albumHref(item.fields, links),
          artist: artistHref(item.fields, links),
          folder: folderHref(item.fields.path),
        },
      };
    case 'Directory':
      return {
        artwork: item.fields.artwork,
        detail: item.fields.artist ?? undefined,
        links: {
          album: item.fields.album === null ? null : paths.browse(item.fields.path),
          artist: artistHref(item.fields),
          folder: item.fields.path.includes('/') ? folderHref(item.fields.path) : null,
        },
      };
    case 'Album': {
      const { id, artist, artists, artwork } = item.fields;
      const artistId = artists[0]?.id ?? null;
      return {
        artwork,
        detail: artist,
        liked: { kind: 'album', name: id },
        links: { album: paths.album(id), artist: artistId === null ? null : paths.artist(artistId) },
      };
    }
    case 'Artist':
      return {
        liked: { kind: 'artist', name: item.fields.id },
        links: { artist: paths.artist(item.fields.id) },
      };
    case 'Genre':
      return { genreId: item.fields.id };
    case 'Playlist':
      return {};
    case 'SmartList':
      return { detail: item.fields.query };
    default:
      return item satisfies never;
  }
}
