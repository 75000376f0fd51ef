import type { Segments } from '../lib/location.ts';
import type { SettingsTab } from '../lib/paths.ts';

/** A screen and what it needs to know. */
export type Route =
  | { readonly screen: 'root' }
  | { readonly screen: 'welcome' }
  | { readonly screen: 'sign-in' }
  | { readonly screen: 'browse'; readonly path: string }
  | { readonly screen: 'random' }
  | { readonly screen: 'recent' }
  | { readonly screen: 'playlists' }
  | { readonly screen: 'playlist'; readonly name: string }
  | { readonly screen: 'search'; readonly query: string }
  | { readonly screen: 'settings'; readonly tab: SettingsTab }
  | { readonly screen: 'not-found' };

const settingsTabs: readonly string[] = ['collection', 'ddns', 'users'] satisfies SettingsTab[];

/** The screen of a place. A trailing slash is ignored; a place that is none of ours is `not-found`. */
export function routeOf(segments: Segments): Route {
  const trimmed = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  const [first, ...rest] = trimmed;
  if (first === undefined) return { screen: 'root' };
  if (first === 'browse') return { screen: 'browse', path: rest.join('/') };
  if (first === 'search') return { screen: 'search', query: rest.join('/') };
  if (first === 'settings') return { screen: 'settings', tab: tabOf(rest.at(-1)) };
  if (first === 'playlist' && rest.length > 0) return { screen: 'playlist', name: rest.join('/') };
  if (rest.length > 0) return { screen: 'not-found' };
  switch (first) {
    case 'welcome':
    case 'random':
    case 'recent':
    case 'playlists':
      return { screen: first };
    case 'auth':
      return { screen: 'sign-in' };
    default:
      return { screen: 'not-found' };
  }
}

const tabOf = (segment: string | undefined): SettingsTab =>
  settingsTabs.includes(segment ?? '') ? (segment as SettingsTab) : 'preferences';
