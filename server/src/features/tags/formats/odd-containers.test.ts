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

  it('is read with something else behind it', async () => {
    const flac = oggFlac({ tags, picture });
    for (const bytes of [flac, buildSong({ format: 'ogg', tags, picture }).data])
      for (const behind of [Buffer.alloc(200_000), Buffer.alloc(200_000, 0x41)]) {
        const song = await reader.song('song.ogg', Buffer.concat([bytes, behind]));
        expect(song).toMatchObject({ ...wanted, hasPicture: true });
        lasts(song, 2000);
      }
  });

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

  const packed = (coding: number, perSecond: number, chunks: readonly Buffer[], sound: Buffer): Buffer => {
    const format = Buffer.alloc(18);
    for (const [at, value] of [coding, 1].entries()) format.writeUInt16LE(value, at * 2);
    format.writeUInt32LE(44_100, 4);
    format.writeUInt32LE(perSecond, 8);
    const parts = [riffChunk('fmt ', format), ...chunks, riffChunk('data', sound)];
    return riffChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...parts]));
  };
  const fact = (samples: number): Buffer => {
    const body = Buffer.alloc(4);
    body.writeUInt32LE(samples);
    return riffChunk('fact', body);
  };

  it.each([2, 17, 255])('is as long as its samples where they are packed: coding %i', async (coding) => {
    const bytes = packed(coding, 16_000, [fact(132_300)], Buffer.alloc(66_560, 1));
    expect((await read(bytes)).durationMs).toBe(3000);
    expect((await read(packed(coding, 16_000, [], Buffer.alloc(48_000, 1)))).durationMs).toBe(3000);
    expect((await read(packed(coding, 0, [], Buffer.alloc(48_000, 1)))).durationMs).toBeNull();
  });

  it.each(['mp3-cbr', 'mp3-vbr', 'mp3-vbr-no-xing'] as const)(
    'is as long as the MP3 in it: %s',
    async (sample) => {
      const sound = buildSong({ format: 'mp3', tags: {}, sample }).data;
      lasts(await read(packed(85, 0, [fact(9)], sound)), 2000);
      lasts(await read(packed(85, 9999, [info], sound)), 2000);
    },
  );

  it('tells the same recording under other tags', async () => {
    const one = await read(oddWav({}));
    expect((await read(oddWav({ before: [info] }))).soundKey).toEqual(one.soundKey);
    expect((await read(oddWav({ seconds: 3 }))).soundKey).not.toEqual(one.soundKey);
  });
});

describe('MP3 of variable rate without a header', () => {
  it('is as long as its sound where the midst of it is damaged', async () => {
    const bytes = buildSong({ format: 'mp3', tags, sample: 'mp3-vbr-no-xing' }).data;
    bytes.fill(0, bytes.length / 2, bytes.length / 2 + 200);
    lasts(await reader.song('song.mp3', bytes), 2000);
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

  it('has its year also under the name that ffmpeg gives it', async () => {
    const bytes = buildAsf({ title: 'T', values: [{ name: 'date', value: '1999-05-01' }] });
    expect(await reader.song('song.wma', bytes)).toMatchObject({ year: 1999 });
  });

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
      expect(reading, extension).toMatchObject({
        kind: 'song',
        song: { tags: { title: 'Liar', artists: ['Anna'] } },
      });
      if (reading.kind === 'song') expect(reading.song.durationMs, extension).toBeGreaterThan(1900);
    }
  });
});
