import { queryOptions } from '@tanstack/react-query';
import type { FavouriteKind, FavouriteOrder } from '../../lib/music-choices.ts';
import { listWithTotal } from '../client.ts';
import { type CollectionItem, type ItemPage, itemFromSong, type PagedList } from '../collection.ts';
import { type AlbumItem, type ArtistItem, itemFromAlbum, itemFromArtist } from '../music.ts';
import { favouritesKey } from './favourites-key.ts';

/** Entries of a page: a few screens full. */
const pageSize = 200;

/** What is starred, as an entry of a list. */
export type FavouriteItem = CollectionItem | AlbumItem | ArtistItem;

interface Part {
  readonly query: { readonly limit: number; readonly offset: number; readonly order: FavouriteOrder };
  readonly signal: AbortSignal;
}

const fetchPart: Record<FavouriteKind, (part: Part) => Promise<ItemPage<FavouriteItem>>> = {
  songs: async (part) => {
    const { items, ...rest } = await listWithTotal('listFavouriteSongs', part);
    return { ...rest, items: items.map(itemFromSong) };
  },
  albums: async (part) => {
    const { items, ...rest } = await listWithTotal('listFavouriteAlbums', part);
    return { ...rest, items: items.map(itemFromAlbum) };
  },
  artists: async (part) => {
    const { items, ...rest } = await listWithTotal('listFavouriteArtists', part);
    return { ...rest, items: items.map(itemFromArtist) };
  },
};

/** What is starred of a kind, page by page. Keep the answer from one rendering to the next. */
export const favouriteList = (kind: FavouriteKind, order: FavouriteOrder): PagedList<FavouriteItem> => ({
  pageSize,
  page: (page) =>
    queryOptions({
      queryKey: [...favouritesKey, kind, order, page] as readonly unknown[],
      queryFn: ({ signal }) =>
        fetchPart[kind]({ query: { limit: pageSize, offset: page * pageSize, order }, signal }),
    }),
});

/** Starred songs in an order, to be played: as many as anybody listens to. */
export const fetchFavouriteSongs = async (order: FavouriteOrder) =>
  (await listWithTotal('listFavouriteSongs', { query: { limit: 1000, order } })).items;
