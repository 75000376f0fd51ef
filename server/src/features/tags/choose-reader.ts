import { containerOf, id3EndOf, markBytes, usualNameOf } from '../../platform/paths/audio-formats.ts';
import { readAiff } from './formats/aiff-file.ts';
import { readApe } from './formats/ape-file.ts';
import { readAsf } from './formats/asf-file.ts';
import type { FileWindow } from './formats/file-window.ts';
import { readFlac } from './formats/flac-file.ts';
import { readMatroska } from './formats/matroska/matroska-file.ts';
import { mp3SoundOf, readMp3 } from './formats/mp3-file.ts';
import { readMp4 } from './formats/mp4/mp4-file.ts';
import { readMusepack } from './formats/musepack-file.ts';
import { readOgg } from './formats/ogg-file.ts';
import { readWav } from './formats/wav-file.ts';
import { readWavPack } from './formats/wavpack-file.ts';
import type { OwnReading } from './song-tags.ts';

/** What is asked of a file. */
interface Wish {
  /** Whether its length is wanted, which may take a walk over all of it. */
  readonly isTimed: boolean;
}

/** The container that a file is, by its first bytes. */
export const containerIn = (window: FileWindow): ReturnType<typeof containerOf> => {
  const start = id3EndOf(window.head);
  return containerOf(start === 0 ? window.head : window.read(start, markBytes));
};

/** What the library found, with the sound of MPEG as we know it ourselves. */
export const withOwnSound = (window: FileWindow, found: OwnReading): OwnReading => {
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

/** What our own readers say; null leaves it to the library. */
export const readOwn = (window: FileWindow, wish: Wish): OwnReading => {
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
export const askLibrary = async (window: FileWindow, called: string): Promise<OwnReading> => {
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
