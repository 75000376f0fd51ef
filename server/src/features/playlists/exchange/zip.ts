import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';

/*
 * As much of ZIP as archives of small texts need: names in UTF-8, stored or deflated, one disk, no encryption, below
 * 4 GiB. See APPNOTE.TXT 6.3.10 §4.3.
 */

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;
const needsVersion = 20;
const utf8Names = 0x0800;
const isEncrypted = 0x0001;
const stored = 0;
const deflated = 8;
/** 1 January 1980: archives of the same playlists are the same bytes. */
const firstDate = 0x21;

/** A file of an archive. */
export interface ZipFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What an archive may unpack to. */
export interface ZipLimits {
  readonly files: number;
  /** Of all files together. */
  readonly bytes: number;
}

const deflate = promisify<Buffer, Buffer>(deflateRaw);
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** The fields that local header and directory have in common, from the version on. */
const commonFields = (file: ZipFile, packed: Buffer): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(needsVersion, 0);
  fields.writeUInt16LE(utf8Names, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(firstDate, 8);
  fields.writeUInt32LE(crc32(file.bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(file.bytes.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(file.name), 22);
  return fields;
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The bytes of an archive, a file at a time. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const file of files) {
    const packed = await deflate(file.bytes);
    const fields = commonFields(file, packed);
    const name = Buffer.from(file.name);
    const local = Buffer.concat([word(localSignature), fields, name, packed]);
    const made = Buffer.from([needsVersion, 0]);
    directory.push(Buffer.concat([word(centralSignature), made, fields, Buffer.alloc(10), word(at), name]));
    at += local.length;
    yield local;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([central, end]);
}

/** Whether bytes begin as an archive does. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.length >= 4 && bytes.readUInt32LE(0) === localSignature;

const findEnd = (zip: Buffer): number => {
  const last = zip.length - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (zip.readUInt32LE(at) === endSignature && at + endBytes + zip.readUInt16LE(at + 20) === zip.length)
      return at;
  }
  throw new RangeError('The archive has no end.');
};

/** An entry of the directory. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly localAt: number;
}

const entriesOf = (zip: Buffer, limits: ZipLimits): Entry[] => {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > limits.files) throw new RangeError('The archive holds too many files.');
  const entries: Entry[] = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < count; ) {
    if (zip.readUInt32LE(at) !== centralSignature) throw new RangeError('The archive is damaged.');
    const nameBytes = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      localAt: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
};

const unpack = async (zip: Buffer, entry: Entry): Promise<Buffer> => {
  const { localAt, packedBytes, method, bytes } = entry;
  if ((entry.flags & isEncrypted) !== 0) throw new RangeError('The archive is encrypted.');
  if (zip.readUInt32LE(localAt) !== localSignature) throw new RangeError('The archive is damaged.');
  const from = localAt + 30 + zip.readUInt16LE(localAt + 26) + zip.readUInt16LE(localAt + 28);
  const packed = zip.subarray(from, from + packedBytes);
  if (packed.length !== packedBytes) throw new RangeError('The archive is cut off.');
  if (method !== stored && method !== deflated) throw new RangeError('The archive is packed in another way.');
  const unpacked =
    method === stored ? packed : await inflate(packed, { maxOutputLength: Math.max(1, bytes) });
  if (unpacked.length !== bytes || crc32(unpacked) !== entry.crc)
    throw new RangeError('The archive is damaged.');
  return unpacked;
};

/**
 * The files of an archive, folders left out. What it says of its sizes is believed only as a bound: nothing is unpacked
 * beyond it, and all of it together must be within the limits before anything is.
 * @throws RangeError, or an error of zlib, for what is no such archive or holds too much
 */
export const unzip = async (zip: Buffer, limits: ZipLimits): Promise<ZipFile[]> => {
  const entries = entriesOf(zip, limits);
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > limits.bytes) throw new RangeError('The archive holds too much.');
  const files: ZipFile[] = [];
  for (const entry of entries) {
    if (!entry.name.endsWith('/')) files.push({ name: entry.name, bytes: await unpack(zip, entry) });
  }
  return files;
};
