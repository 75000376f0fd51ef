import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isZip, unzip, type ZipFile, zipOf } from './zip.ts';

const limits = { files: 10, bytes: 10_000 };

const files: readonly ZipFile[] = [
  { name: 'ä – ß.m3u8', bytes: Buffer.from('#PLAYLIST:ä\n/music/a.mp3\n'.repeat(20)) },
  { name: 'empty', bytes: Buffer.alloc(0) },
];

/** A file of an archive that another program made, and what is said of it. */
interface Foreign extends ZipFile {
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly saidBytes?: number;
  readonly localExtra?: Buffer;
  readonly extra?: Buffer;
  readonly comment?: string;
}

const numbers = (sizes: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    sizes.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** An archive as APPNOTE.TXT has it, with what ours never writes: other methods, extra fields, remarks, a beginning. */
const foreignZip = (all: readonly Foreign[], { before = '', remark = '' } = {}): Buffer => {
  const locals: Buffer[] = [Buffer.from(before)];
  const directory: Buffer[] = [];
  for (const { name, bytes, method = 8, flags = 0, ...more } of all) {
    const { localExtra = Buffer.alloc(0), extra = Buffer.alloc(0), comment = '' } = more;
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const at = Buffer.concat(locals).length;
    const nameBytes = Buffer.from(name);
    const common = numbers([
      [20, 2],
      [flags, 2],
      [method, 2],
      [0x6a2b, 2],
      [0x5a21, 2],
      [more.crc ?? crc32(bytes), 4],
      [packed.length, 4],
      [more.saidBytes ?? bytes.length, 4],
      [nameBytes.length, 2],
    ]);
    locals.push(
      numbers([[0x04034b50, 4]]),
      common,
      numbers([[localExtra.length, 2]]),
      nameBytes,
      localExtra,
      packed,
    );
    const rest = numbers([
      [extra.length, 2],
      [comment.length, 2],
      [0, 2],
      [1, 2],
      [0x81a40000, 4],
      [at, 4],
    ]);
    const made = numbers([
      [0x02014b50, 4],
      [0x031e, 2],
    ]);
    directory.push(made, common, rest, nameBytes, extra, Buffer.from(comment));
  }
  const body = Buffer.concat(locals);
  const central = Buffer.concat(directory);
  const end = numbers([
    [0x06054b50, 4],
    [0, 4],
    [all.length, 2],
    [all.length, 2],
    [central.length, 4],
    [body.length, 4],
    [remark.length, 2],
  ]);
  return Buffer.concat([body, central, end, Buffer.from(remark)]);
};

const zipped = async (all: readonly ZipFile[]): Promise<Buffer> => {
  async function* each() {
    yield* all;
  }
  const pieces: Buffer[] = [];
  for await (const piece of zipOf(each())) pieces.push(piece);
  return Buffer.concat(pieces);
};

it('writes what every header says, so that others read it from either end', async () => {
  const zip = await zipped(files);
  const end = zip.length - 22;
  let at = 0;
  let entry = zip.readUInt32LE(end + 16);
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name);
    const packedBytes = zip.readUInt32LE(at + 18);
    const from = at + 30 + nameBytes.length;
    const said = [20, 0x0800, 8, 0, 0x21, crc32(bytes), packedBytes, bytes.length, nameBytes.length, 0];
    const fieldsAt = (place: number): number[] => [
      ...[0, 2, 4, 6, 8].map((field) => zip.readUInt16LE(place + field)),
      ...[10, 14, 18].map((field) => zip.readUInt32LE(place + field)),
      ...[22, 24].map((field) => zip.readUInt16LE(place + field)),
    ];
    expect(zip.readUInt32LE(at)).toBe(0x04034b50);
    expect(fieldsAt(at + 4)).toEqual(said);
    expect(zip.subarray(at + 30, from)).toEqual(nameBytes);
    expect(inflateRawSync(zip.subarray(from, from + packedBytes))).toEqual(bytes);
    expect([zip.readUInt32LE(entry), zip.readUInt16LE(entry + 4)]).toEqual([0x02014b50, 20]);
    expect(fieldsAt(entry + 6)).toEqual(said);
    expect([32, 34, 36].map((field) => zip.readUInt16LE(entry + field))).toEqual([0, 0, 0]);
    expect([38, 42].map((field) => zip.readUInt32LE(entry + field))).toEqual([0, at]);
    expect(zip.subarray(entry + 46, entry + 46 + nameBytes.length)).toEqual(nameBytes);
    at = from + packedBytes;
    entry += 46 + nameBytes.length;
  }
  expect([at, entry]).toEqual([zip.readUInt32LE(end + 16), end]);
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  expect([4, 6, 8, 10, 20].map((field) => zip.readUInt16LE(end + field))).toEqual([0, 0, 2, 2, 0]);
  expect(zip.readUInt32LE(end + 12)).toBe(end - at);
});

