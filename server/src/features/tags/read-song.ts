import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import type { FileParts, MissingPart } from '../../platform/bucket/part-fetcher.ts';
import { askLibrary, containerIn, readOwn, withOwnSound } from './choose-reader.ts';
import { holdsAllFrames } from './formats/ape-file.ts';
import { createWindowBuffers, type FileWindow } from './formats/file-window.ts';
import { openParts } from './formats/parts-window.ts';
import { type FileProblem, problemOf } from './read-problem.ts';
import { contentKeyOf, soundKeyOf } from './song-keys.ts';
import type { ReadFile, ReadSong, SoundFormat } from './song-tags.ts';

/** What reading one file gave: the song, or why there is none. */
export type SongReading =
  | { readonly kind: 'song'; readonly song: ReadSong }
  | { readonly kind: 'problem'; readonly reason: FileProblem }
  | { readonly kind: 'gone' }
  /** Only the tag library can tell. */
  | { readonly kind: 'unsure' }
  /** More of the file has to be at hand. */
  | { readonly kind: 'partial'; readonly missing: MissingPart };

/** Reads song files one after another; not more than one at a time. */
export interface SongReader {
  /**
   * @param path absolute, as text or as bytes
   * @param name the file's name as shown, for its extension
   * @param parts of a file that cannot be opened: the path is not looked at then
   */
  read(path: string | Buffer, name: string, parts?: FileParts): Promise<SongReading>;
  /** Milliseconds spent so far in opening files and reading their heads, and in {@link time}: where a slow disk shows. */
  waitedMs(): number;
  /** How many times any of that took {@link waitedForMs}. */
  waits(): number;
  /** Does what waits for the disk besides: finding the files. */
  time<Result>(work: () => Result): Result;
}

/** Modification time in microseconds since the epoch; exact, as a double holds that until the year 2255. */
export const mtimeUsOf = (stats: Stats): number => Math.round(stats.mtimeMs * 1000);

/** No format but Monkey's Audio packs sound, even silence, into fewer bytes a second: what claims to is only a header. */
const leastBytesPerSecond = 50;

const isOnlyHeader = (window: FileWindow, { durationMs }: ReadFile): boolean => {
  if (durationMs === null) return false;
  if (durationMs <= 0) return true;
  if (window.sizeBytes >= (durationMs / 1000) * leastBytesPerSecond) return false;
  return containerIn(window) !== 'ape' || !holdsAllFrames(window);
};

/** How to read an open file. */
interface Manner {
  readonly name: string;
  readonly open: OpenWindow;
  readonly asksLibrary: boolean;
}

const readOpened = async (
  { descriptor, stats }: OpenSong,
  { name, open, asksLibrary }: Manner,
): Promise<SongReading> => {
  if (!stats.isFile()) return { kind: 'problem', reason: 'not_a_file' };
  if (stats.size === 0) return { kind: 'problem', reason: 'file_empty' };
  return readWindow(open(descriptor, stats.size), mtimeUsOf(stats), { name, asksLibrary });
};

/** What a song's bytes say. */
const readWindow = async (
  window: FileWindow,
  mtimeUs: number,
  { name, asksLibrary }: Omit<Manner, 'open'>,
): Promise<SongReading> => {
  const { sizeBytes } = window;
  const contentKey = contentKeyOf(window);
  const own = readOwn(window, { isTimed: true });
  if (own === null && !asksLibrary) return { kind: 'unsure' };
  const found = own ?? withOwnSound(window, await askLibrary(window, name));
  if (found === null) return { kind: 'problem', reason: 'no_sound' };
  if (found === 'silent') return { kind: 'problem', reason: 'only_moving_pictures' };
  if (isOnlyHeader(window, found)) {
    return { kind: 'problem', reason: 'cut_off' };
  }
  const song: ReadSong = {
    tags: found.tags,
    durationMs: wholeNumber(found.durationMs),
    format: wholeNumbers(withBitRate(found, sizeBytes)),
    hasPicture: found.picture !== null,
    contentKey,
    soundKey: soundKeyOf(window, found.sound),
    sizeBytes,
    mtimeUs,
  };
  return { kind: 'song', song };
};

