import type { SongRole } from '@tonearm/contract';
import { formatHash } from './location.ts';

/** Tabs of the settings screen; the last part of their route. */
export type SettingsTab =
  | 'preferences'
  | 'account'
  | 'apps'
  | 'check'
  | 'collection'
  | 'tags'
  | 'corrections'
  | 'users'
  | 'ddns'
  | 'server';

/** Shelves of the first screen that have a page of their own. */
export type PlayedShelf = 'recently_played' | 'most_played' | 'forgotten_favourites';

/** Hash routes of every screen, ready for `href` and `navigate`. Names and paths are encoded here. */
export const paths = {
  root: () => formatHash([]),
  welcome: () => formatHash(['welcome']),
  signIn: () => formatHash(['auth']),
  /** A folder of the collection by its virtual path; the music sources without one. */
  browse: (path = '') => formatHash(['browse', ...(path === '' ? [] : path.split('/'))]),
  random: () => formatHash(['random']),
  recent: () => formatHash(['recent']),
  playlists: () => formatHash(['playlists']),
  playlist: (name: string) => formatHash(['playlist', name]),
  smartList: (name: string) => formatHash(['smart-list', name]),
  search: (query = '') => formatHash(query === '' ? ['search'] : ['search', query]),
  /** The first screen, or one of its shelves as a page. */
  home: (shelf: PlayedShelf | null = null) => formatHash(['home', ...(shelf === null ? [] : [shelf])]),
  /** Albums in an order, of which a text is said; newest first and all of them without. */
  albums: (order = '', filter = '') =>
    formatHash(['albums', ...(order === '' ? [] : [order]), ...(filter === '' ? [] : [filter])]),
  album: (id: string) => formatHash(['album', id]),
  /** Artists of a role, or all. */
  artists: (role: SongRole | null = null) => formatHash(['artists', ...(role === null ? [] : [role])]),
  artist: (id: string) => formatHash(['artist', id]),
  /** Works of a composer. */
  works: (artistId: string) => formatHash(['works', artistId]),
  work: (artistId: string, name: string) => formatHash(['work', artistId, name]),
  /** Genres in an order; by name without. */
  genres: (order = '') => formatHash(['genres', ...(order === '' ? [] : [order])]),
  genre: (id: string) => formatHash(['genre', id]),
  /** Favourites of a kind in an order; songs, newest star first, without. */
  favourites: (kind = '', order = '') =>
    formatHash(['favourites', ...(kind === '' ? [] : [kind]), ...(order === '' ? [] : [order])]),
  /** Places in songs. */
  bookmarks: () => formatHash(['bookmarks']),
  /** Everything about the song at a virtual path. */
  song: (path: string) => formatHash(['song', ...path.split('/')]),
  settings: (tab: SettingsTab = 'preferences') => formatHash(['settings', tab]),
} as const;
