import { songNames } from 'virtual:song-names';
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Directory, Endpoints, Item, Song } from '@tonearm/contract';
import { call, listWithTotal } from './client.ts';

/** A folder or a song, as browse and search give it. */
export type CollectionItem =
  | { readonly variant: 'Directory'; readonly fields: Directory }
  | { readonly variant: 'Song'; readonly fields: Song };

/** Songs by a query of the language. */
export interface QuerySource {
  readonly kind: 'query';
  readonly query: string;
  /** Forgives no edit. */
  readonly exact: boolean;
  /** Asked for anew whenever it is opened: what people star, rate and play changes it. */
  readonly isLive?: boolean;
}

/** A list of the server that is read page by page. A path of '' is the whole collection. */
export type ListSource =
  | { readonly kind: 'browse'; readonly path: string }
  | { readonly kind: 'search'; readonly query: string }
  | QuerySource
  | { readonly kind: 'playlist'; readonly name: string }
  | { readonly kind: 'recent' };

/** A page of a list, and how long the whole list is. */
export interface ItemPage<Item = CollectionItem> {
  readonly items: readonly Item[];
  readonly total: number;
  /** How many entries of the whole list are folders, which come first; null where that is not told. */
  readonly folderCount: number | null;
  /** Where nothing holds a word of a query: the word, and the one that was looked for in its place. */
  readonly forgiven?: { readonly typed: string; readonly used: string } | null;
}

/** A list of the server that is read page by page: how many entries a page holds, and how one is asked for. */
export interface PagedList<Item> {
  readonly pageSize: number;
  /** The first page is 0. */
  readonly page: (page: number) => PageQuery<Item>;
}

/** How a page is asked for and kept. */
type PageQuery<Item> = ReturnType<
  typeof queryOptions<ItemPage<Item>, Error, ItemPage<Item>, readonly unknown[]>
>;

/** First part of the keys of everything that may change when the collection does. */
export const collectionKey = ['collection'] as const;

/** Albums that are shown at once on the random screen, and asked for at once elsewhere. */
const randomCount = 20;
const songsPerRequest = 10_000;
const pageSizes = {
  browse: 500,
  search: 100,
  query: 100,
  playlist: 500,
  recent: 100,
} as const satisfies Record<ListSource['kind'], number>;

/** A list page by page. Keep the answer from one rendering to the next. */
export const listOf = (source: ListSource): PagedList<CollectionItem> => ({
  pageSize: pageSizes[source.kind],
  page: (page) => pageQuery(source, page),
});

/** One page of a list; the first is 0. Fresh until the collection changes. */
export const pageQuery = (source: ListSource, page: number) =>
  queryOptions({
    queryKey: [...collectionKey, source.kind, parameterOf(source), page] as readonly unknown[],
    queryFn: ({ signal }) => fetchPage(source, page, signal),
    staleTime: source.kind === 'query' && source.isLive ? 0 : Number.POSITIVE_INFINITY,
  });

