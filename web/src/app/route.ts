import type { SongRole } from '@tonearm/contract';
import type { Segments } from '../lib/location.ts';
import {
  type AlbumOrder,
  albumOrders,
  type FavouriteKind,
  type FavouriteOrder,
  favouriteKinds,
  favouriteOrders,
  type GenreOrder,
  genreOrders,
  playedShelves,
  songRoles,
} from '../lib/music-choices.ts';
import type { PlayedShelf, SettingsTab } from '../lib/paths.ts';

/** A screen and what it needs to know. */
export type Route =
  | { readonly screen: 'root' }
  | { readonly screen: 'welcome' }
  | { readonly screen: 'sign-in' }
  | { readonly screen: 'browse'; readonly path: string }
  | { readonly screen: 'random' }
  | { readonly screen: 'recent' }
  | { readonly screen: 'playlists' }
  | { readonly screen: 'bookmarks' }
  | { readonly screen: 'playlist'; readonly name: string }
  | { readonly screen: 'smart-list'; readonly name: string }
  | { readonly screen: 'search'; readonly query: string }
  | { readonly screen: 'home'; readonly shelf: PlayedShelf | null }
  | { readonly screen: 'albums'; readonly order: AlbumOrder; readonly filter: string }
  | { readonly screen: 'album'; readonly id: string }
  | { readonly screen: 'artists'; readonly role: SongRole | null }
  | { readonly screen: 'artist'; readonly id: string }
  | { readonly screen: 'works'; readonly id: string }
  | { readonly screen: 'work'; readonly id: string; readonly name: string }
  | { readonly screen: 'genres'; readonly order: GenreOrder }
  | { readonly screen: 'genre'; readonly id: string }
  | { readonly screen: 'favourites'; readonly kind: FavouriteKind; readonly order: FavouriteOrder }
  | { readonly screen: 'song'; readonly path: string }
  | { readonly screen: 'settings'; readonly tab: SettingsTab }
  | { readonly screen: 'not-found' };

const settingsTabs: readonly string[] = [
  'account',
  'apps',
  'collection',
  'corrections',
  'ddns',
  'server',
  'check',
  'tags',
  'users',
] satisfies SettingsTab[];

/** The screen of a place. A trailing slash is ignored; a place that is none of ours is `not-found`. */
export function routeOf(segments: Segments): Route {
  const trimmed = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  const [first, ...rest] = trimmed;
  if (first === undefined) return { screen: 'root' };
  if (first === 'browse') return { screen: 'browse', path: rest.join('/') };
  if (first === 'search') return { screen: 'search', query: rest.join('/') };
  if (first === 'settings') return { screen: 'settings', tab: tabOf(rest.at(-1)) };
  if ((first === 'playlist' || first === 'smart-list') && rest.length > 0) {
    return { screen: first, name: rest.join('/') };
  }
  return musicRouteOf(first, rest) ?? plainRouteOf(first, rest);
}

/** What tags tell of. */
function musicRouteOf(first: string, rest: Segments): Route | null {
  const [second] = rest;
  if (first === 'albums') {
    return {
      screen: 'albums',
      order: oneOf(albumOrders, second) ?? 'added',
      filter: rest.slice(1).join('/'),
    };
  }
  if (first === 'home' && rest.length < 2) {
    const shelf = oneOf(playedShelves, second);
    return second === undefined || shelf ? { screen: 'home', shelf } : null;
  }
  if (first === 'favourites' && rest.length < 3) {
    const kind = oneOf(favouriteKinds, second) ?? 'songs';
    return { screen: 'favourites', kind, order: oneOf(favouriteOrders, rest[1]) ?? 'starred' };
  }
  if (first === 'genres' && rest.length < 2) {
    return { screen: 'genres', order: oneOf(genreOrders, second) ?? 'name' };
  }
  if (first === 'artists' && rest.length < 2) return { screen: 'artists', role: oneOf(songRoles, second) };
  if (second === undefined) return null;
  if (first === 'song') return { screen: 'song', path: rest.join('/') };
  if (first === 'work') {
    return rest.length < 2 ? null : { screen: 'work', id: second, name: rest.slice(1).join('/') };
  }
  if (rest.length > 1) return null;
  switch (first) {
    case 'album':
    case 'artist':
    case 'genre':
    case 'works':
      return { screen: first, id: second };
    default:
      return null;
  }
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

function plainRouteOf(first: string, rest: Segments): Route {
  if (rest.length > 0) return { screen: 'not-found' };
  switch (first) {
    case 'welcome':
    case 'random':
    case 'recent':
    case 'playlists':
    case 'bookmarks':
      return { screen: first };
    case 'auth':
      return { screen: 'sign-in' };
    default:
      return { screen: 'not-found' };
  }
}

const tabOf = (segment: string | undefined): SettingsTab =>
  settingsTabs.includes(segment ?? '') ? (segment as SettingsTab) : 'preferences';
