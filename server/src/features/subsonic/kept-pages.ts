import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Clock } from '../../platform/clock.ts';
import type { EntriesBytes } from './wire/entries-bytes.ts';

/** Pages that were made, packed, of one state of the library. */
export interface KeptPages {
  find(state: number, name: string): EntriesBytes | null;
  /** Packs a page beside everything else; where there is no more room, nothing is kept. */
  keep(made: { readonly state: number; readonly name: string; readonly page: EntriesBytes }): void;
}

/** What all of them may take, in bytes: whoever walks a larger collection has the first ones made once. */
const mostBytes = 16 * 1024 * 1024;

/** They go when nobody wanted one for so long, in milliseconds. */
const letGoMs = 10 * 60_000;

const idLength = 22;

interface Packed {
  readonly bytes: Buffer;
  readonly unpackedLength: number;
  readonly places: Uint32Array;
  /** One behind the other. */
  readonly ids: string;
}

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const unpacked = ({ bytes, unpackedLength, places, ids }: Packed): EntriesBytes => ({
  // In one piece: the default is a list of small ones that are put together afterwards.
  bytes: zstdDecompressSync(bytes, { chunkSize: unpackedLength + 1 }),
  places,
  ids: Array.from(places, (_, at) => ids.slice(at * idLength, (at + 1) * idLength)),
});

const sizeOf = ({ bytes, places, ids }: Packed): number => bytes.length + places.byteLength + ids.length;

/** @see KeptPages */
export const createKeptPages = (clock: Pick<Clock, 'schedule'>): KeptPages => {
  let pages = new Map<string, Packed>();
  let of: number | null = null;
  let size = 0;
  let isWanted = false;
  let isWaiting = false;

  const forget = (state: number | null): void => {
    pages = new Map();
    of = state;
    size = 0;
  };
  const wait = (): void => {
    isWaiting = true;
    isWanted = false;
    clock.schedule(letGoMs, () => {
      isWaiting = false;
      if (isWanted) wait();
      else forget(null);
    });
  };

  return {
    find: (state, name) => {
      isWanted = true;
      const packed = state === of ? pages.get(name) : undefined;
      return packed === undefined ? null : unpacked(packed);
    },
    keep: ({ state, name, page }) => {
      if (state !== of) forget(state);
      if (size >= mostBytes || page.ids.some(({ length }) => length !== idLength)) return;
      zstdCompress(page.bytes, packing, (error, bytes) => {
        if (error !== null || state !== of || pages.has(name)) return;
        const packed = {
          bytes,
          unpackedLength: page.bytes.length,
          places: page.places,
          ids: page.ids.join(''),
        };
        if (size + sizeOf(packed) > mostBytes) return;
        pages.set(name, packed);
        size += sizeOf(packed);
        if (!isWaiting) wait();
      });
    },
  };
};
