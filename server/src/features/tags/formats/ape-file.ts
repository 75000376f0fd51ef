import { type ReadFile, unknownFormat } from '../song-tags.ts';
import { createTagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readTailTags } from './tail-tags.ts';

/** Before the version that has it, files begin with something else. */
const firstDescribed = 3980;
const descriptorBytes = 52;
const headerBytes = 24;
/** Every frame begins with a checksum, also where it is silent and nothing else is in it. */
const leastFrameBytes = 4;

/** What the first bytes of a Monkey's Audio file say. */
interface ApeHead {
  /** Where frames begin, and how long they are together. */
  readonly soundAt: number;
  readonly soundBytes: number;
  /** Where the file ends, tags apart. */
  readonly end: number;
  readonly frames: number;
  readonly samples: number;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
  readonly channels: number;
}

const readHead = (window: FileWindow): ApeHead | null => {
  const descriptor = Buffer.from(window.read(0, descriptorBytes));
  if (descriptor.length < descriptorBytes || descriptor.readUInt16LE(4) < firstDescribed) return null;
  const [own = 0, header = 0, table = 0, wave = 0, sound = 0, soundAbove = 0, after = 0] = Array.from(
    { length: 7 },
    (_, at) => descriptor.readUInt32LE(8 + 4 * at),
  );
  const body = Buffer.from(window.read(own, headerBytes));
  if (body.length < headerBytes) return null;
  const soundAt = own + header + table + wave;
  const soundBytes = sound + soundAbove * 2 ** 32;
  const frames = body.readUInt32LE(12);
  return {
    ...{ soundAt, soundBytes, end: soundAt + soundBytes + after, frames },
    samples: frames === 0 ? 0 : (frames - 1) * body.readUInt32LE(4) + body.readUInt32LE(8),
    ...{ bitsPerSample: body.readUInt16LE(16), channels: body.readUInt16LE(18) },
    sampleRate: body.readUInt32LE(20),
  };
};

/**
 * Whether a Monkey's Audio file is as long as it says of each of its parts, and has sound. It alone packs silence into
 * some three bytes a second, so that how long it plays tells nothing of how long it has to be.
 * @returns false also of files before 3.98, which do not say
 */
export const holdsAllFrames = (window: FileWindow): boolean => {
  const head = readHead(window);
  if (head === null || head.soundBytes < head.frames * leastFrameBytes) return false;
  return head.end <= window.sizeBytes;
};

/**
 * Reads a Monkey's Audio file.
 * @returns null for one before 3.98 and one that is broken: the library decides then
 */
export const readApe = (window: FileWindow): ReadFile | null => {
  const head = readHead(window);
  if (head === null || head.samples === 0 || head.sampleRate === 0 || head.channels === 0) return null;
  const { samples, sampleRate, bitsPerSample, channels, soundAt, soundBytes } = head;
  const collector = createTagCollector();
  readTailTags(window, collector);
  return {
    ...collector.finish(),
    durationMs: Math.round((samples * 1000) / sampleRate),
    format: {
      ...unknownFormat,
      ...{ codec: 'ape', container: 'ape', sampleRate, bitsPerSample, channels, totalSamples: samples },
    },
    sound: { kind: 'bytes', start: soundAt, lengthBytes: soundBytes },
  };
};
