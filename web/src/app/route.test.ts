import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHash } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { routeOf } from './route.ts';

const at = (hash: string) => routeOf(parseHash(hash));

describe('routes', () => {
  it.each([
    ['', { screen: 'root' }],
    ['#/welcome', { screen: 'welcome' }],
    ['#/auth', { screen: 'sign-in' }],
    ['#/browse', { screen: 'browse', path: '' }],
    ['#/browse/', { screen: 'browse', path: '' }],
    ['#/browse/Music/Picnic', { screen: 'browse', path: 'Music/Picnic' }],
    ['#/browse/Music/Side#2', { screen: 'browse', path: 'Music/Side#2' }],
    ['#/random', { screen: 'random' }],
    ['#/recent', { screen: 'recent' }],
    ['#/playlists', { screen: 'playlists' }],
    ['#/playlist/Sunday', { screen: 'playlist', name: 'Sunday' }],
    ['#/search', { screen: 'search', query: '' }],
    ['#/search/what%3F', { screen: 'search', query: 'what?' }],
    ['#/settings', { screen: 'settings', tab: 'preferences' }],
    ['#/settings/users', { screen: 'settings', tab: 'users' }],
    ['#/settings/anything', { screen: 'settings', tab: 'preferences' }],
    ['#/nowhere', { screen: 'not-found' }],
    ['#/random/more', { screen: 'not-found' }],
    ['#/playlist', { screen: 'not-found' }],
  ])('%s is understood', (hash, route) => {
    expect(at(hash)).toEqual(route);
  });

  it('lead back to the same folder and playlist, whatever the name', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const path = names.join('/');
        expect(at(paths.browse(path))).toEqual({ screen: 'browse', path });
        expect(at(paths.playlist(path))).toEqual({ screen: 'playlist', name: path });
        expect(at(paths.search(path))).toEqual({ screen: 'search', query: path });
      }),
    );
  });
});
