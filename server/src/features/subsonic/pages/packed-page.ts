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

/** Number of entries and of the whole list, places and ids, then the entries themselves. */
const inOne = ({ entries: { ids, places, bytes }, total }: MadePage): Buffer => {
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(ids.length, 0);
  head.writeUInt32LE(total ?? unknown, placeLength);
  const at = Buffer.from(places.buffer, places.byteOffset, places.byteLength);
  return Buffer.concat([head, at, Buffer.from(ids.join(''), 'latin1'), bytes]);
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

/** What was packed. */
export const unpackPage = ({ bytes, unpackedLength }: PackedPage): MadePage => {
  // In one piece: the default is a list of small ones that are put together afterwards.
  const whole = zstdDecompressSync(bytes, { chunkSize: unpackedLength + 1 });
  const count = whole.readUInt32LE(0);
  const total = whole.readUInt32LE(placeLength);
  const idsFrom = headLength + count * placeLength;
  const ids = whole.toString('latin1', idsFrom, idsFrom + count * idLength);
  return {
    total: total === unknown ? null : total,
    entries: {
      ids: Array.from({ length: count }, (_, at) => ids.slice(at * idLength, (at + 1) * idLength)),
      places: Uint32Array.from({ length: count }, (_, at) =>
        whole.readUInt32LE(headLength + at * placeLength),
      ),
      bytes: whole.subarray(idsFrom + count * idLength),
    },
  };
};
