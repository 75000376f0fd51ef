import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSong, makePicture, SONG_FORMATS, type SongSpec } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createWindowBuffers } from './formats/file-window.ts';
import { readByLibrary } from './library-reader.ts';
import type { OpenSong } from './read-song.ts';
import { createTestReader } from './test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const tags = {
  title: 'Über den Wolken 夜',
  artists: ['Anna', 'Émile'],
  albumArtists: ['Various'],
  album: 'Picnic',
  date: '2016-05-01',
  year: 2016,
  track: 1,
  trackTotal: 10,
  disc: 2,
  discTotal: 3,
  genres: ['Jazz', 'Shoegaze'],
  composers: ['Bo'],
  lyricists: ['Cy'],
  labels: ['Düne'],
};

describe('reading a song', () => {
  it.each(SONG_FORMATS)('reads tags, length and picture of %s', async (format) => {
    const picture = format === 'wv' ? undefined : makePicture({ format: 'jpeg' });
    const built = buildSong({ format, tags, picture });
    const song = await reader.song(`song.${format}`, built.data);
    expect(song).toMatchObject({
      title: tags.title,
      artists: tags.artists,
      albumArtists: tags.albumArtists,
      album: tags.album,
      genres: tags.genres,
      composers: tags.composers,
      lyricists: tags.lyricists,
      labels: tags.labels,
      trackNumber: 1,
      discNumber: 2,
      year: 2016,
      hasPicture: picture !== undefined,
    });
    expect(Math.abs((song.durationMs ?? 0) / 1000 - built.seconds)).toBeLessThan(0.1);
  });

  it.each(['id3v2.2', 'id3v2.3', 'id3v1', 'apev2'] as const)(
    'reads an mp3 with tags as %s',
    async (tagStyle) => {
      const built = buildSong({
        format: 'mp3',
        tagStyle,
        tags: { title: 'Title', artists: ['AC/DC'], album: 'Album', year: 1980, track: 7, genres: ['Rock'] },
      });
      expect(await reader.song('song.mp3', built.data)).toMatchObject({
        title: 'Title',
        artists: ['AC/DC'],
        album: 'Album',
        year: 1980,
        trackNumber: 7,
        genres: ['Rock'],
      });
    },
  );

  it.each(['wav', 'aiff'] as const)('does not cut AC/DC in the ID3v2.3 tag of %s', async (format) => {
    const spec: SongSpec = {
      format,
      tagStyle: 'id3v2.3',
      tags: { artists: ['AC/DC'], composers: ['A/B/C'] },
    };
    const song = await reader.song(`song.${format}`, buildSong(spec).data);
    expect(song).toMatchObject({ artists: ['AC/DC'], composers: ['A/B/C'] });
  });

  it('reads RIFF INFO tags', async () => {
    const spec: SongSpec = {
      format: 'wav',
      tagStyle: 'riff-info',
      tags: { title: 'T', artists: ['A'], year: 1999 },
    };
    expect(await reader.song('song.wav', buildSong(spec).data)).toMatchObject({
      title: 'T',
      artists: ['A'],
      year: 1999,
    });
  });

  it.each([
    ['mp3-vbr', 2],
    ['mp3-vbr-no-xing', 2],
    ['mp3-cbr', 2],
  ] as const)('knows how long %s is', async (sample, seconds) => {
    const song = await reader.song('song.mp3', buildSong({ format: 'mp3', tags: {}, sample }).data);
    expect(Math.abs((song.durationMs ?? 0) / 1000 - seconds)).toBeLessThan(0.1);
  });

  it('knows how long an hour of constant bit rate is without reading it all', async () => {
    const song = await reader.song('song.mp3', buildSong({ format: 'mp3', tags: {}, seconds: 3600 }).data);
    expect(Math.abs((song.durationMs ?? 0) / 1000 - 3600)).toBeLessThan(1);
  });

  it("knows silence in Monkey's Audio, of a few bytes a second, from a file that was cut off", async () => {
    const { data } = buildSong({ format: 'ape', tags: {}, seconds: 12 });
    expect(await reader.song('song.ape', data)).toMatchObject({ durationMs: 12_000 });
    for (const cutAt of [data.length - 1, 120, 80])
      expect(await reader.read('song.ape', data.subarray(0, cutAt)), String(cutAt)).toEqual({
        kind: 'problem',
        reason: 'cut_off',
      });
    // One that says it has frames and no bytes of them.
    const header = Buffer.from(data.subarray(0, data.length - data.readUInt32LE(24)));
    header.writeUInt32LE(0, 24);
    expect(await reader.read('song.ape', header)).toMatchObject({ reason: 'cut_off' });
  });

  it('reads untagged files as songs without fields', async () => {
    const song = await reader.song('song.flac', buildSong({ format: 'flac', tags: {} }).data);
    expect(song).toMatchObject({ title: null, album: null, artists: [], year: null, trackNumber: null });
  });

  it('believes the content where the name lies', async () => {
    const built = buildSong({ format: 'm4a', tags: { title: 'Really m4a' } });
    expect(await reader.song('song.mp3', built.data)).toMatchObject({ title: 'Really m4a' });
    const wav = buildSong({ format: 'wav', tags: { title: 'Really wav' } });
    expect(await reader.song('song.flac', wav.data)).toMatchObject({ title: 'Really wav' });
  });

  it('reads a FLAC file that begins with an ID3 tag', async () => {
    const flac = buildSong({ format: 'flac', tags: { title: 'Inside' } }).data;
    const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\0', 'latin1'), Buffer.alloc(128)]);
    expect(await reader.song('song.flac', Buffer.concat([id3, flac]))).toMatchObject({ title: 'Inside' });
  });

  it('gives the same sound under other tags the same sound key', async () => {
    for (const format of ['mp3', 'flac', 'ogg', 'opus', 'm4a'] as const) {
      const one = await reader.song(`a.${format}`, buildSong({ format, tags: { title: 'One' } }).data);
      const long = 'A much longer title than before '.repeat(20);
      const two = await reader.song(`b.${format}`, buildSong({ format, tags: { title: long } }).data);
      expect(two.soundKey, format).toEqual(one.soundKey);
      expect(two.contentKey, format).not.toEqual(one.contentKey);
    }
  });

  it('tells a file by its length and its first 16 KiB', async () => {
    const { data } = buildSong({ format: 'wav', tags: {}, seconds: 2 });
    expect(data.length).toBeGreaterThan(32_768);
    const keyOf = async (bytes: Buffer) => (await reader.song('a.wav', bytes)).contentKey;
    const changed = (at: number) => {
      const bytes = Buffer.from(data);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    const key = await keyOf(data);
    expect(await keyOf(changed(16_383))).not.toEqual(key);
    expect(await keyOf(changed(16_384))).toEqual(key);
    expect(await keyOf(Buffer.concat([data, Buffer.alloc(2)]))).not.toEqual(key);
  });

  it.each([
    ['empty', Buffer.alloc(0), 'file_empty'],
    ['text', Buffer.from('this is not audio\n'), 'no_sound'],
    ['html', Buffer.from('<html><script>alert(1)</script></html>'.repeat(50)), 'no_sound'],
  ])('says why a file of %s is no song', async (_name, bytes, reason) => {
    expect(await reader.read('song.mp3', bytes)).toEqual({ kind: 'problem', reason });
  });

  it('says that a file is gone, and that a folder is not a file', async () => {
    expect(await reader.read('song.mp3', Buffer.alloc(1))).toMatchObject({ kind: 'problem' });
    const { createSongReader } = await import('./read-song.ts');
    const plain = createSongReader({ asksLibrary: true });
    expect(await plain.read('/nowhere/at/all.mp3', 'all.mp3')).toEqual({ kind: 'gone' });
    expect(await plain.read(tmpdir(), 'x.mp3')).toMatchObject({ reason: 'not_a_file' });
  });

  it('counts how many times a disk was waited for', async () => {
    const { createSongReader } = await import('./read-song.ts');
    const plain = createSongReader({ asksLibrary: false });
    expect(plain.waits()).toBe(0);
    expect(plain.time(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1))).toBe(
      'timed-out',
    );
    expect(plain.waits()).toBe(1);
  });

  it('reads a file that is open already, and closes it', async () => {
    const { createSongReader } = await import('./read-song.ts');
    const path = join(mkdtempSync(join(tmpdir(), 'open-')), 'song.flac');
    writeFileSync(path, buildSong({ format: 'flac', tags: { title: 'Open' } }).data);
    const descriptor = openSync(path, 'r');
    const open = new Map<string | Buffer, OpenSong>([
      ['/away/song.flac', { descriptor, stats: fstatSync(descriptor) }],
    ]);
    rmSync(dirname(path), { recursive: true });
    const takeOpen = (asked: string | Buffer): OpenSong | null => {
      const song = open.get(asked) ?? null;
      open.delete(asked);
      return song;
    };
    const plain = createSongReader({ asksLibrary: false, takeOpen });
    expect(await plain.read('/away/song.flac', 'song.flac')).toMatchObject({
      song: { tags: { title: 'Open' } },
    });
    expect(() => fstatSync(descriptor)).toThrow('EBADF');
    expect(await plain.read('/away/song.flac', 'song.flac')).toEqual({ kind: 'gone' });
  });
});

