import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { MadePage } from './page-making.ts';

/** A page in few bytes. */
export interface PackedPage {
  readonly bytes: Uint8Array;
  readonly unpackedLength: number;
}

/** Characters of an id. */
const idLength = 22;

/** How many entries there are and how many the whole list has, as numbers of 32 bits. */
const headLength = 8;
const placeLength = 4;

/** In the place of a number that nobody knows. */
const unknown = 0xff_ff_ff_ff;

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Number of entries and of the whole list, where they begin, places and ids, then the entries themselves. */
const inOne = ({ entries: { ids, starts, places, bytes }, total }: MadePage): Buffer => {
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(ids.length, 0);
  head.writeUInt32LE(total ?? unknown, placeLength);
  const [from, at] = [starts, places].map((list) =>
    Buffer.from(list.buffer, list.byteOffset, list.byteLength),
  ) as [Buffer, Buffer];
  return Buffer.concat([head, from, at, Buffer.from(ids.join(''), 'latin1'), bytes]);
};

/** @returns null for one with ids of another length, which cannot be packed; packed by another thread */
export const packPage = (page: MadePage): Promise<PackedPage | null> => {
  if (page.entries.ids.some(({ length }) => length !== idLength)) return Promise.resolve(null);
  const whole = inOne(page);
  return new Promise((resolve, reject) => {
    zstdCompress(whole, packing, (error, bytes) => {
      if (error === null) resolve({ bytes, unpackedLength: whole.length });
      else reject(error);
    });
  });
};

type Decompress = (
  bytes: Uint8Array,
  options: { readonly chunkSize: number },
) => ReturnType<typeof zstdDecompressSync>;

/**
 * Unpacks in one piece; the default is a list of small ones that are put together afterwards. It is taken away from who
 * unpacked it, where it is not of a pool: that would keep all of it until the next full collection of garbage.
 */
const unpack = ({ bytes, unpackedLength }: PackedPage, decompress: Decompress): Buffer => {
  const chunkSize = Math.max(unpackedLength + 1, constants.Z_MIN_CHUNK);
  const whole = decompress(bytes, { chunkSize });
  const isPooled = whole.buffer.byteLength !== chunkSize;
  return isPooled ? whole : Buffer.from(whole.buffer.transfer(), 0, unpackedLength);
};

/** What was packed. @param decompress that of Node.js unless told */
export const unpackPage = (packed: PackedPage, decompress: Decompress = zstdDecompressSync): MadePage => {
  const whole = unpack(packed, decompress);
  const count = whole.readUInt32LE(0);
  const total = whole.readUInt32LE(placeLength);
  const listAt = (offset: number): Uint32Array =>
    new Uint32Array(Uint8Array.from(whole.subarray(offset, offset + count * placeLength)).buffer);
  const placesFrom = headLength + count * placeLength;
  const idsFrom = placesFrom + count * placeLength;
  const ids = whole.toString('latin1', idsFrom, idsFrom + count * idLength);
  return {
    total: total === unknown ? null : total,
    entries: {
      ids: Array.from({ length: count }, (_, at) => ids.slice(at * idLength, (at + 1) * idLength)),
      starts: listAt(headLength),
      places: listAt(placesFrom),
      bytes: whole.subarray(idsFrom + count * idLength),
    },
  };
};
