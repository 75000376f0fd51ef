import type { Song } from '@tonearm/contract';

/** A song for tests, told apart by its name. */
export const songNamed = (name: string, durationSeconds: number | null = 180): Song => ({
  path: `Music/${name}.mp3`,
  title: name,
  artist: 'Heron',
  album_artist: null,
  album: 'Picnic',
  artwork: null,
  lyricist: null,
  composer: null,
  genre: null,
  label: null,
  track_number: 1,
  disc_number: null,
  year: 2016,
  duration: durationSeconds,
});
