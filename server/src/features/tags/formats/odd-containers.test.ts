import {
  asfPicture,
  buildAsf,
  buildSong,
  infoChunk,
  makePicture,
  oddWav,
  oggFlac,
  oggWithLines,
  pictureBlock,
  riffChunk,
  SONG_FORMATS,
  silentMp4,
  silentOgg,
  withOtherStream,
} from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const picture = makePicture({ width: 200 });
const other = makePicture({ width: 20, colour: [9, 9, 9] });
const tags = { title: 'Über 夜', artists: ['Anna', 'Bo'], album: 'Picnic', year: 1999, track: 3 };
const wanted = { title: tags.title, artists: tags.artists, album: 'Picnic', year: 1999, trackNumber: 3 };

const lasts = (song: { durationMs: number | null }, ms: number): void =>
  expect(Math.abs((song.durationMs ?? 0) - ms)).toBeLessThan(100);

describe('Ogg', () => {
  it.each(['song.ogg', 'song.oga', 'song.flac'])('holds FLAC, called %s', async (name) => {
    const song = await reader.song(name, oggFlac({ tags, picture }));
    expect(song).toMatchObject({ ...wanted, hasPicture: true });
    lasts(song, 2000);
    expect(await reader.picture(oggFlac({ tags, picture }))).toEqual(picture.data);
    expect(await reader.song(name, oggFlac({ tags }))).toMatchObject({ ...wanted, hasPicture: false });
  });

  it('tells the same FLAC under other tags', async () => {
    const one = await reader.song('a.oga', oggFlac({ tags }));
    const two = await reader.song('b.oga', oggFlac({ tags: { title: 'Other' }, picture }));
    const three = await reader.song('c.oga', oggFlac({ tags, seconds: 3 }));
    expect(two.soundKey).toEqual(one.soundKey);
    expect(three.soundKey).not.toEqual(one.soundKey);
  });

  it.each(['skeleton', 'pictures'] as const)('is read beside a stream of %s', async (kind) => {
    for (const format of ['ogg', 'opus'] as const) {
      const plain = buildSong({ format, tags, picture }).data;
      const mixed = withOtherStream(plain, kind);
      const song = await reader.song(`song.${format}`, mixed);
      expect(song).toMatchObject({ ...wanted, hasPicture: true });
      lasts(song, 2000);
      expect(song.soundKey).toEqual((await reader.song(`plain.${format}`, plain)).soundKey);
      expect(await reader.picture(mixed)).toEqual(picture.data);
    }
  });

  it.each(['vorbis', 'opus'] as const)(
    '%s may have comments over many pages, and any number of pictures',
    async (codec) => {
      const long = `COMMENT=${'x'.repeat(300_000)}`;
      const block = (data: typeof picture) =>
        `METADATA_BLOCK_PICTURE=${pictureBlock(data).toString('base64')}`;
      const back = Buffer.from(pictureBlock(other));
      back.writeUInt32BE(4);
      const lines = [
        long,
        `METADATA_BLOCK_PICTURE=${back.toString('base64')}`,
        block(picture),
        'title=After',
        'ARTIST=A',
        'artist=B',
      ];
      const bytes = oggWithLines(codec, lines);
      expect(await reader.song('song.ogg', bytes)).toMatchObject({
        title: 'After',
        artists: ['A', 'B'],
        hasPicture: true,
      });
      expect(await reader.picture(bytes)).toEqual(picture.data);
    },
  );

  it('may have its picture in the old COVERART', async () => {
    const lines = ['COVERARTMIME=image/png', `COVERART=${picture.data.toString('base64')}`, 'TITLE=Old'];
    const bytes = oggWithLines('vorbis', lines);
    expect(await reader.song('song.ogg', bytes)).toMatchObject({ title: 'Old', hasPicture: true });
    expect(await reader.picture(bytes)).toEqual(picture.data);
    const both = oggWithLines('vorbis', [
      ...lines,
      `METADATA_BLOCK_PICTURE=${pictureBlock(other).toString('base64')}`,
    ]);
    expect(await reader.picture(both)).toEqual(other.data);
  });

  it.each([
    ['COVERART', `COVERART=${'A'.repeat(500)}`],
    ['a block of nothing', `METADATA_BLOCK_PICTURE=${Buffer.alloc(300).toString('base64')}`],
    [
      'a link',
      `METADATA_BLOCK_PICTURE=${pictureBlock({ data: Buffer.from('http://x/y.png'), mime: '-->' }).toString('base64')}`,
    ],
    ['no base64', `METADATA_BLOCK_PICTURE=${'%'.repeat(300)}`],
  ])('announces no picture that is none: %s', async (_what, line) => {
    const bytes = oggWithLines('opus', [line, 'TITLE=T']);
    expect(await reader.song('song.opus', bytes)).toMatchObject({ title: 'T', hasPicture: false });
    expect(await reader.picture(bytes)).toBeNull();
  });
});

