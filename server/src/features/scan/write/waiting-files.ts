import type { FileToRead } from './song-writer.ts';

/**
 * Files that wait, packed: thousands do, for seconds, and as an object with a number of its own for each they were a
 * quarter of what a scan had in its heap.
 */
export interface WaitingFiles {
  readonly count: number;
  /** Joined by NUL, which no name holds. */
  readonly names: string;
  readonly sizes: readonly number[];
  readonly mtimes: readonly number[];
  /** Null where every name is the real one. */
  readonly realNames: readonly (Buffer | null)[] | null;
  /** Null where every song is new. */
  readonly songIds: readonly (number | null)[] | null;
}

const unlessEmpty = <T>(values: readonly (T | null)[]): readonly (T | null)[] | null =>
  values.some((value) => value !== null) ? values : null;

/** Packs files of a folder. */
export const packFiles = (files: readonly FileToRead[]): WaitingFiles => ({
  count: files.length,
  names: files.map(({ file }) => file.name).join('\0'),
  sizes: files.map(({ file }) => file.sizeBytes),
  mtimes: files.map(({ file }) => file.mtimeUs),
  realNames: unlessEmpty(files.map(({ file }) => file.realName)),
  songIds: unlessEmpty(files.map(({ songId }) => songId)),
});

/** The files as they were. */
export const unpackFiles = (packed: WaitingFiles): FileToRead[] => {
  if (packed.count === 0) return [];
  return packed.names.split('\0').map((name, at) => ({
    file: {
      name,
      realName: packed.realNames?.[at] ?? null,
      sizeBytes: packed.sizes[at] ?? 0,
      mtimeUs: packed.mtimes[at] ?? 0,
    },
    songId: packed.songIds?.[at] ?? null,
  }));
};
