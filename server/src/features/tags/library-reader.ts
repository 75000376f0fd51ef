import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata';
import type { FileWindow } from './file-window.ts';
import { WindowTokenizer } from './library-tokenizer.ts';
import type { ReadFile } from './song-tags.ts';
import { createTagCollector } from './tag-collector.ts';
import type { TagFamily } from './tag-fields.ts';

/** What the library calls its kinds of tags, and what we do. */
const families: Readonly<Record<string, TagFamily>> = {
  'ID3v2.2': 'id3',
  'ID3v2.3': 'id3',
  'ID3v2.4': 'id3',
  ID3v1: 'id3v1',
  vorbis: 'vorbis',
  iTunes: 'mp4',
  APEv2: 'ape',
  exif: 'riff',
  asf: 'asf',
  matroska: 'matroska',
  AIFF: 'aiff',
};

/** Frames of ID3 before 2.4 that the library cuts at slashes. */
const cutFrames: ReadonlySet<string> = new Set(['TPE1', 'TP1', 'TCOM', 'TCM', 'TEXT', 'TXT']);

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const hasText = typeof value === 'object' && value !== null && 'text' in value;
  return hasText && typeof value.text === 'string' ? value.text : null;
};

/** `AC/DC` of an ID3v2.3 tag comes as two values; a name with a slash is one name. */
const mended = (kind: string, tags: readonly { id: string; value: unknown }[]) => {
  if (kind !== 'ID3v2.3' && kind !== 'ID3v2.2') return tags;
  const kept: { id: string; value: unknown }[] = [];
  for (const tag of tags) {
    const last = kept.at(-1);
    if (last !== undefined && last.id === tag.id && cutFrames.has(tag.id)) {
      last.value = `${String(last.value)}/${String(tag.value)}`;
    } else kept.push({ ...tag });
  }
  return kept;
};

const collectTags = (native: IAudioMetadata['native']) => {
  const collector = createTagCollector();
  for (const [kind, tags] of Object.entries(native)) {
    const family = families[kind];
    if (family === undefined) continue;
    for (const { id, value } of mended(kind, tags)) {
      const text = textOf(value);
      if (text !== null) collector.add(family, id, text);
    }
  }
  return collector.finish();
};

const parse = async (window: FileWindow, name: string): Promise<IAudioMetadata> => {
  const read = (options: { duration: boolean; skipCovers: boolean }) =>
    parseFromTokenizer(new WindowTokenizer(window, name), options);
  let found: IAudioMetadata;
  let skipCovers = false;
  try {
    found = await read({ duration: false, skipCovers });
  } catch (error) {
    // A picture too large to hold is no reason to lose the song.
    if (!(error instanceof RangeError)) throw error;
    skipCovers = true;
    found = await read({ duration: false, skipCovers });
  }
  const needsWalk = found.format.duration === undefined && found.format.sampleRate !== undefined;
  return needsWalk ? read({ duration: true, skipCovers }) : found;
};

const isSound = ({ format }: IAudioMetadata): boolean =>
  (format.duration !== undefined && format.duration > 0) || format.numberOfSamples !== undefined;

/**
 * Reads a file with the tag library: every format that has no reader of its own here, and every file whose
 * own reader was not sure.
 * @param name the file's name, whose extension is believed first
 * @returns null when there is no sound in it
 * @throws what the library throws at broken files
 */
export const readByLibrary = async (window: FileWindow, name: string): Promise<ReadFile | null> => {
  const found = await parse(window, name);
  if (!isSound(found)) return null;
  const seconds = found.format.duration;
  return {
    tags: collectTags(found.native),
    durationMs: seconds === undefined ? null : Math.round(seconds * 1000),
    hasPicture: (found.common.picture?.length ?? 0) > 0,
    sound: null,
  };
};
