import type { SongRole } from '@tonearm/contract';
import type { PlayedShelf } from './paths.ts';

/** Orders of the albums, as their screen offers them. */
export const albumOrders = ['added', 'played', 'title', 'artist', 'year', 'random'] as const;
/** One of them. */
export type AlbumOrder = (typeof albumOrders)[number];

/** A role that is missing here does not compile. */
const everyRole: Readonly<Record<SongRole, true>> = {
  artist: true,
  composer: true,
  lyricist: true,
  conductor: true,
  performer: true,
  remixer: true,
  producer: true,
  arranger: true,
  djMixer: true,
};

/** Every role that somebody can have on a song, in the order they are offered in. */
export const songRoles = Object.keys(everyRole) as readonly SongRole[];

/** Shelves of the first screen that have a page of their own. */
export const playedShelves = [
  'recently_played',
  'most_played',
  'forgotten_favourites',
] as const satisfies readonly PlayedShelf[];

/** Orders of the genres, as their screen offers them. */
export const genreOrders = ['name', 'songs'] as const;
export type GenreOrder = (typeof genreOrders)[number];

/** What the favourites are of, and how they are ordered, as their screen offers it. */
export const favouriteKinds = ['songs', 'albums', 'artists'] as const;
export type FavouriteKind = (typeof favouriteKinds)[number];
export const favouriteOrders = ['starred', 'name', 'rating', 'plays', 'recent'] as const;
export type FavouriteOrder = (typeof favouriteOrders)[number];
