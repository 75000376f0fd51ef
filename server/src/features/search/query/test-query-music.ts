import { afterAll } from 'vitest';
import type { TestSong } from '../../collection/test-library.ts';
import { createQueryApp } from './test-query-app.ts';

/** Songs of several kinds, and one without tags. */
export const music: TestSong[] = [
  {
    path: 'M/c/1.mp3',
    title: 'Moonlight Sonata',
    composers: ['Beethoven'],
    artists: ['Kempff'],
    album: 'Piano',
    track: 1,
    year: 1965,
    genres: ['Classical'],
  },
  {
    path: 'M/c/2.mp3',
    title: 'Für Elise',
    composers: ['Beethoven'],
    artists: ['Kempff'],
    album: 'Piano',
    track: 2,
    year: 1965,
  },
  {
    path: 'M/r/1.mp3',
    title: "Don't Stop",
    artists: ['AC/DC'],
    album: 'Rock',
    year: 1980,
    genres: ['Rock'],
    hasPicture: true,
    durationMs: 200_000,
  },
  {
    path: 'M/r/2.mp3',
    title: "I'm Not in Love",
    artists: ['10cc'],
    album: 'Soundtrack',
    year: 1975,
    durationMs: 360_000,
  },
  {
    path: 'M/r/3.mp3',
    title: 'Moon',
    artists: ['AC-DC'],
    albumArtists: ['Various'],
    album: 'Night',
    year: 1999,
    track: 7,
  },
  { path: 'M/x/bare song.mp3' },
];

/** A collection of these that is asked by all tests of a file, and changed by none. */
export const shareMusicApp = () => {
  let shared: ReturnType<typeof createQueryApp> | null = null;
  afterAll(() => shared?.library[Symbol.dispose]());
  return (): ReturnType<typeof createQueryApp> => {
    shared ??= createQueryApp(music);
    return shared;
  };
};
