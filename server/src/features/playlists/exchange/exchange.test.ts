import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { m3uLine, m3uTitle, readM3u } from './m3u.ts';
import { isZip, unzip, type ZipFile, zipOf } from './zip.ts';

const limits = { files: 100, bytes: 1_000_000 };

const zipped = async (files: readonly ZipFile[]): Promise<Buffer> => {
  async function* each() {
    yield* files;
  }
  const pieces: Buffer[] = [];
  for await (const piece of zipOf(each())) pieces.push(piece);
  return Buffer.concat(pieces);
};

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

describe('archives', () => {
  it('give back what was put in', async () => {
    const file = fc.record({
      name: fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.endsWith('/')),
      bytes,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (files) => {
        const zip = await zipped(files);
        expect(isZip(zip)).toBe(files.length > 0);
        const read = await unzip(zip, limits);
        expect(read.map((each) => [each.name, each.bytes.toString('hex')])).toEqual(
          files.map((each) => [each.name.toWellFormed(), each.bytes.toString('hex')]),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('that are damaged or cut off anywhere are refused or give the same, and never more than they say', async () => {
    const files = [{ name: 'a.m3u8', bytes: Buffer.from('x'.repeat(5_000)) }];
    const zip = await zipped(files);
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), fc.boolean(), async (at, value, isCut) => {
        const spoilt = isCut ? zip.subarray(0, at) : Buffer.from(zip);
        if (!isCut) spoilt[at] = value;
        try {
          const read = await unzip(spoilt, limits);
          expect(read.every((each) => each.bytes.equals(files[0]?.bytes ?? Buffer.alloc(0)))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('that unpack to more than they say, or than is allowed, are refused', async () => {
    const zip = await zipped([{ name: 'bomb', bytes: Buffer.alloc(900_000) }]);
    await expect(unzip(zip, { files: 100, bytes: 800_000 })).rejects.toThrow('too much');
    await expect(unzip(zip, { files: 0, bytes: 1_000_000 })).rejects.toThrow('too many');
    const liar = Buffer.from(zip);
    const central = liar.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    liar.writeUInt32LE(10, central + 24);
    await expect(unzip(liar, limits)).rejects.toThrow();
    expect(deflateRawSync(Buffer.alloc(900_000)).length).toBeLessThan(2_000);
  });
});

describe('lists', () => {
  it('are named by their title, else by their file', () => {
    const text = '#EXTM3U\r\n#PLAYLIST: Sunday \n/music/a.mp3\n\n# a remark\n/music/b c.mp3';
    expect(readM3u('x/y.m3u8', Buffer.from(text))).toEqual({
      name: 'Sunday',
      paths: ['/music/a.mp3', '/music/b c.mp3'],
    });
    expect(readM3u('x/y.z.m3u8', Buffer.from('/a'))).toEqual({ name: 'y.z', paths: ['/a'] });
    expect(readM3u('x.m3u8', Buffer.from([0xff]))).toBeNull();
    expect(readM3u('x.m3u8', Buffer.from('\ufeff#PLAYLIST:B'))?.name).toBe('B');
  });

  it('are read back as they were written', () => {
    const written = m3uTitle('Line\nbreak') + m3uLine('M/a', '/m/a') + m3uLine('M/gone', null);
    expect(readM3u('f', Buffer.from(written))).toEqual({ name: 'Line break', paths: ['/m/a'] });
  });
});
