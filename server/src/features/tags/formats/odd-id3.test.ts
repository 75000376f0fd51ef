import { buildSong, id3Picture, id3Text, makePicture, type OddId3, oddId3Tag } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const sound = buildSong({ format: 'mp3', tags: {} }).data;
const picture = makePicture({ width: 300 });
/** Full of bytes that an unsynchronised tag has to mark: 0xFF and what comes behind. */
const title = 'Ünsynchrönised ÿ\u00ffàÿ夜';

const read = async (spec: OddId3) => {
  const bytes = Buffer.concat([oddId3Tag(spec), sound]);
  const reading = await reader.own('song.mp3', bytes);
  if (reading.kind !== 'song') throw new Error(JSON.stringify(reading));
  return { ...reading.song, ...reading.song.tags, pictureBytes: await reader.picture(bytes) };
};

const text = (name: string, value: string, encoding: 0 | 1 | 2 | 3 = 1) => ({
  name,
  data: id3Text(value, encoding),
});

const tagged = [text('TIT2', title), text('TPE1', 'Anna'), { name: 'APIC', data: id3Picture(picture.data) }];

describe('an odd ID3 tag', () => {
  it.each<[string, OddId3]>([
    ['2.3, unsynchronised as a whole', { version: 3, frames: tagged, isUnsynchronised: true }],
    ['2.3 with an extended header', { version: 3, frames: tagged, extendedHeader: true }],
    [
      '2.3, unsynchronised, with an extended header and padding',
      { version: 3, frames: tagged, isUnsynchronised: true, extendedHeader: true, padding: 999 },
    ],
    [
      '2.3 that announces an extended header and has none',
      { version: 3, frames: tagged, extendedHeader: 'lie' },
    ],
    ['2.4 with an extended header', { version: 4, frames: tagged, extendedHeader: true }],
    ['2.4 with a footer', { version: 4, frames: tagged, hasFooter: true }],
    ['2.4 with both', { version: 4, frames: tagged, extendedHeader: true, hasFooter: true }],
    [
      '2.4 that announces an extended header and has none',
      { version: 4, frames: tagged, extendedHeader: 'lie' },
    ],
    ['2.4, every frame unsynchronised', { version: 4, frames: tagged, isUnsynchronised: true }],
    [
      '2.4, every frame unsynchronised by itself',
      { version: 4, frames: tagged.map((frame) => ({ ...frame, isUnsynchronised: true })) },
    ],
    [
      '2.4 with lengths of data',
      { version: 4, frames: tagged.map((frame) => ({ ...frame, hasLength: true, isUnsynchronised: true })) },
    ],
    ['2.4 with sizes as iTunes wrote them', { version: 4, frames: tagged, hasPlainSizes: true }],
    ['2.3 in groups', { version: 3, frames: tagged.map((frame) => ({ ...frame, isGrouped: true })) }],
    ['2.4 in groups', { version: 4, frames: tagged.map((frame) => ({ ...frame, isGrouped: true })) }],
    ['2.3 compressed', { version: 3, frames: tagged.map((frame) => ({ ...frame, isCompressed: true })) }],
    ['2.4 compressed', { version: 4, frames: tagged.map((frame) => ({ ...frame, isCompressed: true })) }],
    [
      '2.4 compressed, grouped and unsynchronised',
      {
        version: 4,
        isUnsynchronised: true,
        frames: tagged.map((frame) => ({ ...frame, isCompressed: true, isGrouped: true })),
      },
    ],
  ])('is read: %s', async (_name, spec) => {
    const song = await read(spec);
    expect(song).toMatchObject({ title, artists: ['Anna'], hasPicture: true });
    expect(song.pictureBytes).toEqual(picture.data);
    expect(Math.abs((song.durationMs ?? 0) - 2000)).toBeLessThan(100);
  });

  it('is read: 2.2, unsynchronised as a whole', async () => {
    const pic = Buffer.concat([Buffer.from('\0PNG\x03\0', 'latin1'), picture.data]);
    const frames = [text('TT2', title), { name: 'PIC', data: pic }];
    const song = await read({ version: 2, frames, isUnsynchronised: true });
    expect(song).toMatchObject({ title, hasPicture: true });
    expect(song.pictureBytes).toEqual(picture.data);
  });

  it('is read: short names of 2.2 in 2.3, as iTunes wrote them', async () => {
    for (const end of ['\0', ' ']) {
      const frames = [text(`TT2${end}`, title), text(`TP1${end}`, 'Anna')];
      expect(await read({ version: 3, frames })).toMatchObject({ title, artists: ['Anna'] });
    }
  });

  it('is read: sizes of 2.4 as iTunes wrote them, where they look like safe ones', async () => {
    // 256 bytes are 00 00 01 00, which means 128 in sizes of seven bits a byte.
    const frames = [text('TPE1', 'a'.repeat(255), 3), text('TIT2', title)];
    expect(await read({ version: 4, frames, hasPlainSizes: true })).toMatchObject({ title });
    expect(await read({ version: 4, frames })).toMatchObject({ title });
  });

  it('believes no claim of being unsynchronised that cannot be true', async () => {
    const bytes = oddId3Tag({ version: 3, frames: tagged });
    bytes[5] = 0x80;
    const song = await reader.song('song.mp3', Buffer.concat([bytes, sound]));
    expect(song).toMatchObject({ title, artists: ['Anna'], hasPicture: true });
  });

  it.each([3, 4] as const)('leaves out what is encrypted in 2.%d, and nothing else', async (version) => {
    const frames = [{ ...text('TIT2', 'Secret'), isEncrypted: true }, text('TPE1', 'Anna')];
    expect(await read({ version, frames })).toMatchObject({ title: null, artists: ['Anna'] });
  });

  it.each([3, 4] as const)('shows no packed bytes as text in 2.%d', async (version) => {
    const flags = version === 3 ? 0x80 : 0x09;
    const bytes = oddId3Tag({
      version,
      frames: [text('TIT2', 'Not compressed at all'), text('TPE1', 'Anna')],
    });
    bytes[19] = flags;
    expect(await reader.song('song.mp3', Buffer.concat([bytes, sound]))).toMatchObject({
      title: null,
      artists: ['Anna'],
    });
  });

  it('unpacks no bomb', async () => {
    const bomb = { name: 'TIT2', data: Buffer.alloc(64 * 1024 * 1024), isCompressed: true };
    const apic = { name: 'APIC', data: id3Picture(Buffer.alloc(64 * 1024 * 1024)), isCompressed: true };
    const frames = [...Array(3).fill(bomb), ...Array(3).fill(apic), text('TPE1', 'Anna')];
    const before = process.memoryUsage().arrayBuffers;
    expect(await read({ version: 4, frames })).toMatchObject({
      title: null,
      artists: ['Anna'],
      hasPicture: false,
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120e6);
  });

  it('keeps what stands before a broken frame', async () => {
    const bytes = oddId3Tag({ version: 3, frames: [text('TIT2', title), text('TPE1', 'Anna')] });
    bytes.writeUInt32BE(0x7fffffff, bytes.indexOf('TPE1') + 4);
    expect(await reader.song('song.mp3', Buffer.concat([bytes, sound]))).toMatchObject({
      title,
      artists: [],
    });
  });

  it('reads the second tag where the first is empty, and the first where both say something', async () => {
    const empty = oddId3Tag({ version: 3, frames: [], padding: 20 });
    const one = oddId3Tag({ version: 3, frames: [text('TIT2', 'One')] });
    const two = oddId3Tag({ version: 4, frames: [text('TIT2', 'Two'), text('TPE1', 'Anna')] });
    expect(await reader.song('song.mp3', Buffer.concat([empty, two, sound]))).toMatchObject({ title: 'Two' });
    expect(await reader.song('song.mp3', Buffer.concat([one, two, sound]))).toMatchObject({
      title: 'One',
      artists: [],
    });
  });

  it('is read as well before AAC, and in the chunks of WAV and AIFF', async () => {
    const spec: OddId3 = { version: 3, frames: tagged, isUnsynchronised: true, extendedHeader: true };
    const aac = Buffer.concat([oddId3Tag(spec), buildSong({ format: 'aac', tags: {} }).data]);
    expect(await reader.song('song.aac', aac)).toMatchObject({ title, artists: ['Anna'] });
    const mark = { wav: 'id3 ', aiff: 'ID3 ' } as const;
    for (const format of ['wav', 'aiff'] as const) {
      const { data } = buildSong({ format, tags: {} });
      const tag = oddId3Tag(spec);
      const size = Buffer.alloc(4);
      if (format === 'wav') size.writeUInt32LE(tag.length);
      else size.writeUInt32BE(tag.length);
      const bytes = Buffer.concat([data, Buffer.from(mark[format]), size, tag]);
      const song = await reader.song(`song.${format}`, bytes);
      expect(song, format).toMatchObject({ title, artists: ['Anna'], hasPicture: true });
      expect(await reader.picture(bytes), format).toEqual(picture.data);
    }
  });
});

describe('a picture that is announced', () => {
  it.each<[string, Buffer]>([
    ['a link', id3Picture(Buffer.from('https://example.org/cover.png'), { mime: '-->' })],
    ['a link to what looks like a picture', id3Picture(picture.data, { mime: '-->' })],
    ['nothing', id3Picture(Buffer.alloc(0))],
    ['noise', id3Picture(Buffer.alloc(5000, 7))],
    [
      'a drawing',
      id3Picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { mime: 'image/svg+xml' }),
    ],
    ['broken', Buffer.from([0, 0x69])],
  ])('as %s is none', async (_what, data) => {
    const song = await read({ version: 3, frames: [text('TIT2', title), { name: 'APIC', data }] });
    expect(song).toMatchObject({ title, hasPicture: false, pictureBytes: null });
  });

  it('is the front cover, else the first that can be shown', async () => {
    const other = makePicture({ width: 10, colour: [9, 9, 9] });
    const apic = (data: Buffer, type: number, description = '') => ({
      name: 'APIC',
      data: id3Picture(data, { type, description }),
    });
    const link = { name: 'APIC', data: id3Picture(Buffer.from('http://x'), { mime: '-->' }) };
    const long = 'A description of the back '.repeat(100);
    const front = await read({
      version: 4,
      frames: [link, apic(other.data, 4, long), apic(picture.data, 3)],
    });
    expect(front.pictureBytes).toEqual(picture.data);
    const back = await read({ version: 4, frames: [link, apic(other.data, 4, long), apic(picture.data, 0)] });
    expect(back.pictureBytes).toEqual(other.data);
  });
});
