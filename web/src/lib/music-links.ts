import type { Song, SongLinks } from '@tonearm/contract';
import { paths } from './paths.ts';
import { parentOf } from './virtual-path.ts';

/** What of a song or a folder says where it belongs. */
export interface Placed {
  /** Of a song, or of an album's folder. */
  readonly path: string;
  readonly artist: string | null;
}

/** Where the album of a song is: its page, or its folder while `links` are not known. The one place that decides it. */
export const albumHref = (song: Pick<Song, 'path'>, links?: SongLinks): string =>
  links?.album_id ? paths.album(links.album_id) : folderHref(song.path);

/** The folder that holds a song or a folder. */
export const folderHref = (path: string): string => paths.browse(parentOf(path));

/**
 * Where an artist is: their page where `links` name somebody, else the nearest folder above that bears the artist's name, else what a search for the name
 * finds. Null when the artist is not known. The one place that decides it.
 */
export function artistHref({ path, artist }: Placed, links?: SongLinks): string | null {
  const id = links?.credits.find((credit) => credit.role === 'artist')?.id ?? null;
  if (id !== null) return paths.artist(id);
  const name = artist?.trim();
  if (!name) return null;
  const parts = path.split('/');
  const wanted = folded(name);
  const index = parts.findLastIndex((part, at) => at < parts.length - 1 && folded(part) === wanted);
  return index < 0 ? paths.search(name) : paths.browse(parts.slice(0, index + 1).join('/'));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
