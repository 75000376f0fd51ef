import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unzip } from '../playlists/exchange/zip.ts';
import { commonFolder, createNames } from './archive-names.ts';
import { type StoredFile, storedZip } from './stored-zip.ts';

const modifiedAtMs = Date.UTC(2020, 4, 17, 12, 30, 8);

const fileOf = (name: string, bytes: Buffer, sizeBytes = bytes.length): StoredFile => ({
  name,
  sizeBytes,
  modifiedAtMs,
  pieces: async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  },
});

const archiveOf = async (files: Iterable<StoredFile>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  const all = async function* () {
    yield* files;
  };
  for await (const piece of storedZip(all())) pieces.push(piece);
  return Buffer.concat(pieces);
};

it('holds every file under its name, whatever is in it', async () => {
  const file = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.uint8Array());
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (wanted) => {
      const files = wanted.map(([name, bytes]) => ({
        name: `${name.toWellFormed()}.mp3`,
        bytes: Buffer.from(bytes),
      }));
      const zip = await archiveOf(files.map(({ name, bytes }) => fileOf(name, bytes)));
      expect(await unzip(zip, { files: 9, bytes: 9_000 })).toEqual(files);
    }),
    { numRuns: 30 },
  );
});

it('tells lengths, places and how many there are in 64 bits where less does not hold them', async () => {
  const large = Buffer.alloc(900, 'large');
  const files = [fileOf('large.wav', large), fileOf('small.mp3', Buffer.from('small'))];
  const pieces: Buffer[] = [];
  const all = async function* () {
    yield* files;
  };
  // As if 32 bits held 500 only.
  for await (const piece of storedZip(all(), { bytes: 500, files: 2 })) pieces.push(piece);
  const zip = Buffer.concat(pieces);
  const end = zip.length - 22;
  expect([zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]).toEqual([0xffff, 0xffff_ffff]);
  const end64 = Number(zip.readBigUInt64LE(end - 12));
  expect([zip.readUInt32LE(end64), Number(zip.readBigUInt64LE(end64 + 32))]).toEqual([0x06064b50, 2]);
  const first = Number(zip.readBigUInt64LE(end64 + 48));
  expect(first + Number(zip.readBigUInt64LE(end64 + 40))).toBe(end64);
  const extraAt = (header: number) => header + 46 + zip.readUInt16LE(header + 28) + 4;
  expect([zip.readUInt32LE(first), zip.readUInt32LE(first + 24)]).toEqual([0x02014b50, 0xffff_ffff]);
  expect(Number(zip.readBigUInt64LE(extraAt(first)))).toBe(large.length);
  const second = extraAt(first) + 16;
  expect(zip.readUInt32LE(second)).toBe(0x02014b50);
  const place = Number(zip.readBigUInt64LE(extraAt(second)));
  expect(zip.toString('utf8', place + 30, place + 39)).toBe('small.mp3');
  // The sum and the lengths of the large one stand right before the small one.
  expect(zip.readUInt32LE(place - 24)).toBe(0x08074b50);
  expect(Number(zip.readBigUInt64LE(place - 8))).toBe(large.length);
});

it('is cut off rather than wrong when a file is not as long as was said', async () => {
  for (const told of [3, 5])
    await expect(archiveOf([fileOf('a', Buffer.from('four'), told)])).rejects.toThrow('not as long');
});

it('names songs by their places, or by their order, and never two alike', () => {
  const below = createNames('Music/Anna');
  expect(['Music/Anna/CD1/01.mp3', 'Music/Anna/cd1/01.MP3', 'Music/Anna/What?.mp3'].map(below)).toEqual([
    'CD1/01.mp3',
    'cd1/01 (2).MP3',
    'What_.mp3',
  ]);
  const numbered = createNames(null);
  expect(['Music/a/x.mp3', 'Music/b/x.mp3', 'Music/b/... .mp3'].map(numbered)).toEqual([
    '0001 x.mp3',
    '0002 x.mp3',
    '0003 ... .mp3',
  ]);
  expect(['Music/../x', 'Music/a\\b:c'].map(createNames('Music'))).toEqual(['_/x', 'a_b_c']);
  expect(commonFolder(['A/b/c/1', 'A/b/d/2'])).toBe('A/b');
  expect(commonFolder(['A/b/1', 'C/1'])).toBe('');
  expect(commonFolder(['A/b/1'])).toBe('A/b');
});
