import { numberFields, textFields } from 'virtual:song-fields';
import { expect, it } from 'vitest';
import { songFromV8 } from './collection.ts';

it('has a song of version 8 with every field of lists, several values as one text, and null for what it does not say', () => {
  const song = songFromV8({
    path: 'M/a.mp3',
    title: 'Air',
    artists: ['Heron', 'Wren'],
    album_artists: ['Heron'],
    genres: ['Folk'],
    track_number: 3,
    disc_number: 0,
    duration: 0,
  });
  expect(Object.keys(song).sort()).toEqual([...textFields, ...numberFields].sort());
  expect(song).toEqual({
    ...Object.fromEntries(Object.keys(song).map((field) => [field, null])),
    ...{ path: 'M/a.mp3', title: 'Air', artist: 'Heron; Wren', album_artist: 'Heron', genre: 'Folk' },
    ...{ track_number: 3, disc_number: 0, duration: 0 },
  });
});
