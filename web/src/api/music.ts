import { queryOptions } from '@tanstack/react-query';
import type {
  AlbumKind,
  MusicAlbum,
  MusicAlbumOrder,
  MusicArtist,
  MusicGenre,
  SongRole,
} from '@tonearm/contract';
import type { GenreOrder } from '../lib/music-choices.ts';
import { call, type ListWithTotal, listWithTotal } from './client.ts';
import {
  type CollectionItem,
  collectionKey,
  type ItemPage,
  itemFromSong,
  type PagedList,
} from './collection.ts';

/** Albums, artists and genres as entries of lists. */
export type MusicItem = AlbumItem | ArtistItem | GenreItem;
export interface AlbumItem {
  readonly variant: 'Album';
  readonly fields: MusicAlbum;
}
export interface ArtistItem {
  readonly variant: 'Artist';
  readonly fields: MusicArtist;
}
export interface GenreItem {
  readonly variant: 'Genre';
  readonly fields: MusicGenre;
}

/** Which albums, and in what order. */
export interface AlbumsWish {
  readonly order: MusicAlbumOrder;
  /** Of a random order. */
  readonly seed?: number;
  readonly kind?: AlbumKind;
  /** Id of a genre. */
  readonly genre?: string;
  /** Only those with these words; '' for all. */
  readonly filter?: string;
}

const withFilter = (filter = '') => (filter === '' ? {} : { filter });

/** Entries of a page: a few screens full. */
const pageSize = 200;

/** Orders of albums that change with what one plays and stars. */
const ownOrders: readonly MusicAlbumOrder[] = [
  'played',
  'recently_played',
  'most_played',
  'forgotten_favourites',
];

/** First part of the keys of all that tags tell. */
const musicKey = [...collectionKey, 'music'] as const;

/** An album as an entry of a list. */
export const itemFromAlbum = (fields: MusicAlbum): AlbumItem => ({ variant: 'Album', fields });
/** An artist as an entry of a list. */
export const itemFromArtist = (fields: MusicArtist): ArtistItem => ({ variant: 'Artist', fields });
/** A genre as an entry of a list. */
const itemFromGenre = (fields: MusicGenre): GenreItem => ({ variant: 'Genre', fields });

/** Albums, page by page. Keep the answer from one rendering to the next. */
export const albumList = ({ filter, ...wish }: AlbumsWish): PagedList<AlbumItem> =>
  pagedList(
    ['albums', wish, filter],
    itemFromAlbum,
    (page, signal) =>
      listWithTotal('listMusicAlbums', { query: { ...wish, ...withFilter(filter), ...page }, signal }),
    // What one plays changes orders of plays.
    ownOrders.includes(wish.order) ? 0 : Number.POSITIVE_INFINITY,
  );

/** Artists by name, those of a role or all. Keep the answer from one rendering to the next. */
export const artistList = (role: SongRole | null, filter = ''): PagedList<ArtistItem> =>
  pagedList(['artists', role, filter], itemFromArtist, (page, signal) =>
    listWithTotal('listMusicArtists', {
      query: { ...page, ...(role && { role }), ...withFilter(filter) },
      signal,
    }),
  );

/** Genres by name, or those of most songs first. Keep the answer from one rendering to the next. */
export const genreList = (order: GenreOrder, filter = ''): PagedList<GenreItem> =>
  pagedList(['genres', order, filter], itemFromGenre, (page, signal) =>
    listWithTotal('listMusicGenres', { query: { ...page, order, ...withFilter(filter) }, signal }),
  );

/** Songs of a genre, page by page. Keep the answer from one rendering to the next. */
export const genreSongList = (id: string): PagedList<CollectionItem> =>
  pagedList(['genre songs', id], itemFromSong, (page, signal) =>
    listWithTotal('listGenreSongs', { path: id, query: page, signal }),
  );

/** Where letters begin in the albums by title or artist. */
export const albumLettersQuery = (order: 'title' | 'artist') =>
  queryOptions({
    queryKey: [...musicKey, 'album letters', order],
    queryFn: ({ signal }) => call('listAlbumLetters', { query: { order }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Every role that somebody has, with where letters begin in its artists; all artists first, as null. */
export const artistRolesQuery = () =>
  queryOptions({
    queryKey: [...musicKey, 'artist roles'],
    queryFn: ({ signal }) => call('listArtistRoles', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One album with its songs. */
export const albumQuery = (id: string) =>
  queryOptions({
    queryKey: [...musicKey, 'album', id],
    queryFn: ({ signal }) => call('getMusicAlbum', { path: id, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One artist. What was played most of them changes with every play. */
export const artistQuery = (id: string) =>
  queryOptions({
    queryKey: [...musicKey, 'artist', id],
    queryFn: ({ signal }) => call('getMusicArtist', { path: id, signal }),
  });

/** Works of a composer. */
export const worksQuery = (artistId: string) =>
  queryOptions({
    queryKey: [...musicKey, 'works', artistId],
    queryFn: ({ signal }) => call('listWorks', { path: artistId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One work of a composer with its recordings. */
export const workQuery = (artistId: string, name: string) =>
  queryOptions({
    queryKey: [...musicKey, 'work', artistId, name],
    queryFn: ({ signal }) => call('getWork', { path: artistId, query: { name }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One genre. */
export const genreQuery = (id: string) =>
  queryOptions({
    queryKey: [...musicKey, 'genre', id],
    queryFn: ({ signal }) => call('getMusicGenre', { path: id, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Shelves of the first screen; the same seed keeps what is there at random. */
export const homeQuery = (seed: number) =>
  queryOptions({
    queryKey: [...musicKey, 'home', seed],
    queryFn: ({ signal }) => call('getHome', { query: { seed }, signal }),
  });

/** Everything about the song at a virtual path. */
export const songDetailsQuery = (path: string) =>
  queryOptions({
    queryKey: [...musicKey, 'song', path],
    queryFn: ({ signal }) => call('getSongDetails', { path, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The words of the song at a virtual path. Files beside songs come and go: they are asked for anew with each song. */
export const lyricsQuery = (path: string) =>
  queryOptions({
    queryKey: [...musicKey, 'lyrics', path],
    queryFn: ({ signal }) => call('getLyrics', { path, signal }),
    staleTime: 60_000,
    retry: false,
  });

function pagedList<Wire, Item>(
  key: readonly unknown[],
  convert: (entry: Wire) => Item,
  fetch: (
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ) => Promise<ListWithTotal<readonly Wire[]>>,
  staleTime = Number.POSITIVE_INFINITY,
): PagedList<Item> {
  return {
    pageSize,
    page: (page) =>
      queryOptions({
        queryKey: [...musicKey, ...key, page] as readonly unknown[],
        queryFn: async ({ signal }): Promise<ItemPage<Item>> => {
          const { items, ...counts } = await fetch({ limit: pageSize, offset: page * pageSize }, signal);
          return { ...counts, items: items.map(convert) };
        },
        staleTime,
      }),
  };
}
