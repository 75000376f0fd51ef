import type { SongRole } from '@tonearm/contract';
import type { PlayedShelf } from './paths.ts';

/** Orders of the albums, as their screen offers them. */
export const albumOrders = ['added', 'title', 'artist', 'year', 'random'] as const;
/** One of them. */
export type AlbumOrder = (typeof albumOrders)[number];

/** Every role that somebody can have on a song. */
export const songRoles = [
  'artist',
  'composer',
  'lyricist',
  'conductor',
  'performer',
  'remixer',
  'producer',
  'arranger',
  'djMixer',
] as const satisfies readonly SongRole[];

/** Shelves of the first screen that have a page of their own. */
export const playedShelves = [
  'recently_played',
  'most_played',
  'forgotten_favourites',
] as const satisfies readonly PlayedShelf[];

/** Orders of the genres, as their screen offers them. */
export const genreOrders = ['name', 'songs'] as const;
export type GenreOrder = (typeof genreOrders)[number];
