import type { Song } from '@tonearm/contract';
import type { Play } from './scrobbler.ts';

/** The name that a song without a title goes by: its file name without the extension. */
const fallbackTitle = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};

/** What services are told of a song. Services need an artist; one that is not tagged is unknown to them too. */
export const playOf = (song: Song): Play => ({
  title: song.title ?? fallbackTitle(song.path),
  artist: song.artist ?? song.album_artist ?? 'Unknown Artist',
  album: song.album,
  albumArtist: song.album_artist,
  trackNumber: song.track_number,
  durationSeconds: song.duration,
});
