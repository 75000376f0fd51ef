import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { FileParts, MissingPart } from '../../platform/bucket/part-fetcher.ts';
import { containerOf, id3EndOf, markBytes, usualNameOf } from '../../platform/paths/audio-formats.ts';
import { readAiff } from './formats/aiff-file.ts';
import { holdsAllFrames, readApe } from './formats/ape-file.ts';
import { readAsf } from './formats/asf-file.ts';
import { createWindowBuffers, type FileWindow } from './formats/file-window.ts';
import { readFlac } from './formats/flac-file.ts';
import { readMatroska } from './formats/matroska/matroska-file.ts';
import { mp3SoundOf, readMp3 } from './formats/mp3-file.ts';
import { readMp4 } from './formats/mp4/mp4-file.ts';
import { readMusepack } from './formats/musepack-file.ts';
import { readOgg } from './formats/ogg-file.ts';
import { openParts } from './formats/parts-window.ts';
import { readWav } from './formats/wav-file.ts';
import { readWavPack } from './formats/wavpack-file.ts';
import { type FileProblem, problemOf } from './read-problem.ts';
import type { OwnReading, ReadFile, ReadSong, SoundFormat, SoundPlace } from './song-tags.ts';

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

/** What is asked of a file. */
interface Wish {
  /** Whether its length is wanted, which may take a walk over all of it. */
  readonly isTimed: boolean;
}

const containerIn = (window: FileWindow): ReturnType<typeof containerOf> => {
  const start = id3EndOf(window.head);
  return containerOf(start === 0 ? window.head : window.read(start, markBytes));
};

/** What the library found, with the sound of MPEG as we know it ourselves. */
const withOwnSound = (window: FileWindow, found: OwnReading): OwnReading => {
  if (found === null || found === 'silent' || containerIn(window) !== 'mpeg') return found;
  try {
    return { ...found, ...mp3SoundOf(window) };
  } catch (error) {
    if (error instanceof RangeError) return found;
    throw error;
  }
};

/** The reader of our own for what the file begins with; null leaves it to the library. */
const readByOurselves = (window: FileWindow, { isTimed }: Wish): OwnReading => {
  const start = id3EndOf(window.head);
  const container = containerIn(window);
  switch (container) {
    case 'flac':
      return readFlac(window, start);
    case 'aac':
    case 'dff':
    case 'dsf':
      return null;
    case 'mpeg':
      return readMp3(window, { isTimed });
    case null:
      return start === 0 ? null : readMp3(window, { isTimed });
    case 'aiff':
    case 'ape':
    case 'asf':
    case 'matroska':
    case 'mp4':
    case 'musepack':
    case 'ogg':
    case 'wav':
    case 'wavpack':
      // Behind an ID3 tag only the library knows them.
      return start === 0 ? readersFromStart[container](window) : null;
    default:
      return container satisfies never;
  }
};

const readersFromStart = {
  aiff: readAiff,
  ape: readApe,
  asf: readAsf,
  matroska: readMatroska,
  mp4: readMp4,
  musepack: readMusepack,
  ogg: readOgg,
  wav: readWav,
  wavpack: readWavPack,
} as const;

const guarded = (window: FileWindow, wish: Wish): OwnReading => {
  try {
    return readByOurselves(window, wish);
  } catch (error) {
    // A length in a broken file led astray: the library has the last word.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/**
 * The tag library's word. It believes names, which may lie about what is inside: where the first bytes tell the container, it
 * is told that; else the name, and then the content has the last word.
 */
const askLibrary = async (window: FileWindow, called: string): Promise<OwnReading> => {
  const container = containerIn(window);
  const name = container === null ? called : usualNameOf(container);
  // Loaded when first needed: most collections hardly need it, and it takes time and memory.
  const { readByLibrary } = await import('./library-reader.ts');
  try {
    const first = await readByLibrary(window, name);
    return first ?? (await readByLibrary(window, '').catch(() => null));
  } catch (error) {
    const second = await readByLibrary(window, '').catch(() => null);
    if (second !== null) return second;
    throw error;
  }
};

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

const readOpened = async (descriptor: number, { name, open, asksLibrary }: Manner): Promise<SongReading> => {
  const stats = fstatSync(descriptor);
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
  const own = guarded(window, { isTimed: true });
  if (own === null && !asksLibrary) return { kind: 'unsure' };
  const found = own ?? withOwnSound(window, await askLibrary(window, name));
  if (found === null) return { kind: 'problem', reason: 'no_sound' };
  if (found === 'silent') return { kind: 'problem', reason: 'only_moving_pictures' };
  if (isOnlyHeader(window, found)) {
    return { kind: 'problem', reason: 'cut_off' };
  }
  const song: ReadSong = {
    ...found.tags,
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
    read: async (path, name, parts) => {
      if (parts !== undefined) return readParts(parts, { name, asksLibrary });
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

/** A song whose file is open; it stays open. */
interface OpenSong {
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/** What an open file says besides its length; null when it is no song. */
const readUntimed = ({ descriptor, sizeBytes }: OpenSong): Promise<ReadFile | null> =>
  untimedIn(createWindowBuffers().open(descriptor, sizeBytes));

const untimedIn = async (window: FileWindow): Promise<ReadFile | null> => {
  const own = guarded(window, { isTimed: false });
  const found = own ?? (await askLibrary(window, '').catch(() => null));
  return found === 'silent' ? null : found;
};

/** The words inside a song, timed as in an LRC file where they are timed; null without any. */
export const readSongWords = async (file: OpenSong): Promise<string | null> =>
  (await readUntimed(file))?.words ?? null;

/**
 * The picture inside a song: its front cover, else its first.
 * @param file an open file; stays open
 * @returns null when there is none that can be shown, or when the file is no song
 */
export const readSongPicture = async (file: OpenSong): Promise<Buffer | null> => {
  const picture = (await readUntimed(file))?.picture ?? null;
  return picture === null ? null : Buffer.from(picture.read(picture.lengthBytes));
};

/** What is inside a song besides its sound and tags. */
export interface SongInside {
  /** As readSongWords gives them. */
  readonly words: string | null;
  /** As readSongPicture gives it. */
  readonly picture: Buffer | null;
}

/**
 * What is inside a song that cannot be opened here.
 * @param wanted looked for; the other is null
 * @returns what more of the file has to be at hand, where it does not suffice
 */
export const readInsideParts = async (
  parts: FileParts,
  wanted: keyof SongInside,
): Promise<SongInside | { readonly missing: MissingPart }> => {
  const window = openParts(parts);
  const nothing: SongInside = { words: null, picture: null };
  const found = await untimedIn(window)
    .then((file): SongInside => {
      if (wanted === 'words') return { ...nothing, words: file?.words ?? null };
      const picture = file?.picture ?? null;
      return {
        ...nothing,
        picture: picture === null ? null : Buffer.from(picture.read(picture.lengthBytes)),
      };
    })
    .catch(() => nothing);
  const missing = window.missing();
  return missing === null ? found : { missing };
};
