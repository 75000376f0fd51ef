import type { Song } from '@tonearm/contract';
import { texts } from '../texts/index.ts';

/** What it takes to write a song down. */
export type NamedSong = Pick<Song, 'path' | 'title' | 'artist' | 'album' | 'year' | 'track_number'>;

/** The title, or the file name without its extension. */
export const songTitle = (song: Pick<Song, 'path' | 'title'>): string =>
  isFilled(song.title) ? song.title : fileNameWithoutExtension(song.path);

/** The artist, or 'Unknown Artist'. */
export const songArtist = (song: Pick<Song, 'artist'>): string =>
  isFilled(song.artist) ? song.artist : texts.player.unknownArtist;

/** The album, or 'Unknown Album'. */
export const songAlbum = (song: Pick<Song, 'album'>): string =>
  isFilled(song.album) ? song.album : texts.player.unknownAlbum;

/** The player's first line: 'artist - title'. */
export const songPrimaryLine = (song: NamedSong): string =>
  texts.player.primaryLine(songArtist(song), songTitle(song));

/** The player's second line: 'album (year) #track', without what is unknown. */
export const songSecondaryLine = (song: NamedSong): string =>
  texts.player.secondaryLine(songAlbum(song), song.year, song.track_number);

const isFilled = (text: string | null): text is string => text !== null && text.trim() !== '';

const fileNameWithoutExtension = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};
