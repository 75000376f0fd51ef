import type { Log } from '../../../platform/log.ts';
import type { Spool } from '../../../platform/paths/spool.ts';
import { type PackedPage, packPage, unpackPage } from './packed-page.ts';
import type { MadePage } from './page-making.ts';

/**
 * Pages that were made of one state of the library, packed, in a file without a name: nothing of them is in memory but
 * where they lie, and nothing is left of them when the server ends.
 */
export interface KeptPages {
  has(state: number, name: string): boolean;
  /** Null also where the file system does not give it back. */
  find(state: number, name: string): Promise<MadePage | null>;
  /** Packs a page beside everything else; where there is no more room, nothing is kept. */
  keep(made: { readonly state: number; readonly name: string; readonly page: MadePage }): void;
  /** Keeps one that somebody else packed. */
  put(made: { readonly state: number; readonly name: string; readonly packed: PackedPage }): void;
  close(): Promise<void>;
}

/** What all of them may take of the disk, in bytes: of a larger collection the pages that came first are kept. */
const mostBytes = 128 * 1024 * 1024;

interface Place {
  readonly from: number;
  readonly byteCount: number;
  readonly unpackedLength: number;
}

/** Pages of one state. */
const openShelf = (openSpool: () => Promise<Spool>, onError: (error: unknown) => void) => {
  const places = new Map<string, Place>();
  const names = new Set<string>();
  const spool = openSpool();
  // Whoever waits for it hears of it.
  spool.catch(onError);
  let size = 0;
  let isFull = false;
  let last: Promise<void> = Promise.resolve();

  const write = async (name: string, { bytes, unpackedLength }: PackedPage): Promise<void> => {
    const from = size;
    if (isFull || from + bytes.length > mostBytes) {
      isFull = true;
      return;
    }
    size += bytes.length;
    try {
      await (await spool).add([bytes]);
      places.set(name, { from, byteCount: bytes.length, unpackedLength });
    } catch (error) {
      // A disk that is full, mostly: what is there already stays good.
      isFull = true;
      onError(error);
    }
  };

  return {
    has: (name: string): boolean => names.has(name),
    find: async (name: string): Promise<MadePage | null> => {
      const place = places.get(name);
      if (place === undefined) return null;
      try {
        const bytes = await (await spool).read(place.from, place.byteCount);
        return unpackPage({ bytes, unpackedLength: place.unpackedLength });
      } catch (error) {
        onError(error);
        return null;
      }
    },
    /** One behind the other, as the file is written. */
    add: (name: string, packed: () => Promise<PackedPage | null>): void => {
      if (isFull || names.has(name)) return;
      names.add(name);
      last = last.then(async () => {
        try {
          const ready = await packed();
          if (ready !== null) await write(name, ready);
        } catch (error) {
          onError(error);
        }
      });
    },
    close: async (): Promise<void> => {
      isFull = true;
      await last;
      await spool.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
};

/** @see KeptPages */
export const createKeptPages = (deps: {
  readonly openSpool: () => Promise<Spool>;
  readonly log: Pick<Log, 'debug'>;
}): KeptPages => {
  const onError = (error: unknown): void => deps.log.debug('pages for apps are not kept', { error });
  let shelf: ReturnType<typeof openShelf> | null = null;
  let of: number | null = null;

  const shelfOf = (state: number): ReturnType<typeof openShelf> => {
    if (shelf !== null && state === of) return shelf;
    void shelf?.close();
    of = state;
    shelf = openShelf(deps.openSpool, onError);
    return shelf;
  };

  return {
    has: (state, name) => state === of && shelf?.has(name) === true,
    find: async (state, name) => (state === of ? ((await shelf?.find(name)) ?? null) : null),
    keep: ({ state, name, page }) => shelfOf(state).add(name, () => packPage(page)),
    put: ({ state, name, packed }) => shelfOf(state).add(name, async () => packed),
    close: async () => {
      await shelf?.close();
      of = null;
      shelf = null;
    },
  };
};
