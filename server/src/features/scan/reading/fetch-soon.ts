import { closeSync, fstatSync } from 'node:fs';
import { openReadSoon, type ReadSoon } from '../../../platform/memory/read-soon.ts';
import { errorCodeOf } from '../../../platform/system-error.ts';
import { type OpenSong, openSong, type SongReader } from '../../tags/index.ts';
import { askedParts } from './asked-parts.ts';

/** A song that will be read: its absolute path, and its name as shown. */
export interface SongToFetch {
  readonly path: string;
  readonly name: string;
}

/**
 * Has the system fetch the songs of a batch from a disk before the first of them is read, all at once and without waiting
 * for any. Where they are in its memory already that would be work for nothing, so some batches are read without, and
 * tell how long a file was waited for.
 */
export interface FetchSoon {
  /** @returns to be called when the batch is read */
  before(songs: readonly SongToFetch[]): Promise<() => void>;
  /** Whether files had to be waited for where they were not asked for. */
  isCold(): boolean;
  /** A song that is being fetched, open: whoever takes it reads it and closes it. Null for one that is not open. */
  take(path: string): OpenSong | null;
}

/** Of so many batches the first is read without, and tells of the others. */
export const batchesALook = 64;

/** The part of the songs from which on they come from a disk: where they do not, some wait for a processor. */
const coldPart = 0.5;

/** Songs that stay open from when they are asked for until they are read, so that few are opened twice. */
const mostOpen = 128;

const fetchSong = ({ descriptor, stats }: OpenSong, name: string, readSoon: ReadSoon): boolean => {
  if (!stats.isFile()) return false;
  for (const { position, lengthBytes } of askedParts({ name, sizeBytes: stats.size }))
    readSoon(descriptor, position, lengthBytes);
  return true;
};

/** Open songs by their path. */
const createOpenSongs = () => {
  const open = new Map<string, OpenSong>();
  const take = (path: string): OpenSong | null => {
    const song = open.get(path) ?? null;
    open.delete(path);
    return song;
  };
  return {
    take,
    closeAll: (): void => {
      for (const { descriptor } of open.values()) closeSync(descriptor);
      open.clear();
    },
    /** Opens a song and has it fetched; it stays open while there is room. */
    fetch: ({ path, name }: SongToFetch, readSoon: ReadSoon): void => {
      if (open.has(path)) return;
      const descriptor = openSong(path);
      let stays = false;
      try {
        const song = { descriptor, stats: fstatSync(descriptor) };
        stays = fetchSong(song, name, readSoon) && open.size < mostOpen;
        if (stays) open.set(path, song);
      } finally {
        if (!stays) closeSync(descriptor);
      }
    },
  };
};

/** Makes it for one reader. */
export const createFetchSoon = (
  reader: Pick<SongReader, 'waits' | 'time'>,
  open: () => Promise<ReadSoon | null> = openReadSoon,
): FetchSoon => {
  let batches = 0;
  let isCold = false;
  let opened: Promise<ReadSoon | null> | undefined;
  const openSongs = createOpenSongs();

  const fetchAll = async (songs: readonly SongToFetch[]): Promise<void> => {
    opened ??= open();
    const readSoon = await opened;
    if (readSoon === null) return;
    for (const song of songs) {
      try {
        reader.time(() => openSongs.fetch(song, readSoon));
      } catch (error) {
        // Whatever is wrong with a file, its reader will say.
        if (errorCodeOf(error) === '') throw error;
      }
    }
  };

  return {
    take: openSongs.take,
    isCold: () => isCold,
    before: async (songs) => {
      // Of a batch that failed some may be open.
      openSongs.closeAll();
      if (songs.length === 0) return () => {};
      const isLook = batches % batchesALook === 0;
      batches += 1;
      if (isCold && !isLook) await fetchAll(songs);
      if (!isLook) return openSongs.closeAll;
      const before = reader.waits();
      return () => {
        isCold = reader.waits() - before >= songs.length * coldPart;
      };
    },
  };
};
