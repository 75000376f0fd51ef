import { type ReadFile, type SoundFormat, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readId3v2 } from './id3v2.ts';
import { mpegDurationMs } from './mpeg-duration.ts';
import { findFirstFrame } from './mpeg-frames.ts';
import { type Chunk, chunksOf, chunkText } from './riff-chunks.ts';

/** A size that does not say one: in RF64 another chunk does, in streams nobody knew it. */
const unknownSize = 0xffffffff;

/** Whole numbers, fractions, and either with more to say: a block is a sample of each channel. */
const plainCodings: ReadonlySet<number> = new Set([1, 3, 0xfffe]);

const codings: Readonly<Record<number, string>> = {
  2: 'adpcm',
  6: 'alaw',
  7: 'ulaw',
  17: 'adpcm',
  85: 'mp3',
};

/** MP3 in a WAV file, whose frames know best how long they are. */
const mp3Coding = 85;

interface Format {
  readonly coding: number;
  /** 0 where nobody knew: a packed coding need not say. */
  readonly bytesPerSecond: number;
  /** Bytes of one sample of all channels, where sound is stored so. */
  readonly sampleBytes: number | null;
  readonly sound: SoundFormat;
}

/** More channels, or samples a second, nobody records: a format that says so is broken. */
const mostChannels = 1024;
const mostSamplesPerSecond = 100_000_000;

/** The `fmt ` chunk; null when it is broken, so that nobody can tell how long the sound is. */
const readFormat = (window: FileWindow, chunk: Chunk): Format | null => {
  const body = window.read(chunk.at, Math.min(chunk.end - chunk.at, 16));
  if (body.length < 16) return null;
  const [channels, samplesPerSecond] = [body.readUInt16LE(2), body.readUInt32LE(4)];
  const [bytesPerSecond, blockBytes] = [body.readUInt32LE(8), body.readUInt16LE(12)];
  if (channels > mostChannels || samplesPerSecond > mostSamplesPerSecond) return null;
  if (channels === 0 || samplesPerSecond === 0) return null;
  const coding = body.readUInt16LE(0);
  const isPlain = plainCodings.has(coding);
  if (isPlain && (bytesPerSecond === 0 || blockBytes === 0)) return null;
  return {
    coding,
    sound: {
      ...unknownFormat,
      codec: isPlain ? 'pcm' : (codings[coding] ?? null),
      container: 'wav',
      channels,
      sampleRate: samplesPerSecond,
      bitsPerSample: isPlain ? body.readUInt16LE(14) : null,
    },
    sampleBytes: isPlain ? blockBytes : null,
    bytesPerSecond: isPlain ? samplesPerSecond * blockBytes : bytesPerSecond,
  };
};

/** Sizes of 64 bits, by the name of the chunk they are of. */
const readLongSizes = (window: FileWindow, chunk: Chunk): ReadonlyMap<string, number> => {
  const body = window.read(chunk.at, Math.min(chunk.end - chunk.at, 4096));
  const sizes = new Map<string, number>();
  if (body.length < 28) return sizes;
  sizes.set('data', Number(body.readBigUInt64LE(8)));
  const count = body.readUInt32LE(24);
  for (let at = 28; at + 12 <= body.length && sizes.size <= count; at += 12)
    sizes.set(body.toString('latin1', at, at + 4), Number(body.readBigUInt64LE(at + 4)));
  return sizes;
};

/** The `fact` chunk; null where it says nothing. */
const readFact = (window: FileWindow, chunk: Chunk): number | null => {
  const body = window.read(chunk.at, Math.min(chunk.end - chunk.at, 4));
  const samples = body.length < 4 ? 0 : body.readUInt32LE(0);
  return samples === 0 || samples === unknownSize ? null : samples;
};

const readInfo = (window: FileWindow, list: Chunk, collector: TagCollector): void => {
  if (window.read(list.at, 4).toString('latin1') !== 'INFO') return;
  for (const chunk of chunksOf(window, { start: list.at + 4, end: list.end, isLittle: true }))
    collector.add('riff', chunk.name, chunkText(window, chunk));
};

/** What the chunks of a file say. */
interface Parts {
  format: Format | null;
  data: Chunk | null;
  /** Samples of each channel, which only codings that pack them need to say. */
  samples: number | null;
}

const readChunks = (window: FileWindow, collector: TagCollector): Parts => {
  const parts: Parts = { format: null, data: null, samples: null };
  let longSizes: ReadonlyMap<string, number> = new Map();
  const longSize = (name: string, size: number): number | null => {
    if (size === unknownSize) return longSizes.get(name) ?? window.sizeBytes;
    // A recorder that was cut off leaves a size of nothing before all that follows.
    return name === 'data' && size === 0 ? window.sizeBytes : null;
  };
  for (const chunk of chunksOf(window, { start: 12, end: window.sizeBytes, isLittle: true, longSize })) {
    if (chunk.name === 'ds64') longSizes = readLongSizes(window, chunk);
    else if (chunk.name === 'fmt ') parts.format ??= readFormat(window, chunk);
    else if (chunk.name === 'fact') parts.samples ??= readFact(window, chunk);
    else if (chunk.name === 'data') parts.data ??= chunk;
    else if (chunk.name === 'LIST') readInfo(window, chunk, collector);
    else if (chunk.name.toLowerCase() === 'id3 ') readId3v2(window, chunk.at, collector);
  }
  return parts;
};

/**
 * Milliseconds of the sound. What a packed coding says it takes a second is a guess of who wrote it: its frames, or how many
 * samples it says it has, come first.
 */
const lengthMs = (window: FileWindow, { format, samples }: Parts, data: Chunk): number | null => {
  if (format === null) return null;
  const first = format.coding === mp3Coding ? findFirstFrame(window, data.at) : null;
  if (first !== null) return mpegDurationMs(window, { ...first, end: data.end });
  const { sampleRate } = format.sound;
  if (format.sampleBytes === null && samples !== null && sampleRate !== null)
    return Math.round((samples * 1000) / sampleRate);
  if (format.bytesPerSecond === 0) return null;
  return Math.round(((data.end - data.at) * 1000) / format.bytesPerSecond);
};

const soundOf = (format: Format | null, lengthBytes: number): SoundFormat => {
  if (format === null) return { ...unknownFormat, container: 'wav' };
  const { sound, sampleBytes } = format;
  return { ...sound, totalSamples: sampleBytes === null ? null : Math.floor(lengthBytes / sampleBytes) };
};

/**
 * Reads a WAV file (RIFF, RF64 or BW64) with tags in LIST INFO, ID3 or both. One whose format is broken is a
 * song of unknown length.
 * @returns null when there is no sound in it
 */
export const readWav = (window: FileWindow): ReadFile | null => {
  const collector = createTagCollector();
  const parts = readChunks(window, collector);
  const { format, data } = parts;
  if (data === null || data.at === data.end) return null;
  const lengthBytes = data.end - data.at;
  return {
    ...collector.finish(),
    durationMs: lengthMs(window, parts, data),
    format: soundOf(format, lengthBytes),
    sound: { kind: 'bytes', start: data.at, lengthBytes },
  };
};
