import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createWindowBuffers, type FileWindow } from './file-window.ts';
import { readFlac } from './flac-file.ts';
import { readMp3 } from './mp3-file.ts';
import { readMp4 } from './mp4-file.ts';
import { readOgg } from './ogg-file.ts';
import { type FileProblem, problemOf } from './read-problem.ts';
import type { ReadFile, ReadSong, SoundPlace } from './song-tags.ts';

/** What reading one file gave: the song, or why there is none. */
export type SongReading =
  | { readonly kind: 'song'; readonly song: ReadSong }
  | { readonly kind: 'problem'; readonly reason: FileProblem }
  | { readonly kind: 'gone' }
  /** Only the tag library can tell. */
  | { readonly kind: 'unsure' };

/** Reads song files one after another; not more than one at a time. */
export interface SongReader {
  /**
   * @param path absolute, as text or as bytes
   * @param name the file's name as shown, for its extension
   */
  read(path: string | Buffer, name: string): Promise<SongReading>;
  /** Milliseconds spent so far in opening files and reading their heads: where a slow disk shows. */
  waitedMs(): number;
}

/** How much of the sound makes its key. */
const soundSampleBytes = 16_384;

/** Modification time in microseconds since the epoch; exact, as a double holds that until the year 2255. */
const mtimeUsOf = (stats: Stats): number => Math.round(stats.mtimeMs * 1000);

const contentKeyOf = (window: FileWindow): Buffer => {
  const key = Buffer.alloc(8);
  key.writeUInt32LE(window.sizeBytes % 2 ** 32, 0);
  key.writeUInt32LE(crc32(window.head), 4);
  return key;
};

const soundKeyOf = (window: FileWindow, sound: SoundPlace | null): Buffer | null => {
  if (sound === null) return null;
  if (sound.kind === 'digest') return hash('sha1', sound.digest, 'buffer').subarray(0, 8);
  if (sound.lengthBytes <= 0) return null;
  const sample = window.read(sound.start, Math.min(soundSampleBytes, sound.lengthBytes));
  const key = Buffer.alloc(8);
  key.writeUInt32LE(sound.lengthBytes % 2 ** 32, 0);
  key.writeUInt32LE(crc32(sample), 4);
  return key;
};

/** Where the file proper begins: after an ID3 tag, if there is one. */
const startOf = (head: Buffer): number => {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + (a << 21) + (b << 14) + (c << 7) + d;
};

/** The reader of our own for what the file begins with; null leaves it to the library. */
const readByOurselves = (window: FileWindow): ReadFile | null => {
  const { head } = window;
  const mark = head.toString('latin1', 0, 4);
  if (mark === 'fLaC') return readFlac(window, 0);
  if (mark === 'OggS') return readOgg(window);
  if (head.toString('latin1', 4, 8) === 'ftyp') return readMp4(window);
  if (mark.startsWith('ID3')) {
    const start = startOf(head);
    return window.read(start, 4).toString('latin1') === 'fLaC' ? readFlac(window, start) : readMp3(window);
  }
  const isMpeg = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
  return isMpeg ? readMp3(window) : null;
};

const guarded = (window: FileWindow): ReadFile | null => {
  try {
    return readByOurselves(window);
  } catch (error) {
    // A length in a broken file led astray: the library has the last word.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** The tag library's word, of which the content's is the last: the name may lie about what is inside. */
const askLibrary = async (window: FileWindow, name: string): Promise<ReadFile | null> => {
  // Loaded when first needed: most collections hardly need it, and it takes time and memory.
  const { readByLibrary } = await import('./library-reader.ts');
  try {
    return await readByLibrary(window, name);
  } catch (error) {
    const second = await readByLibrary(window, '').catch(() => null);
    if (second !== null) return second;
    throw error;
  }
};

/** No format packs sound, even silence, into fewer bytes a second: what claims to is only a header. */
const leastBytesPerSecond = 50;

const isOnlyHeader = ({ durationMs }: ReadFile, sizeBytes: number): boolean =>
  durationMs !== null && (durationMs <= 0 || sizeBytes < (durationMs / 1000) * leastBytesPerSecond);

/** How to read an open file. */
interface Manner {
  readonly name: string;
  readonly open: OpenWindow;
  readonly asksLibrary: boolean;
}

const readOpened = async (descriptor: number, { name, open, asksLibrary }: Manner): Promise<SongReading> => {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { kind: 'problem', reason: 'not_a_file' };
  if (stats.size === 0) return { kind: 'problem', reason: 'file_empty' };
  const window = open(descriptor, stats.size);
  const contentKey = contentKeyOf(window);
  const own = guarded(window);
  if (own === null && !asksLibrary) return { kind: 'unsure' };
  const found = own ?? (await askLibrary(window, name));
  if (found === null) return { kind: 'problem', reason: 'no_sound' };
  if (isOnlyHeader(found, stats.size)) {
    return { kind: 'problem', reason: 'cut_off' };
  }
  const song: ReadSong = {
    ...found.tags,
    durationMs: found.durationMs,
    hasPicture: found.hasPicture,
    contentKey,
    soundKey: soundKeyOf(window, found.sound),
    sizeBytes: stats.size,
    mtimeUs: mtimeUsOf(stats),
  };
  return { kind: 'song', song };
};

type OpenWindow = (descriptor: number, sizeBytes: number) => FileWindow;

/** Adds up the time that work takes. */
const createStopwatch = () => {
  let totalMs = 0;
  return {
    totalMs: () => totalMs,
    time: <T>(work: () => T): T => {
      const sinceMs = performance.now();
      try {
        return work();
      } finally {
        totalMs += performance.now() - sinceMs;
      }
    },
  };
};

/**
 * Makes a reader with buffers of its own.
 * @param options.asksLibrary whether files that our own readers are not sure about are read by the library
 * @param options.onRead called whenever the system has opened a file or given bytes of one
 */
export const createSongReader = (options: { asksLibrary: boolean; onRead?: () => void }): SongReader => {
  const { asksLibrary, onRead } = options;
  const buffers = createWindowBuffers(onRead);
  const disk = createStopwatch();
  const open: OpenWindow = (descriptor, sizeBytes) => disk.time(() => buffers.open(descriptor, sizeBytes));
  return {
    waitedMs: disk.totalMs,
    read: async (path, name) => {
      let descriptor: number | null = null;
      try {
        // A pipe that is called song.mp3 would keep an ordinary open waiting for ever.
        descriptor = disk.time(() => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
        onRead?.();
        return await readOpened(descriptor, { name, open, asksLibrary });
      } catch (error) {
        return problemOf(error);
      } finally {
        if (descriptor !== null) closeSync(descriptor);
      }
    },
  };
};
