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
    ['#/bookmarks', { screen: 'bookmarks' }],
    ['#/playlist/Sunday', { screen: 'playlist', name: 'Sunday' }],
    ['#/search', { screen: 'search', query: '' }],
    ['#/search/what%3F', { screen: 'search', query: 'what?' }],
    ['#/settings', { screen: 'settings', tab: 'preferences' }],
    ['#/settings/users', { screen: 'settings', tab: 'users' }],
    ['#/settings/anything', { screen: 'settings', tab: 'preferences' }],
    ['#/home', { screen: 'home', shelf: null }],
    ['#/home/most_played', { screen: 'home', shelf: 'most_played' }],
    ['#/home/anything', { screen: 'not-found' }],
    ['#/albums', { screen: 'albums', order: 'added', filter: '' }],
    ['#/albums/title/sun%2Fset', { screen: 'albums', order: 'title', filter: 'sun/set' }],
    ['#/album/abc', { screen: 'album', id: 'abc' }],
    ['#/artists', { screen: 'artists', role: null }],
    ['#/artists/composer', { screen: 'artists', role: 'composer' }],
    ['#/artist/abc', { screen: 'artist', id: 'abc' }],
    ['#/works/abc', { screen: 'works', id: 'abc' }],
    ['#/work/abc/Suite%202', { screen: 'work', id: 'abc', name: 'Suite 2' }],
    ['#/work/abc', { screen: 'not-found' }],
    ['#/genres', { screen: 'genres', order: 'name' }],
    ['#/genres/songs', { screen: 'genres', order: 'songs' }],
    ['#/genre/abc', { screen: 'genre', id: 'abc' }],
    ['#/song/Music/Picnic/01.mp3', { screen: 'song', path: 'Music/Picnic/01.mp3' }],
    ['#/album', { screen: 'not-found' }],
    ['#/album/a/b', { screen: 'not-found' }],
    ['#/song', { screen: 'not-found' }],
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
        expect(at(paths.song(path))).toEqual({ screen: 'song', path });
        expect(at(paths.albums('year', path))).toEqual({ screen: 'albums', order: 'year', filter: path });
        expect(at(paths.work('abc', path))).toEqual({ screen: 'work', id: 'abc', name: path });
        expect(at(paths.search(path))).toEqual({ screen: 'search', query: path });
      }),
    );
  });
});
