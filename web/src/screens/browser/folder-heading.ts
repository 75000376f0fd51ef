import type { Song } from '@tonearm/contract';
import type { CollectionItem } from '../../api/collection.ts';
import { lastSegment } from '../../lib/virtual-path.ts';
import { texts } from '../../texts/index.ts';

/** Header and subheader of a folder; the subheader is null when there is none to show. */
export interface FolderHeading {
  readonly header: string;
  readonly subheader: string | null;
}

/**
 * Header of a folder: the album its items have in common, else the last segment of its path, else
 * 'All Music'. Subheader: the common album artist, else the common artist. As the specification has it:
 * one album is an album in common, and an artist's folder says the artist twice.
 */
export function folderHeadingOf(path: string, items: readonly CollectionItem[]): FolderHeading {
  const songs = items.flatMap((item) => (item.variant === 'Song' ? [item.fields] : []));
  const folderName = lastSegment(path) || texts.collection.allMusic;
  if (songs.length > 0 && songs.length === items.length) {
    return { header: commonOf(songs, 'album') ?? folderName, subheader: commonArtist(songs) };
  }
  return {
    header: sharedByAll(items.map(({ fields }) => fields.album)) ?? folderName,
    subheader: sharedByAll(items.map(({ fields }) => fields.artist)),
  };
}

/** The value that all items share; null when two differ, one has none, or there are no items. */
const sharedByAll = (values: readonly (string | null)[]): string | null => {
  const [first] = values;
  return first && values.every((value) => value === first) ? first : null;
};

/** The value that all songs share that have one: a missing tag is not a different one. */
const commonOf = (songs: readonly Song[], field: 'album' | 'album_artist' | 'artist'): string | null =>
  sharedByAll(songs.map((song) => song[field]).filter(Boolean));

/** The first of several artists of a song. */
const firstArtistOf = (artist: string): string => artist.split('; ')[0] ?? artist;

/** As the server has it for a folder: a guest on one song takes nothing away. */
function commonArtist(songs: readonly Song[]): string | null {
  const albumArtist = commonOf(songs, 'album_artist');
  const isStated = songs.some((song) => song.album_artist);
  const others = songs.filter((song) => song.artist && !song.album_artist);
  const firstArtist = sharedByAll(others.map((song) => firstArtistOf(song.artist ?? '')));
  if (!isStated) return commonOf(others, 'artist') ?? firstArtist;
  const areBySame =
    others.length === 0 || firstArtist === albumArtist || commonOf(others, 'artist') === albumArtist;
  return areBySame ? albumArtist : null;
}
