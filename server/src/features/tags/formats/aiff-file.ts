import { type ReadFile, type SoundFormat, unknownFormat } from '../song-tags.ts';
import { createTagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readId3v2 } from './id3v2.ts';
import { type Chunk, chunksOf, chunkText } from './riff-chunks.ts';

/** A number of 80 bits, as Apple's processors of 1985 had them; null when it is none of a rate. */
const readExtended = (bytes: Buffer): number | null => {
  const exponent = bytes.readUInt16BE(0) - 16_383;
  const value = bytes.readUInt32BE(2) * 2 ** (exponent - 31) + bytes.readUInt32BE(6) * 2 ** (exponent - 63);
  return value > 0 && value < 1e9 ? value : null;
};

/** Length by the `COMM` chunk; null when it is broken. */
const readLengthMs = (window: FileWindow, chunk: Chunk): number | null => {
  const body = window.read(chunk.at, Math.min(chunk.end - chunk.at, 18));
  const rate = body.length < 18 ? null : readExtended(body.subarray(8));
  return rate === null ? null : Math.round((body.readUInt32BE(2) * 1000) / rate);
};

/** What the `COMM` chunk says of the sound; of AIFF-C the name of its coding stands at its end. */
const readFormat = (window: FileWindow, chunk: Chunk): SoundFormat => {
  const body = window.read(chunk.at, Math.min(chunk.end - chunk.at, 22));
  if (body.length < 18) return { ...unknownFormat, container: 'aiff' };
  const coding = body.toString('latin1', 18, 22).trim().toLowerCase();
  const isPlain = ['', 'none', 'sowt', 'twos', 'fl32', 'fl64', 'in24', 'in32'].includes(coding);
  return {
    ...unknownFormat,
    codec: isPlain ? 'pcm' : coding,
    container: 'aiff',
    channels: body.readUInt16BE(0),
    bitsPerSample: body.readUInt16BE(6),
    totalSamples: isPlain && body.readUInt32BE(2) > 0 ? body.readUInt32BE(2) : null,
    sampleRate: readExtended(body.subarray(8)),
  };
};

/**
 * Reads an AIFF or AIFF-C file with tags in ID3 or chunks of its own. One whose format is broken is a song of
 * unknown length.
 * @returns null when there is no sound in it
 */
export const readAiff = (window: FileWindow): ReadFile | null => {
  const collector = createTagCollector();
  let durationMs: number | null = null;
  let format: SoundFormat = { ...unknownFormat, container: 'aiff' };
  let data: Chunk | null = null;
  for (const chunk of chunksOf(window, { start: 12, end: window.sizeBytes, isLittle: false })) {
    if (chunk.name === 'COMM') {
      durationMs ??= readLengthMs(window, chunk);
      format = readFormat(window, chunk);
    } else if (chunk.name === 'SSND') data ??= chunk;
    else if (chunk.name.toLowerCase() === 'id3 ') readId3v2(window, chunk.at, collector);
    else if (chunk.name === 'NAME' || chunk.name === 'AUTH' || chunk.name === 'ANNO')
      collector.add('aiff', chunk.name, chunkText(window, chunk));
  }
  if (data === null || data.at === data.end) return null;
  return {
    ...collector.finish(),
    durationMs,
    format,
    sound: { kind: 'bytes', start: data.at, lengthBytes: data.end - data.at },
  };
};
