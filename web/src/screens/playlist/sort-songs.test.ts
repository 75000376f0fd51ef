import { expect, it } from 'vitest';
import { songNamed } from '../../player/core/test-songs.ts';
import { sortedPlaces } from './sort-songs.ts';

const songs = [
  { ...songNamed('Track 10'), artist: 'Ibis', album: 'B', track_number: 2, year: null, duration: 60 },
  { ...songNamed('Track 2'), artist: null, album: 'A', track_number: 1, year: 2001, duration: null },
  { ...songNamed('track 1'), artist: 'Heron', album: 'B', track_number: 1, year: 1999, duration: 90 },
];

it.each([
  ['title', [2, 1, 0]],
  ['artist', [2, 0, 1]],
  ['album', [1, 2, 0]],
  ['year', [2, 1, 0]],
  ['duration', [0, 2, 1]],
  ['reverse', [2, 1, 0]],
] as const)('sorts by %s, what is not known last', (kind, places) => {
  expect(sortedPlaces(songs, kind)).toEqual(places);
});
