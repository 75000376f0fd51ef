import type { SongTags } from '@tonearm/song-files';
import { parseBuffer } from 'music-metadata';
import { describe, expect, it } from 'vitest';
import { buildSong, SONG_FORMATS, type SongFormat, type TagStyle } from './build-song.ts';
import { readPicture } from './sample-files.ts';

const MIME: Record<SongFormat, string> = {
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  wv: 'audio/wavpack',
  ape: 'audio/ape',
  mpc: 'audio/musepack',
};

const TAGS: SongTags = {
  title: 'Første Sommer 夏',
  artists: ['Ångström', 'Брат'],
  albumArtists: ['Ångström'],
  album: 'Picnic & 50% of it',
  year: 2016,
  date: '2016-05-01',
  track: 3,
  trackTotal: 7,
  disc: 2,
  discTotal: 2,
  genres: ['Jazz', 'Rock'],
  composers: ['Clara', 'Robert'],
  lyricists: ['Heine'],
  labels: ['Harbor Street'],
};

const read = async (format: SongFormat, data: Buffer) =>
  parseBuffer(data, { mimeType: MIME[format], path: `song.${format}` }, { duration: true });

describe('every format', () => {
  it.each(SONG_FORMATS)('%s keeps its tags, picture and length', async (format) => {
    const picture = { data: readPicture('jpeg'), mime: 'image/jpeg' };
    const { data, seconds } = buildSong({ format, tags: TAGS, picture });
    const { common, format: sound } = await read(format, data);
    expect(common.title).toBe(TAGS.title);
    expect(common.artists).toEqual(TAGS.artists);
    expect(common.albumartist).toBe('Ångström');
    expect(common.album).toBe(TAGS.album);
    expect(common.year).toBe(2016);
    expect(common.date).toBe('2016-05-01');
    expect(common.track).toEqual({ no: 3, of: 7 });
    expect(common.disk).toEqual({ no: 2, of: 2 });
    expect(common.genre).toEqual(TAGS.genres);
    expect(common.composer).toEqual(TAGS.composers);
    expect(common.lyricist).toEqual(TAGS.lyricists);
    expect(common.label).toEqual(TAGS.labels);
    expect(common.picture?.[0]?.data).toEqual(new Uint8Array(picture.data));
    expect(Math.abs((sound.duration ?? 0) - seconds)).toBeLessThan(0.1);
  });

  it.each(SONG_FORMATS)('%s can be written without any tag', async (format) => {
    const { data } = buildSong({ format, tags: {} });
    const { common, format: sound } = await read(format, data);
    expect(common.title).toBeUndefined();
    expect(sound.duration).toBeGreaterThan(1.8);
  });
});

describe('ways of tagging an mp3', () => {
  it.each<TagStyle>(['id3v2.4', 'id3v2.3', 'id3v2.2', 'apev2'])('reads back %s', async (tagStyle) => {
    const picture = { data: readPicture('png'), mime: 'image/png' };
    const { data } = buildSong({ format: 'mp3', tags: TAGS, tagStyle, picture });
    const { common } = await read('mp3', data);
    expect(common.title).toBe(TAGS.title);
    expect(common.artists?.join('/')).toBe('Ångström/Брат');
    expect(common.year).toBe(2016);
    expect(common.track).toEqual({ no: 3, of: 7 });
    expect(common.picture?.[0]?.data).toEqual(new Uint8Array(picture.data));
  });

  it('cuts ID3v1 to thirty Latin letters', async () => {
    const { data } = buildSong({
      format: 'mp3',
      tags: { title: 'x'.repeat(40), track: 4 },
      tagStyle: 'id3v1',
    });
    const { common } = await read('mp3', data);
    expect(common.title).toBe('x'.repeat(30));
    expect(common.track.no).toBe(4);
  });
});

it('reads back RIFF INFO of a wav', async () => {
  const { data } = buildSong({ format: 'wav', tags: TAGS, tagStyle: 'riff-info' });
  const { common } = await read('wav', data);
  expect(common.title).toBe('Første Sommer ?');
  expect(common.album).toBe(TAGS.album);
});

it.each<[SongFormat, number]>([
  ['mp3', 600],
  ['flac', 40],
  ['wav', 3.5],
  ['aiff', 3.5],
])('makes a %s of %d seconds', async (format, seconds) => {
  const { data } = buildSong({ format, tags: { title: 'Long' }, seconds });
  const { format: sound } = await read(format, data);
  expect(sound.duration).toBeCloseTo(seconds, 1);
});

it('refuses another length where the clip is fixed', () => {
  expect(() => buildSong({ format: 'opus', tags: {}, seconds: 3 })).toThrow('always lasts 2 s');
});
