import { songMaker } from 'virtual:song-fields';
import type { Song } from '@tonearm/contract';

const none = () => () => null;

/** A song of which nothing is known. */
export const bareSong: Song = songMaker(none, none)(null);

/** A song for tests, told apart by its name. */
export const songNamed = (name: string, durationSeconds: number | null = 180): Song => ({
  ...bareSong,
  path: `Music/${name}.mp3`,
  title: name,
  artist: 'Heron',
  album: 'Picnic',
  track_number: 1,
  year: 2016,
  duration: durationSeconds,
});
