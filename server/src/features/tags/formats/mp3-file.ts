import { genreByNumber } from '../genres.ts';
import type { ReadFile } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { latinText } from './id3-text.ts';
import { readId3v2 } from './id3v2.ts';
import { mpegDurationMs } from './mpeg-duration.ts';
import { findFirstFrame } from './mpeg-frames.ts';

const id3v1Bytes = 128;
const apeFooterBytes = 32;
const tailBytes = id3v1Bytes + apeFooterBytes;

const addId3v1 = (tag: Buffer, collector: TagCollector): void => {
  const text = (start: number, end: number): string => {
    const bytes = tag.subarray(start, end);
    const nul = bytes.indexOf(0);
    return latinText(nul === -1 ? bytes : bytes.subarray(0, nul)).trimEnd();
  };
  collector.add('id3v1', 'TITLE', text(3, 33));
  collector.add('id3v1', 'ARTIST', text(33, 63));
  collector.add('id3v1', 'ALBUM', text(63, 93));
  collector.add('id3v1', 'YEAR', text(93, 97));
  if (tag[125] === 0) collector.add('id3v1', 'TRACK', String(tag[126] ?? 0));
  collector.add('id3v1', 'GENRE', genreByNumber(tag[127] ?? 255) ?? '');
};

/** Where the sound ends, after reading ID3v1; null when there are APE tags, which the library reads. */
const readTail = (window: FileWindow, collector: TagCollector): number | null => {
  const start = Math.max(0, window.sizeBytes - tailBytes);
  const tail = window.read(start, tailBytes);
  const tagAt = tail.length - id3v1Bytes;
  const hasId3v1 = tagAt >= 0 && tail.toString('latin1', tagAt, tagAt + 3) === 'TAG';
  const end = hasId3v1 ? tagAt : tail.length;
  const isApe =
    end >= apeFooterBytes &&
    tail.toString('latin1', end - apeFooterBytes, end - apeFooterBytes + 8) === 'APETAGEX';
  const isLyrics = end >= 9 && /^LYRICS(?:200|END)$/.test(tail.toString('latin1', end - 9, end));
  if (isApe || isLyrics) return null;
  if (hasId3v1) addId3v1(tail.subarray(tagAt), collector);
  return start + end;
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

/**
 * Reads a file of MPEG sound with ID3 tags.
 * @param options.isTimed whether its length is wanted, which may take a walk over all of it
 * @returns null when it holds anything rare or no sound at all: the library decides then
 */
export const readMp3 = (window: FileWindow, { isTimed }: { isTimed: boolean }): ReadFile | null => {
  const collector = createTagCollector();
  const tagEnd = readTags(window, collector);
  if (tagEnd >= window.sizeBytes) return null;
  const end = readTail(window, collector);
  if (end === null) return null;
  const first = findFirstFrame(window, tagEnd);
  if (first === null) return null;
  return {
    ...collector.finish(),
    durationMs: isTimed ? mpegDurationMs(window, { ...first, end }) : null,
    sound: { kind: 'bytes', start: first.at, lengthBytes: end - first.at },
  };
};