it('reads archives of other programs: packed or not, with folders, extra fields, remarks', async () => {
  const [song, empty] = files as readonly [ZipFile, ZipFile];
  const zip = foreignZip(
    [
      {
        ...song,
        localExtra: Buffer.from('extra of 17 bytes'),
        extra: Buffer.from('5 byt'),
        comment: 'remark',
      },
      { name: 'folder/', bytes: Buffer.alloc(0), method: 0 },
      { name: 'folder/plain', bytes: Buffer.from('as it is'), method: 0, comment: 'PK\u0005\u0006' },
      empty,
    ],
    { remark: 'made by PK\u0005\u0006 somebody' },
  );
  expect(isZip(zip)).toBe(true);
  expect(await unzip(zip, limits)).toEqual([
    song,
    { name: 'folder/plain', bytes: Buffer.from('as it is') },
    empty,
  ]);
  expect(await unzip(foreignZip([], { remark: 'x'.repeat(0xffff) }), limits)).toEqual([]);
});

it('knows an archive by its beginning', () => {
  for (const text of ['', 'PK\u0003', 'PK\u0005\u0006', '#EXTM3U'])
    expect(isZip(Buffer.from(text))).toBe(false);
  expect(isZip(Buffer.from('PK\u0003\u0004'))).toBe(true);
});

const bytes = Buffer.from('twelve bytes');
it.each([
  ['encrypted', [{ name: 'a', bytes, flags: 1 }], /encrypted/],
  ['packed in a way of its own', [{ name: 'a', bytes, method: 12 }], /another way/],
  ['not what it was', [{ name: 'a', bytes, crc: 1 }], /damaged/],
  ['shorter than it says', [{ name: 'a', bytes, saidBytes: 13 }], /damaged/],
  ['stored and longer than it says', [{ name: 'a', bytes, method: 0, saidBytes: 11 }], /damaged/],
  ['longer than it says', [{ name: 'a', bytes, saidBytes: 11 }], /larger than/],
  ['too much', [{ name: 'a', bytes: Buffer.alloc(10_001) }], /too much/],
  ['too much together', [1, 2, 3].map((n) => ({ name: `${n}`, bytes: Buffer.alloc(3_334) })), /too much/],
  ['too many', Array.from({ length: 11 }, (_, n) => ({ name: `${n}`, bytes })), /too many/],
])('refuses what is %s', async (_what, all, words) => {
  await expect(unzip(foreignZip(all), limits)).rejects.toThrow(words);
});

it('takes as much and as many as is allowed', async () => {
  const most = Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(1_000, n) }));
  expect(await unzip(foreignZip(most), limits)).toEqual(most);
});

it('refuses what is cut off, has no end, or points elsewhere', async () => {
  const zip = foreignZip([{ name: 'a', bytes, method: 0 }]);
  const end = zip.length - 22;
  const changed = (work: (copy: Buffer) => void): Promise<unknown> => {
    const copy = Buffer.from(zip);
    work(copy);
    return unzip(copy, limits);
  };
  await expect(unzip(zip.subarray(0, -1), limits)).rejects.toThrow(/no end/);
  await expect(unzip(Buffer.concat([zip, Buffer.alloc(1)]), limits)).rejects.toThrow(/no end/);
  await expect(unzip(Buffer.alloc(0), limits)).rejects.toThrow(/no end/);
  await expect(changed((copy) => copy.writeUInt32LE(0, end + 16))).rejects.toThrow(/damaged/);
  await expect(changed((copy) => copy.writeUInt32LE(7, zip.readUInt32LE(end + 16) + 42))).rejects.toThrow(
    /damaged/,
  );
  await expect(
    changed((copy) => copy.writeUInt32LE(zip.length, zip.readUInt32LE(end + 16) + 20)),
  ).rejects.toThrow(/cut off/);
});