/** Twenty random albums. They stay the same until asked for again, so that Back finds them. */
export const randomQuery = () =>
  queryOptions({
    queryKey: ['random'],
    queryFn: ({ signal }) => call('random', { query: { limit: randomCount }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Every song at or below a virtual path, in the order a person walks the folders. */
export const fetchSongsBelow = (path: string, signal?: AbortSignal): Promise<readonly Song[]> =>
  fetchAll((page) => listWithTotal('flatten', { path, query: page, ...(signal && { signal }) }));

/** Every song of a saved playlist, in its order. */
export const fetchPlaylistSongs = (name: string, signal?: AbortSignal): Promise<readonly Song[]> =>
  fetchAll((page) => listWithTotal('getPlaylist', { path: name, query: page, ...(signal && { signal }) }));

/** Every item of a search, best first. */
export async function fetchSearchItems(
  query: string,
  signal?: AbortSignal,
): Promise<readonly CollectionItem[]> {
  const items = await fetchAll((page) =>
    listWithTotal('search', { path: query, query: page, ...(signal && { signal }) }),
  );
  return items.map(itemFromWire);
}

/** Every song that a query finds. */
export const fetchQuerySongs = (
  source: Pick<QuerySource, 'query' | 'exact'>,
  signal?: AbortSignal,
): Promise<readonly Song[]> =>
  fetchAll(async (page) => {
    const { songs, total } = await findSongs(source, { ...page, limit: Math.min(page.limit, 1000) }, signal);
    return { items: songs, total };
  });

async function findSongs(
  { query, exact }: Pick<QuerySource, 'query' | 'exact'>,
  page: { readonly limit: number; readonly offset: number },
  signal?: AbortSignal,
) {
  const found = await call('findSongs', {
    query: { query, exact: exact ? 'true' : 'false', ...page },
    ...(signal && { signal }),
  });
  return { ...found, songs: found.songs.map(songFromV8) };
}

/**
 * A song of version 8 as all lists have songs. What may have several values is a list there, under a name with an s; what
 * it does not say is null.
 */
export const songFromV8 = (song: AnswerOf<Endpoints['findSongs']>['songs'][number]): Song => {
  const said: Readonly<Record<string, unknown>> = song;
  const told = (field: keyof Song) =>
    said[field] ?? (said[`${field}s`] as readonly string[] | undefined)?.join('; ') ?? null;
  return Object.fromEntries(songNames.map((field) => [field, told(field)])) as unknown as Song;
};

/** Turns the wire's either-or object into a variant with its fields. */
export const itemFromWire = (item: Item): CollectionItem =>
  'Directory' in item
    ? { variant: 'Directory', fields: item.Directory }
    : { variant: 'Song', fields: item.Song };

/** A song as an item of a list. */
export const itemFromSong = (song: Song): CollectionItem => ({ variant: 'Song', fields: song });

/** A folder as an item of a list. */
export const itemFromDirectory = (directory: Directory): CollectionItem => ({
  variant: 'Directory',
  fields: directory,
});

function parameterOf(source: ListSource): string {
  switch (source.kind) {
    case 'browse':
      return source.path;
    case 'search':
      return source.query;
    case 'query':
      return `${source.exact} ${source.query}`;
    case 'playlist':
      return source.name;
    case 'recent':
      return '';
    default:
      return source satisfies never;
  }
}

async function fetchPage(source: ListSource, page: number, signal: AbortSignal): Promise<ItemPage> {
  const limit = pageSizes[source.kind];
  const options = { query: { limit, offset: page * limit }, signal };
  switch (source.kind) {
    case 'browse':
      return mapItems(await listWithTotal('browse', { ...options, path: source.path }), itemFromWire);
    case 'search':
      return mapItems(await listWithTotal('search', { ...options, path: source.query }), itemFromWire);
    case 'query': {
      const { songs, total, forgiven } = await findSongs(source, options.query, signal);
      return { items: songs.map(itemFromSong), total, folderCount: 0, forgiven };
    }
    case 'playlist':
      return mapItems(await listWithTotal('getPlaylist', { ...options, path: source.name }), itemFromSong);
    case 'recent':
      return mapItems(await listWithTotal('recent', options), itemFromDirectory);
    default:
      return source satisfies never;
  }
}

const mapItems = <T>(
  { items, ...counts }: { items: readonly T[]; total: number; folderCount: number | null },
  convert: (value: T) => CollectionItem,
): ItemPage => ({ ...counts, items: items.map(convert) });

/** Asks for page after page, so that no single answer has to hold a whole large collection. */
async function fetchAll<T>(
  fetchPart: (page: { limit: number; offset: number }) => Promise<{ items: readonly T[]; total: number }>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await fetchPart({ limit: songsPerRequest, offset: all.length });
    for (const item of items) all.push(item);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Songs of an album, by disc and track. */
export const fetchAlbumSongs = async (id: string, signal?: AbortSignal): Promise<readonly Song[]> =>
  (await call('getMusicAlbum', { path: id, ...(signal && { signal }) })).songs;

/** Songs of an artist's own albums, newest first; of one who has none, of the albums they appear on, theirs alone. */
export async function fetchArtistSongs(id: string, signal?: AbortSignal): Promise<readonly Song[]> {
  const artist = await call('getMusicArtist', { path: id, ...(signal && { signal }) });
  const own = artist.albums.length > 0;
  const songs: Song[] = [];
  for (const album of own ? artist.albums : [...artist.appears_on, ...artist.composed]) {
    const whole = await call('getMusicAlbum', { path: album.id, ...(signal && { signal }) });
    songs.push(...whole.songs.filter(({ credits }) => own || credits.some((credit) => credit.id === id)));
  }
  return songs;
}

/** Every song of a genre. */
export const fetchGenreSongs = (id: string, signal?: AbortSignal): Promise<readonly Song[]> =>
  fetchAll((page) =>
    listWithTotal('listGenreSongs', {
      path: id,
      query: { ...page, limit: Math.min(page.limit, 1000) },
      ...(signal && { signal }),
    }),
  );
