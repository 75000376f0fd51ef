import { describe, expect, it } from 'vitest';
import { songArtist, songPrimaryLine, songSecondaryLine, songTitle } from './format-song.ts';

const nameless = {
  path: 'Music/Some Album/01 - a.b.flac',
  title: null,
  artist: null,
  album: null,
  year: null,
  track_number: null,
};

describe('a song written down', () => {
  it('shows its title', () => {
    expect(songTitle({ path: 'Music/x.mp3', title: 'Sunset' })).toBe('Sunset');
  });

  it.each([
    ['Music/01 - a.b.flac', '01 - a.b'],
    ['Music/no extension', 'no extension'],
    ['Music/.hidden', '.hidden'],
    ['x.mp3', 'x'],
    ['Music.d/x', 'x'],
  ])('falls back from %s to %s', (path, title) => {
    expect(songTitle({ path, title: null })).toBe(title);
    expect(songTitle({ path, title: ' ' })).toBe(title);
  });

  it('falls back to Unknown Artist and Unknown Album', () => {
    expect(songArtist(nameless)).toBe('Unknown Artist');
    expect(songPrimaryLine(nameless)).toBe('Unknown Artist - 01 - a.b');
    expect(songSecondaryLine(nameless)).toBe('Unknown Album');
  });

  it('shows artist - title, and album (year) #track', () => {
    const song = {
      ...nameless,
      title: 'Sunset',
      artist: 'Heron',
      album: 'Picnic',
      year: 2016,
      track_number: 1,
    };
    expect(songPrimaryLine(song)).toBe('Heron - Sunset');
    expect(songSecondaryLine(song)).toBe('Picnic (2016) #1');
    expect(songSecondaryLine({ ...song, year: null })).toBe('Picnic #1');
  });
});
