import type { TagFamily } from '@tonearm/contract/song-fields';
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata';
import type { FileWindow } from './formats/file-window.ts';
import { readId3v2 } from './formats/id3v2.ts';
import { WindowTokenizer } from './library-tokenizer.ts';
import type { OwnReading, SoundFormat } from './song-tags.ts';
import { createTagCollector, type TagCollector } from './tag-collector.ts';

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

const addTags = (
  native: IAudioMetadata['native'],
  collector: TagCollector,
  isKnown: (family: TagFamily) => boolean,
): void => {
  for (const [kind, tags] of Object.entries(native)) {
    const family = families[kind];
    if (family === undefined || isKnown(family)) continue;
    for (const { id, value } of mended(kind, tags)) {
      const text = textOf(value);
      if (text !== null) collector.add(family, id, text);
    }
  }
};

/** Gives the pictures that the library found to the collector. */
const addPictures = (found: IAudioMetadata, collector: TagCollector): void => {
  for (const { type, data } of found.common.picture ?? []) {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    collector.addPicture({
      isFront: type?.toLowerCase() === 'cover (front)',
      lengthBytes: bytes.length,
      read: (lengthBytes) => bytes.subarray(0, lengthBytes),
    });
  }
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

const whole = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) || value <= 0 ? null : Math.round(value);

/** Of Musepack the library names none, or the version of its stream. */
const codecOf = ({ codec, container }: IAudioMetadata['format']): string | null =>
  container?.startsWith('Musepack') === true ? 'musepack' : (codec?.toLowerCase() ?? null);

const formatOf = ({ format }: IAudioMetadata): SoundFormat => ({
  codec: codecOf(format),
  container: format.container?.toLowerCase() ?? null,
  bitRate: whole(format.bitrate),
  sampleRate: whole(format.sampleRate),
  bitsPerSample: format.lossless === true ? whole(format.bitsPerSample) : null,
  channels: whole(format.numberOfChannels),
  encoderDelay: null,
  encoderPadding: null,
  totalSamples: format.lossless === true ? whole(format.numberOfSamples) : null,
});

/**
 * Reads a file with the tag library: every format that has no reader of its own here, and every file whose
 * own reader was not sure.
 * @param name the file's name, whose extension is believed first
 * @returns null when it is nothing; `silent` when all of it is known to be something else than sound
 * @throws what the library throws at broken files
 */
export const readByLibrary = async (window: FileWindow, name: string): Promise<OwnReading> => {
  const found = await parse(window, name);
  if (found.format.hasVideo === true && found.format.hasAudio !== true) return 'silent';
  if (!isSound(found)) return null;
  const seconds = found.format.duration;
  const collector = createTagCollector();
  // An ID3 tag at the start is read by ourselves, who know more of its odd forms.
  const hasId3 = readId3v2(window, 0, collector) > 0;
  addTags(found.native, collector, (family) => hasId3 && family === 'id3');
  addPictures(found, collector);
  return {
    ...collector.finish(),
    durationMs: seconds === undefined ? null : Math.round(seconds * 1000),
    format: formatOf(found),
    sound: null,
  };
};
