import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { openReadSoon, type ReadSoon } from '../../../platform/memory/read-soon.ts';
import { errorCodeOf } from '../../../platform/system-error.ts';
import type { SongReader } from '../../tags/index.ts';
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
}

/** Of so many batches the first is read without, and tells of the others. */
export const batchesALook = 32;

/** From here on a file has to be waited for, in milliseconds: one in the system's memory takes 0.02. */
export const waitedForMs = 0.05;

const fetchSong = ({ path, name }: SongToFetch, readSoon: ReadSoon): void => {
  // A pipe that is called song.mp3 would keep an ordinary open waiting for ever.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return;
    for (const { position, lengthBytes } of askedParts({ name, sizeBytes: stats.size }))
      readSoon(descriptor, position, lengthBytes);
  } finally {
    closeSync(descriptor);
  }
};

/** Makes it for one reader. */
export const createFetchSoon = (
  reader: Pick<SongReader, 'waitedMs' | 'time'>,
  open: () => Promise<ReadSoon | null> = openReadSoon,
): FetchSoon => {
  let batches = 0;
  let isCold = false;
  let opened: Promise<ReadSoon | null> | undefined;

  const fetchAll = async (songs: readonly SongToFetch[]): Promise<void> => {
    opened ??= open();
    const readSoon = await opened;
    if (readSoon === null) return;
    for (const song of songs) {
      try {
        reader.time(() => fetchSong(song, readSoon));
      } catch (error) {
        // Whatever is wrong with a file, its reader will say.
        if (errorCodeOf(error) === '') throw error;
      }
    }
  };

  return {
    before: async (songs) => {
      if (songs.length === 0) return () => {};
      const isLook = batches % batchesALook === 0;
      batches += 1;
      if (isCold && !isLook) await fetchAll(songs);
      if (!isLook) return () => {};
      const sinceMs = reader.waitedMs();
      return () => {
        isCold = (reader.waitedMs() - sinceMs) / songs.length >= waitedForMs;
      };
    },
  };
};