describe('WAV', () => {
  const info = infoChunk({ INAM: 'Über 夜', IART: 'Énya', IPRD: 'Picnic', ICRD: '1999', ITRK: '3/12' });
  const read = (bytes: Buffer, name = 'song.wav') => reader.song(name, bytes);
  const said = { title: 'Über 夜', artists: ['Énya'], album: 'Picnic', year: 1999, trackNumber: 3 };

  it.each(['before', 'after'] as const)('says in UTF-8 what it is, %s its sound', async (place) => {
    const song = await read(oddWav({ [place]: [info] }));
    expect(song).toMatchObject(said);
    lasts(song, 2000);
  });

  it('says in the letters of Windows what it is', async () => {
    const bytes = oddWav({ after: [infoChunk({ INAM: Buffer.from('4d6f74f672686561642093b794', 'hex') })] });
    expect(await read(bytes)).toMatchObject({ title: 'Motörhead “·”' });
  });

  it.each(['RF64', 'BW64'] as const)('may be as long as %s allows', async (form) => {
    const song = await read(oddWav({ form, after: [info] }));
    expect(song).toMatchObject(said);
    lasts(song, 2000);
  });

  it.each(['unknown', 'zero'] as const)('may not know how long its sound is: %s', async (soundSize) => {
    const song = await read(oddWav({ soundSize, before: [info] }));
    expect(song).toMatchObject(said);
    lasts(song, 2000);
  });

  it('is a song of unknown length with a broken format, with or without tags', async () => {
    for (const format of ['zeros', 'ones', 'none'] as const) {
      expect(await read(oddWav({ format, after: [info] }))).toMatchObject({ ...said, durationMs: null });
      expect(await read(oddWav({ format }))).toMatchObject({ title: null, durationMs: null });
    }
  });

  it('may forget to make its chunks even', async () => {
    const fields = { INAM: 'Odd1', IART: 'Anna', IPRD: 'Picnic' };
    expect(await read(oddWav({ after: [infoChunk(fields, false)] }))).toMatchObject({
      title: 'Odd1',
      artists: ['Anna'],
      album: 'Picnic',
    });
  });

  it('prefers its ID3 tag to its INFO, and keeps what only INFO says', async () => {
    const tagged = buildSong({ format: 'wav', tags: { title: 'ID3' } }).data;
    const at = tagged.indexOf('id3 ');
    const chunk = riffChunk('ID3 ', tagged.subarray(at + 8, at + 8 + tagged.readUInt32LE(at + 4)));
    expect(await read(oddWav({ before: [info], after: [chunk] }))).toMatchObject({ ...said, title: 'ID3' });
  });

  it('tells the same recording under other tags', async () => {
    const one = await read(oddWav({}));
    expect((await read(oddWav({ before: [info] }))).soundKey).toEqual(one.soundKey);
    expect((await read(oddWav({ seconds: 3 }))).soundKey).not.toEqual(one.soundKey);
  });
});

describe('Windows Media', () => {
  const values = [
    { name: 'Author', value: 'Bo' },
    { name: 'WM/AlbumTitle', value: 'Picnic' },
    { name: 'WM/TrackNumber', value: 3 },
    { name: 'WM/Year', value: '1999' },
    { name: 'Author', value: 'Cy', place: 'metadata' },
    { name: 'Author', value: 'Di', place: 'library' },
  ] as const;

  it.each([true, false])('keeps its artists in order, its extension first: %s', async (isExtensionFirst) => {
    const bytes = buildAsf({ title: 'Über 夜', author: 'Anna', values, isExtensionFirst });
    const song = await reader.song('song.wma', bytes);
    expect(song).toMatchObject({ ...wanted, artists: ['Anna', 'Bo', 'Cy', 'Di'], hasPicture: false });
    lasts(song, 2000);
  });

  it.each(['extended', 'metadata', 'library'] as const)(
    'shows its front cover of several: %s',
    async (place) => {
      const bytes = buildAsf({
        title: 'T',
        values: [
          { name: 'WM/Picture', value: Buffer.alloc(4), place },
          { name: 'WM/Picture', value: asfPicture(Buffer.from('http://x'), { mime: '-->' }), place },
          { name: 'WM/Picture', value: asfPicture(other.data, { type: 4, description: 'Back' }), place },
          { name: 'WM/Picture', value: asfPicture(picture.data), place },
        ],
      });
      expect(await reader.song('song.wma', bytes)).toMatchObject({ title: 'T', hasPicture: true });
      expect(await reader.picture(bytes)).toEqual(picture.data);
    },
  );

  it('announces no picture that is none', async () => {
    const value = asfPicture(Buffer.alloc(0));
    const bytes = buildAsf({ title: 'T', values: [{ name: 'WM/Picture', value }] });
    expect(await reader.song('song.wma', bytes)).toMatchObject({ title: 'T', hasPicture: false });
  });
});

describe('moving pictures', () => {
  const reason = 'only_moving_pictures';

  it('with sound are a song', async () => {
    const { data } = buildSong({ format: 'm4a', tags });
    expect(await reader.song('song.mp4', data)).toMatchObject(wanted);
  });

  it.each([
    ['clip.mp4', silentMp4()],
    ['clip.m4a', silentMp4()],
    ['clip.ogg', silentOgg()],
    ['clip.wma', buildAsf({ stream: 'pictures' })],
  ])('without sound are none: %s', async (name, bytes) => {
    expect(await reader.read(name, bytes)).toEqual({ kind: 'problem', reason });
    expect(await reader.picture(bytes)).toBeNull();
  });
});

describe('a name that lies', () => {
  const odd = {
    wma: buildAsf({ title: 'Liar', author: 'Anna' }),
    oga: oggFlac({ tags: { title: 'Liar', artists: ['Anna'] } }),
    rf64: oddWav({ form: 'RF64', before: [infoChunk({ INAM: 'Liar', IART: 'Anna' })] }),
  };
  const files = [
    ...SONG_FORMATS.map(
      (format) => [format, buildSong({ format, tags: { title: 'Liar', artists: ['Anna'] } }).data] as const,
    ),
    ...Object.entries(odd),
  ];
  const extensions = [...SONG_FORMATS, 'wma', 'mka', 'webm', 'dsf', 'dff', 'spx', 'mp4', 'aifc', 'mp2'];

  it.each(files)('keeps no %s from being read', async (_format, bytes) => {
    for (const extension of extensions) {
      const reading = await reader.read(`song.${extension}`, bytes);
      expect(reading, extension).toMatchObject({ kind: 'song', song: { title: 'Liar', artists: ['Anna'] } });
    }
  });
});