describe('our own readers', () => {
  const ownFormats = ['mp3', 'flac', 'ogg', 'opus', 'm4a'] as const;
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const byLibrary = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const descriptor = openSync(path, 'r');
    try {
      return await readByLibrary(createWindowBuffers().open(descriptor, bytes.length), name);
    } finally {
      closeSync(descriptor);
    }
  };

  /** Text as people write it: NUL separates values, and the library takes space off the ends of ID3 texts. */
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((value) => value.replaceAll('\0', '').replaceAll('\ufeff', '').toWellFormed().trim())
    .filter((value) => value.trim() !== '' && !/^\(?\d+\)?|^RX$|^CR$|^\(\(/.test(value));
  const anyTags = fc.record(
    {
      title: text,
      artists: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
      album: text,
      albumArtists: fc.uniqueArray(text, { minLength: 1, maxLength: 2 }),
      composers: fc.uniqueArray(text, { minLength: 1, maxLength: 2 }),
      labels: fc.uniqueArray(text, { minLength: 1, maxLength: 2 }),
      year: fc.integer({ min: 1000, max: 2999 }),
      track: fc.integer({ min: 1, max: 200 }),
      disc: fc.integer({ min: 1, max: 20 }),
    },
    { requiredKeys: [] },
  );

  it.each(ownFormats)('read %s as the library does', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyTags, fc.boolean(), async (given, hasPicture) => {
        const picture = hasPicture ? makePicture({ format: 'png' }) : undefined;
        const { data } = buildSong({ format, tags: given, picture });
        const own = await reader.own(`song.${format}`, data);
        const oracle = await byLibrary(`song.${format}`, data);
        if (own.kind !== 'song' || oracle === null || oracle === 'silent')
          throw new Error(JSON.stringify({ own, oracle }));
        expect(own.song.tags).toEqual(oracle.tags);
        expect(own.song.hasPicture).toBe(oracle.picture !== null);
        expect(Math.abs((own.song.durationMs ?? 0) - (oracle.durationMs ?? 0))).toBeLessThan(100);
      }),
      { numRuns: 60 },
    );
  });

  it.each(SONG_FORMATS)('and the library survive any damage to %s', async (format) => {
    const picture = makePicture({ format: 'jpeg' });
    const { data } = buildSong({ format, tags, ...(format === 'wv' ? {} : { picture }) });
    const edge = fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff);
    const damage = fc.record({
      cutAt: fc.option(fc.integer({ min: 0, max: data.length }), { nil: null }),
      bytes: fc.array(fc.tuple(fc.integer({ min: 0, max: Math.min(data.length, 3000) - 1 }), edge), {
        maxLength: 12,
      }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cutAt, bytes }) => {
        const broken = Buffer.from(data);
        for (const [at, value] of bytes) broken[at] = value;
        const reading = await reader.read(`song.${format}`, broken.subarray(0, cutAt ?? data.length));
        expect(['song', 'problem']).toContain(reading.kind);
      }),
      { numRuns: 80 },
    );
  });
});
