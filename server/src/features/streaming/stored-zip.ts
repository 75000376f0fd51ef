import { crc32 } from 'node:zlib';

/*
 * ZIP of files as they are, written while it is sent: sums and lengths follow each file, so that nothing is read twice
 * and nothing but the directory is held. Names in UTF-8; 64-bit lengths where 32 bits do not hold them. See APPNOTE.TXT
 * 6.3.10 §4.3 to §4.5.
 */

const localSignature = 0x04034b50;
const descriptorSignature = 0x08074b50;
const centralSignature = 0x02014b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const endSignature = 0x06054b50;
const usualVersion = 20;
const version64 = 45;
/** Unix, by version 6.3 of the description. */
const madeBy = 0x033f;
/** A file that its owner writes and everybody reads, as Unix has it. */
const usualRights = (0o100_644 << 16) >>> 0;
/** Sums follow the file; names are UTF-8. */
const flags = 0x0808;
const field64 = 1;
const most32 = 0xffff_ffff;
const most16 = 0xffff;

/** From which numbers on 64 bits are used; the usual ones are where the smaller fields end. */
interface ZipBounds {
  readonly bytes: number;
  readonly files: number;
}

const usualBounds: ZipBounds = { bytes: most32, files: most16 };

const firstYear = 1980;
const lastYear = 2107;

/** A file to be stored. */
export interface StoredFile {
  /** Slashes between folders. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** All of it, read when it is asked for. */
  readonly pieces: () => AsyncIterable<Buffer>;
}

type Width = 2 | 4 | 8;

/** Numbers of so many bytes one behind the other, lowest byte first. */
const packed = (...runs: readonly (readonly [width: Width, ...values: readonly number[]])[]): Buffer => {
  const length = runs.reduce((sum, [width, ...values]) => sum + width * values.length, 0);
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const [width, ...values] of runs)
    for (const value of values) {
      if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
      else bytes.writeUIntLE(value, at, width);
      at += width;
    }
  return bytes;
};

/** Time and day as DOS has them, of UTC. */
const dosTime = (ms: number): readonly [time: number, day: number] => {
  const date = new Date(ms);
  const year = Math.min(Math.max(date.getUTCFullYear(), firstYear), lastYear);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return [time, ((year - firstYear) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()];
};

interface Written {
  readonly name: Buffer;
  readonly time: readonly [time: number, day: number];
  readonly crc: number;
  readonly sizeBytes: number;
  readonly at: number;
}

const localHeader = (name: Buffer, [time, day]: Written['time'], isLarge: boolean): Buffer => {
  const extra = isLarge ? packed([2, field64, 16], [8, 0, 0]) : Buffer.alloc(0);
  const version = isLarge ? version64 : usualVersion;
  const size = isLarge ? most32 : 0;
  const head = packed(
    [4, localSignature],
    [2, version, flags, 0, time, day],
    [4, 0, size, size],
    [2, name.length, extra.length],
  );
  return Buffer.concat([head, name, extra]);
};

const descriptor = (crc: number, sizeBytes: number, isLarge: boolean): Buffer =>
  packed([4, descriptorSignature, crc], [isLarge ? 8 : 4, sizeBytes, sizeBytes]);

const centralHeader = (
  { name, time: [time, day], crc, sizeBytes, at }: Written,
  fits: (value: number) => boolean,
): Buffer => {
  const large = [...(fits(sizeBytes) ? [] : [sizeBytes, sizeBytes]), ...(fits(at) ? [] : [at])];
  const extra = large.length === 0 ? Buffer.alloc(0) : packed([2, field64, large.length * 8], [8, ...large]);
  const version = large.length === 0 ? usualVersion : version64;
  const size = fits(sizeBytes) ? sizeBytes : most32;
  const head = packed(
    [4, centralSignature],
    [2, madeBy, version, flags, 0, time, day],
    [4, crc, size, size],
    [2, name.length, extra.length, 0, 0, 0],
    [4, usualRights, fits(at) ? at : most32],
  );
  return Buffer.concat([head, name, extra]);
};

const endOf = (
  count: number,
  { at, bytes }: { readonly at: number; readonly bytes: number },
  bounds: ZipBounds,
): Buffer => {
  const isLarge = count >= bounds.files || at >= bounds.bytes || bytes >= bounds.bytes;
  const told = isLarge ? { count: most16, bytes: most32, at: most32 } : { count, bytes, at };
  const end64 = packed(
    [4, end64Signature],
    [8, 44],
    [2, version64, version64],
    [4, 0, 0],
    [8, count, count, bytes, at],
    [4, locator64Signature, 0],
    [8, at + bytes],
    [4, 1],
  );
  const end = packed([4, endSignature], [2, 0, 0, told.count, told.count], [4, told.bytes, told.at], [2, 0]);
  return isLarge ? Buffer.concat([end64, end]) : end;
};

/**
 * The bytes of an archive, as they are asked for.
 * @throws Error when a file is not as long as was said: what was sent is no archive then
 */
export async function* storedZip(
  files: AsyncIterable<StoredFile>,
  bounds = usualBounds,
): AsyncGenerator<Buffer, void, undefined> {
  const fits = (value: number): boolean => value < bounds.bytes;
  const written: Written[] = [];
  let at = 0;
  for await (const file of files) {
    const name = Buffer.from(file.name.toWellFormed());
    const { sizeBytes } = file;
    const isLarge = !fits(sizeBytes);
    const time = dosTime(file.modifiedAtMs);
    const head = localHeader(name, time, isLarge);
    yield head;
    let crc = 0;
    let left = sizeBytes;
    for await (const piece of file.pieces()) {
      crc = crc32(piece, crc);
      left -= piece.length;
      yield piece;
    }
    if (left !== 0) throw new Error('A file is not as long as it was.');
    const tail = descriptor(crc, sizeBytes, isLarge);
    yield tail;
    written.push({ name, time, crc, sizeBytes, at });
    at += head.length + sizeBytes + tail.length;
  }
  let bytes = 0;
  for (const each of written) {
    const header = centralHeader(each, fits);
    bytes += header.length;
    yield header;
  }
  yield endOf(written.length, { at, bytes }, bounds);
}