/** As a file that is open, as far as its parts go. */
const readParts = async (parts: FileParts, manner: Omit<Manner, 'open'>): Promise<SongReading> => {
  if (parts.sizeBytes === 0) return { kind: 'problem', reason: 'file_empty' };
  const window = openParts(parts);
  const reading = await readWindow(window, parts.mtimeUs, manner).catch(problemOf);
  const missing = window.missing();
  return missing === null ? reading : { kind: 'partial', missing };
};

/** Spoiled files tell rates with fractions and lengths beyond all numbers: what is no whole number is not known. */
const wholeNumber = (value: number | null): number | null =>
  value !== null && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : null;

const wholeNumbers = (format: SoundFormat): SoundFormat => ({
  ...format,
  bitRate: wholeNumber(format.bitRate),
  sampleRate: wholeNumber(format.sampleRate),
  bitsPerSample: wholeNumber(format.bitsPerSample),
  channels: wholeNumber(format.channels),
  totalSamples: wholeNumber(format.totalSamples),
});

/** Where nothing says the bit rate, it is that of the sound's bytes, else of all. */
const withBitRate = ({ format, durationMs, sound }: ReadFile, sizeBytes: number): SoundFormat => {
  if (format.bitRate !== null || durationMs === null || durationMs === 0) return format;
  const bytes = sound?.kind === 'bytes' ? sound.lengthBytes : sizeBytes;
  return { ...format, bitRate: Math.round((bytes * 8000) / durationMs) };
};

/**
 * Opens a song file to be read, whatever it is: it may be no file at all.
 * @param path absolute, as text or as bytes
 */
export const openSong = (path: string | Buffer): number =>
  // A pipe that is called song.mp3 would keep an ordinary open waiting for ever.
  openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/** A song file that is open, and what it was then. */
export interface OpenSong {
  readonly descriptor: number;
  readonly stats: Stats;
}

/** From here on a disk was waited for, in milliseconds: what is in the system's memory takes 0.01. */
const waitedForMs = 0.05;

type OpenWindow = (descriptor: number, sizeBytes: number) => FileWindow;

/** Adds up the time that work takes. */
const createStopwatch = () => {
  let totalMs = 0;
  let waits = 0;
  return {
    totalMs: () => totalMs,
    waits: () => waits,
    time: <T>(work: () => T): T => {
      const sinceMs = performance.now();
      try {
        return work();
      } finally {
        const tookMs = performance.now() - sinceMs;
        totalMs += tookMs;
        if (tookMs >= waitedForMs) waits += 1;
      }
    },
  };
};

/** How a reader works. */
export interface SongReaderOptions {
  /** Whether files that our own readers are not sure about are read by the library. */
  readonly asksLibrary: boolean;
  /** Called whenever the system has opened a file or given bytes of one. */
  readonly onRead?: () => void;
  /** A file that is open already, which the reader closes; null for one to be opened. */
  readonly takeOpen?: (path: string | Buffer) => OpenSong | null;
}

/** Makes a reader with buffers of its own. */
export const createSongReader = (options: SongReaderOptions): SongReader => {
  const { asksLibrary, onRead, takeOpen } = options;
  const buffers = createWindowBuffers(onRead);
  const disk = createStopwatch();
  const open: OpenWindow = (descriptor, sizeBytes) => disk.time(() => buffers.open(descriptor, sizeBytes));
  return {
    waitedMs: disk.totalMs,
    waits: disk.waits,
    time: disk.time,
    read: async (path, name, parts) => {
      if (parts !== undefined) return readParts(parts, { name, asksLibrary });
      let descriptor: number | null = null;
      try {
        const taken = takeOpen?.(path) ?? null;
        descriptor = taken?.descriptor ?? disk.time(() => openSong(path));
        onRead?.();
        const song = taken ?? { descriptor, stats: fstatSync(descriptor) };
        return await readOpened(song, { name, open, asksLibrary });
      } catch (error) {
        return problemOf(error);
      } finally {
        if (descriptor !== null) closeSync(descriptor);
      }
    },
  };
};
