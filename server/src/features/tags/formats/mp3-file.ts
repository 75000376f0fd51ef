import { type ReadFile, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readId3v2 } from './id3v2.ts';
import { mpegDurationMs } from './mpeg-duration.ts';
import { findFirstFrame } from './mpeg-frames.ts';
import { mpegGaps } from './mpeg-gaps.ts';
import { addId3v1, apePlace } from './tail-tags.ts';

const id3v1Bytes = 128;
const apeFooterBytes = 32;
const tailBytes = id3v1Bytes + apeFooterBytes;

/** What stands behind the sound of a file. */
interface Tail {
  /** Where the sound ends; null when that cannot be told. */
  readonly soundEnd: number | null;
  /** Whether there are tags that the library reads. */
  readonly isForLibrary: boolean;
}

/** Looks at what stands behind the sound, and reads ID3v1. */
const readTail = (window: FileWindow, collector: TagCollector): Tail => {
  const start = Math.max(0, window.sizeBytes - tailBytes);
  const tail = window.read(start, tailBytes);
  const tagAt = tail.length - id3v1Bytes;
  const hasId3v1 = tagAt >= 0 && tail.toString('latin1', tagAt, tagAt + 3) === 'TAG';
  const end = hasId3v1 ? tagAt : tail.length;
  const footer = tail.subarray(Math.max(0, end - apeFooterBytes), end);
  const ape = apePlace(footer, start + end - apeFooterBytes);
  if (ape !== null) {
    const soundEnd = ape.at;
    return { soundEnd: soundEnd > 0 ? soundEnd : null, isForLibrary: true };
  }
  if (end >= 9 && /^LYRICS(?:200|END)$/.test(tail.toString('latin1', end - 9, end)))
    return { soundEnd: null, isForLibrary: true };
  if (hasId3v1) addId3v1(tail.subarray(tagAt), collector);
  return { soundEnd: start + end, isForLibrary: false };
};

/** Most tags that stand one behind the other: some programs put a new one before the old. */
const mostTags = 10;

/** Reads the first tag that says something; @returns where the last one ends. */
const readTags = (window: FileWindow, collector: TagCollector): number => {
  let end = 0;
  for (let count = 0; count < mostTags; count += 1) {
    const next = readId3v2(window, end, collector.isEmpty() ? collector : createTagCollector());
    if (next === end) break;
    end = next;
  }
  return end;
};

type Sound = Pick<ReadFile, 'durationMs' | 'sound'>;

interface SoundSpan {
  readonly first: NonNullable<ReturnType<typeof findFirstFrame>>;
  readonly end: number;
  readonly isTimed: boolean;
}

const soundBetween = (window: FileWindow, { first, end, isTimed }: SoundSpan): Sound => ({
  durationMs: isTimed ? mpegDurationMs(window, { ...first, end }) : null,
  sound: { kind: 'bytes', start: first.at, lengthBytes: end - first.at },
});

/**
 * The sound of a file of MPEG sound whose tags the library reads: it takes an APE tag, and the pictures in it, for
 * sound when it works out the length.
 * @returns null when it cannot be told where the sound is
 */
export const mp3SoundOf = (window: FileWindow): Sound | null => {
  const from = readTags(window, createTagCollector());
  const { soundEnd } = readTail(window, createTagCollector());
  if (soundEnd === null || soundEnd <= from) return null;
  const first = findFirstFrame(window, from);
  return first === null ? null : soundBetween(window, { first, end: soundEnd, isTimed: true });
};

/**
 * Reads a file of MPEG sound with ID3 tags.
 * @param options.isTimed whether its length is wanted, which may take a walk over all of it
 * @returns null when it holds anything rare or no sound at all: the library decides then
 */
export const readMp3 = (window: FileWindow, { isTimed }: { isTimed: boolean }): ReadFile | null => {
  const collector = createTagCollector();
  const tagEnd = readTags(window, collector);
  if (tagEnd >= window.sizeBytes) return null;
  const { soundEnd, isForLibrary } = readTail(window, collector);
  if (isForLibrary || soundEnd === null) return null;
  const first = findFirstFrame(window, tagEnd);
  if (first === null) return null;
  return {
    ...collector.finish(),
    ...soundBetween(window, { first, end: soundEnd, isTimed }),
    format: {
      ...unknownFormat,
      codec: `mp${first.frame.layer}`,
      container: 'mpeg',
      sampleRate: first.frame.samplesPerSecond,
      channels: first.frame.channels,
      ...mpegGaps(window, first),
    },
  };
};
