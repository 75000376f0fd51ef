import { buildSong, longMusepack, makePicture, type SongFormat } from '@tonearm/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestReader } from '../test-read.ts';

const reader = createTestReader();
afterAll(() => reader[Symbol.dispose]());

const picture = makePicture({ width: 40 });
/** A hundred frames, of which the last has but 500 samples: 2.6 s. */
function seventh(): Buffer {
  const head = Buffer.alloc(28);
  head.write('MP+\x07', 'latin1');
  head.writeUInt32LE(100, 4);
  head.writeUInt32LE((0x8000_0000 | (500 << 20)) >>> 0, 20);
  return Buffer.concat([head, Buffer.alloc(5000, 1)]);
}

const sounds = {
  'Monkey’s Audio': buildSong({ format: 'ape', tags: {} }).data,
  'Musepack 7': seventh(),
  'Musepack 8': longMusepack(4).data,
  WavPack: buildSong({ format: 'wv', tags: {} }).data,
};
const behind = (format: SongFormat, tagStyle: 'apev2' | 'id3v1', title: string): Buffer => {
  const bare = buildSong({ format, tags: {} }).data;
  const whole = buildSong({ format, tags: { title, artists: ['Anna', 'Bo'] }, picture, tagStyle }).data;
  return Buffer.from(whole.subarray(bare.length));
};
const ape = behind('wv', 'apev2', 'Über 夜');
const old = behind('mp3', 'id3v1', 'Old');
const withoutHeader = Buffer.from(ape.subarray(32));
withoutHeader.writeUInt32LE(0, withoutHeader.length - 12);
const noise = Buffer.alloc(5000, 0x41);

describe.each(Object.entries(sounds))('behind %s', (_name, sound) => {
  const read = (...tail: Buffer[]) => reader.song('song.bin', Buffer.concat([sound, ...tail]));

  it.each([
    ['alone', [ape]],
    ['without a header', [withoutHeader]],
    ['before an old tag', [ape, old]],
    ['without a header, before an old tag', [withoutHeader, old]],
    ['before something else', [ape, noise]],
    ['before zeros and an old tag', [ape, Buffer.alloc(3000), old]],
  ])('an APE tag is read, %s', async (_how, tail) => {
    const song = await read(...tail);
    expect(song).toMatchObject({ title: 'Über 夜', artists: ['Anna', 'Bo'], hasPicture: true });
    expect(await reader.picture(Buffer.concat([sound, ...tail]))).toEqual(picture.data);
    expect(song.durationMs).toBe((await read()).durationMs);
  });

  it('an old tag alone is read, and anything else hides nothing', async () => {
    expect(await read(old)).toMatchObject({ title: 'Old' });
    for (const tail of [noise, Buffer.alloc(70_000), sound, noise.subarray(0, 20)])
      expect((await read(tail)).durationMs).toBeGreaterThan(1900);
  });

  it('tags leave the sound what it is', async () => {
    const key = (await read()).soundKey;
    expect(key).not.toBeNull();
    for (const tail of [[ape], [ape, old], [withoutHeader], [old]])
      expect((await read(...tail)).soundKey).toEqual(key);
  });

  it('a tag that is damaged ends nothing', async () => {
    for (let at = 0; at < ape.length; at += 3) {
      const broken = Buffer.from(ape);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      expect((await reader.own('song.bin', Buffer.concat([sound, broken]))).kind).toBe('song');
    }
  });
});

it('names what the sound is', async () => {
  const formats = await Promise.all(
    Object.values(sounds).map(async (sound) => (await reader.song('song.bin', sound)).format),
  );
  expect((await reader.song('song.mpc', sounds['Musepack 7'])).durationMs).toBe(2597);
  expect(formats).toMatchObject([
    { codec: 'ape', container: 'ape', sampleRate: 44_100, channels: 2, bitsPerSample: 16 },
    { codec: 'musepack', container: 'musepack, sv7', sampleRate: 44_100, channels: 2 },
    { codec: 'musepack', container: 'musepack, sv8', sampleRate: 44_100, channels: 1 },
    { codec: 'wavpack', container: 'wavpack', channels: 1, bitsPerSample: 16 },
  ]);
});
