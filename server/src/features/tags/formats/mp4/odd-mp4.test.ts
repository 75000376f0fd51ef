import { buildSong, mp4InPieces, mp4PiecesMs, oddMp4 } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

describe('an MP4 file', () => {
  it.each([true, false])(
    'says in texts of QuickTime what it is, its index first: %s',
    async (isIndexFirst) => {
      const texts = { '©nam': 'Über 夜', '©ART': 'Anna', '©alb': 'Picnic', '©day': '1999', '©gen': 'Jazz' };
      expect(await reader.song('song.m4a', oddMp4({ texts, isIndexFirst }))).toMatchObject({
        ...{ title: 'Über 夜', artists: ['Anna'], album: 'Picnic', year: 1999, genres: ['Jazz'] },
      });
    },
  );

  it.each([
    ['of the old Macintosh', 0, Buffer.from('4d9f74', 'hex'), 'Müt'],
    ['of UTF-8 called so', 0, Buffer.from('Müt'), 'Müt'],
    ['of sixteen bits', 0x15c7, wide('Müt'), 'Müt'],
  ])('may say it in letters %s', async (_what, language, text, title) => {
    expect(await reader.song('song.mov', oddMp4({ texts: { '©nam': text }, language }))).toMatchObject({
      title,
    });
  });

  it('says as phones do what it is', async () => {
    const phone = {
      titl: 'Über 夜',
      perf: wide('Anna'),
      albm: 'Picnic',
      gnre: 'Jazz',
      yrrc: Buffer.from([7, 0xcf]),
    };
    expect(await reader.song('song.m4a', oddMp4({ phone }))).toMatchObject({
      ...{
        title: 'Über 夜',
        artists: ['Anna'],
        album: 'Picnic',
        year: 1999,
        genres: ['Jazz'],
        trackNumber: 3,
      },
    });
  });

  it.each([true, false])('says it under keys, in a full box: %s', async (isMetaFull) => {
    const keys = {
      'com.apple.quicktime.title': 'Über 夜',
      'com.apple.quicktime.artist': 'Anna',
      album: 'Picnic',
      album_artist: 'Bo',
      track: '3/12',
      disc: '2/3',
      date: '1999-05-01',
      MOOD: 'Calm',
    };
    expect(await reader.song('song.m4a', oddMp4({ keys, isMetaFull }))).toMatchObject({
      ...{ title: 'Über 夜', artists: ['Anna'], album: 'Picnic', albumArtists: ['Bo'], year: 1999 },
      ...{ trackNumber: 3, discNumber: 2, moods: ['Calm'] },
    });
  });

  it.each(['once for all', 'in each piece', 'in each sample'] as const)(
    'is as long as its pieces, whose samples say it %s',
    async (sampleLength) => {
      for (const index of ['zero', 'unknown'] as const)
        for (const begins of [{}, { beginsAt: 0 }, { beginsAt: 90_000_000 }]) {
          const song = await reader.song('song.m4a', mp4InPieces({ sampleLength, index, ...begins }));
          expect(song).toMatchObject({ title: 'In pieces', durationMs: Math.round(mp4PiecesMs) });
        }
    },
  );

  it('may have its first piece in the index', async () => {
    const bytes = mp4InPieces({ sampleLength: 'in each piece', index: 'first piece', beginsAt: 20 * 1024 });
    // Pieces begin where the first ended.
    expect((await reader.song('song.m4a', bytes)).durationMs).toBe(Math.round(mp4PiecesMs));
  });

  it('in pieces is as long as what is left of it', async () => {
    const bytes = mp4InPieces({ sampleLength: 'once for all' });
    const cut = await reader.song('song.m4a', bytes.subarray(0, bytes.length - 3000));
    expect(cut.durationMs).toBe(Math.round((mp4PiecesMs * 3) / 4));
  });

  it('is a song where its sound is cut off or has something else behind it', async () => {
    const { data } = buildSong({ format: 'm4a', tags: { title: 'Über 夜' } });
    const whole = await reader.song('song.m4a', data);
    for (const odd of [
      data.subarray(0, Math.round(data.length * 0.6)),
      Buffer.concat([data, Buffer.alloc(5000, 0x41)]),
      Buffer.concat([data, Buffer.alloc(70_000)]),
      Buffer.concat([data, data]),
    ])
      expect(await reader.song('song.m4a', odd)).toMatchObject({
        title: 'Über 夜',
        durationMs: whole.durationMs,
      });
  });
});
