import type { PlaylistSummary, Song } from '@tonearm/contract';
import {
  type CollectionItem,
  fetchAlbumSongs,
  fetchArtistSongs,
  fetchGenreSongs,
  fetchPlaylistSongs,
  fetchQuerySongs,
  fetchSearchItems,
  fetchSongsBelow,
} from '../../api/collection.ts';
import type { KeptQuery } from '../../api/made/smart-lists.ts';
import type { MusicItem } from '../../api/music.ts';
import type { DragPayload } from '../../player/index.ts';

/** What the three verbs work on: songs at hand, or something that stands for songs. */
export type PlayTarget =
  | { readonly kind: 'songs'; readonly songs: readonly Song[] }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'playlist'; readonly name: string }
  /** An album, an artist or a genre of the tags. */
  | { readonly kind: 'album' | 'artist' | 'genre'; readonly id: string }
  /** Everything a search finds, with all that lies in the folders it finds. */
  | { readonly kind: 'search'; readonly query: string }
  /** Every song that a query of the language finds; `exact` forgives no edit. */
  | { readonly kind: 'query'; readonly query: string; readonly exact: boolean }
  /** Entries of a list that are not loaded yet. */
  | { readonly kind: 'later'; readonly load: () => Promise<readonly PlayTarget[]> };

/** A saved playlist; what is in it comes later than its name. */
export type ListedPlaylist = Pick<PlaylistSummary, 'name'> & Partial<PlaylistSummary>;

/** An entry of a list: of the folders, of the tags, a saved playlist, or a smart list. */
export type ListItem =
  | CollectionItem
  | MusicItem
  | { readonly variant: 'Playlist'; readonly fields: ListedPlaylist }
  | { readonly variant: 'SmartList'; readonly fields: KeptQuery };

/** How many folders are asked for at once. */
const requestsAtOnce = 4;

/** What the verbs do with an entry of a list. */
export function targetOf(item: ListItem): PlayTarget {
  switch (item.variant) {
    case 'Song':
      return { kind: 'songs', songs: [item.fields] };
    case 'Directory':
      return { kind: 'folder', path: item.fields.path };
    case 'Playlist':
      return { kind: 'playlist', name: item.fields.name };
    case 'SmartList':
      return { kind: 'query', query: item.fields.query, exact: true };
    case 'Album':
      return { kind: 'album', id: item.fields.id };
    case 'Artist':
      return { kind: 'artist', id: item.fields.id };
    case 'Genre':
      return { kind: 'genre', id: item.fields.id };
    default:
      return item satisfies never;
  }
}

/** What a row carries when it is dragged. */
export function dragPayloadOf(targets: readonly PlayTarget[]): DragPayload {
  const songs = songsAtHand(targets);
  return songs === null ? { kind: 'later', load: () => loadSongs(targets) } : { kind: 'songs', songs };
}

/** The songs of targets that need no question to the server; null when one does. */
export function songsAtHand(targets: readonly PlayTarget[]): readonly Song[] | null {
  const songs: Song[] = [];
  for (const target of targets) {
    if (target.kind !== 'songs') return null;
    for (const song of target.songs) songs.push(song);
  }
  return songs;
}

/**
 * Every song of the targets, in their order.
 * @throws ApiError when one cannot be loaded
 */
export async function loadSongs(
  targets: readonly PlayTarget[],
  signal?: AbortSignal,
): Promise<readonly Song[]> {
  const lists = await mapLimited(targets, (target) => loadTarget(target, signal));
  return lists.flat();
}

async function loadTarget(target: PlayTarget, signal?: AbortSignal): Promise<readonly Song[]> {
  switch (target.kind) {
    case 'songs':
      return target.songs;
    case 'folder':
      return fetchSongsBelow(target.path, signal);
    case 'playlist':
      return fetchPlaylistSongs(target.name, signal);
    case 'album':
      return fetchAlbumSongs(target.id, signal);
    case 'artist':
      return fetchArtistSongs(target.id, signal);
    case 'genre':
      return fetchGenreSongs(target.id, signal);
    case 'search': {
      const items = await fetchSearchItems(target.query, signal);
      return onceEach(await loadSongs(items.map(targetOf), signal));
    }
    case 'query':
      return fetchQuerySongs(target, signal);
    case 'later':
      return loadSongs(await target.load(), signal);
    default:
      return target satisfies never;
  }
}

/** A song found by itself may also lie in a folder that was found. */
const onceEach = (songs: readonly Song[]): readonly Song[] => [
  ...new Map(songs.map((song) => [song.path, song])).values(),
];

async function mapLimited<T, R>(values: readonly T[], convert: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(values.length);
  const waiting = values.entries();
  const work = async () => {
    for (const [index, value] of waiting) results[index] = await convert(value);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return results;
}
