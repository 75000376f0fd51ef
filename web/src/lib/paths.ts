import { formatHash } from './location.ts';

/** Tabs of the settings screen; the last part of their route. */
export type SettingsTab = 'preferences' | 'collection' | 'users' | 'ddns';

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
  search: (query = '') => formatHash(query === '' ? ['search'] : ['search', query]),
  settings: (tab: SettingsTab = 'preferences') => formatHash(['settings', tab]),
} as const;
