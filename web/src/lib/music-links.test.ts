import { expect, it } from 'vitest';
import { albumHref, artistHref, folderHref } from './music-links.ts';

const song = { path: 'Music/Anna/Picnic/01.mp3', artist: 'Anna' };

it('leads to the folder of the album', () => {
  expect(albumHref(song)).toBe('#/browse/Music/Anna/Picnic');
  expect(folderHref('Music/Anna/Picnic')).toBe('#/browse/Music/Anna');
  expect(folderHref('Music')).toBe('#/browse');
});

it('leads to the folder that bears the name of the artist, however it is written', () => {
  expect(artistHref(song)).toBe('#/browse/Music/Anna');
  expect(artistHref({ ...song, artist: 'ANNA ' })).toBe('#/browse/Music/Anna');
  expect(artistHref({ path: 'Music/Anna/Anna', artist: 'Anna' })).toBe('#/browse/Music/Anna');
});

it('leads to a search where no folder bears the name, and nowhere without one', () => {
  expect(artistHref({ ...song, artist: 'Bo/Anna' })).toBe('#/search/Bo%2FAnna');
  expect(artistHref({ ...song, artist: ' ' })).toBeNull();
  expect(artistHref({ ...song, artist: null })).toBeNull();
});

it('leads to the pages of album and artist once it is known which they are', () => {
  const links = {
    path: song.path,
    id: 's',
    album_id: 'picnic',
    album_artists: [],
    credits: [
      { id: 'bo', name: 'Bo', role: 'composer', instrument: null } as const,
      { id: 'anna', name: 'Anna', role: 'artist', instrument: null } as const,
    ],
    genres: [],
  };
  expect(albumHref(song, links)).toBe('#/album/picnic');
  expect(artistHref(song, links)).toBe('#/artist/anna');
  expect(albumHref(song, { ...links, album_id: null })).toBe('#/browse/Music/Anna/Picnic');
  expect(artistHref(song, { ...links, credits: [] })).toBe('#/browse/Music/Anna');
});
