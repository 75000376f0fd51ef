import { type ReadFile, type SoundFormat, type SoundPlace, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import { type FileWindow, keptBytes, longestRead } from './file-window.ts';
import { blockPicture } from './flac-picture.ts';
import { readVorbisComments } from './vorbis-comment.ts';

const blockTypes = { streamInfo: 0, comments: 4, picture: 6 } as const;

/** Most metadata blocks looked at. */
const mostBlocks = 1000;

/** What the first block of FLAC says. */
export interface StreamInfo {
  readonly durationMs: number | null;
  /** Its container is that of the file it stands in. */
  readonly format: SoundFormat;
  /** MD5 of the decoded sound, null when the encoder left it out. */
  readonly digest: Buffer | null;
}

/** @see https://www.rfc-editor.org/rfc/rfc9639#name-streaminfo */
export const readStreamInfo = (block: Buffer): StreamInfo => {
  const sampleRate = block.readUIntBE(10, 3) >>> 4;
  const samples = ((block[13] ?? 0) & 0x0f) * 2 ** 32 + block.readUInt32BE(14);
  const digest = Buffer.from(block.subarray(18, 34));
  const [high = 0, low = 0] = block.subarray(12, 14);
  return {
    format: {
      ...unknownFormat,
      codec: 'flac',
      container: 'flac',
      sampleRate: sampleRate > 0 ? sampleRate : null,
      channels: ((high >> 1) & 7) + 1,
      totalSamples: samples > 0 ? samples : null,
      bitsPerSample: (((high & 1) << 4) | (low >> 4)) + 1,
    },
    durationMs: sampleRate > 0 && samples > 0 ? Math.round((samples * 1000) / sampleRate) : null,
    digest: digest.some((byte) => byte !== 0) ? digest : null,
  };
};

interface Blocks {
  info: StreamInfo | null;
  /** Where the sound begins. */
  end: number;
}

const addPicture = (
  window: FileWindow,
  block: { at: number; length: number },
  collector: TagCollector,
): void => {
  const picture = blockPicture({
    lengthBytes: block.length,
    read: (position, lengthBytes) =>
      window.read(block.at + position, Math.max(0, Math.min(lengthBytes, block.length - position))),
  });
  if (picture !== null) collector.addPicture(picture);
};

const readBlocks = (window: FileWindow, start: number, collector: TagCollector): Blocks | null => {
  const blocks: Blocks = { info: null, end: 0 };
  let position = start;
  for (let count = 0; count < mostBlocks; count += 1) {
    const header = window.read(position, 4);
    if (header.length < 4) return null;
    const type = (header[0] ?? 0) & 0x7f;
    const isLast = ((header[0] ?? 0) & 0x80) !== 0;
    const length = header.readUIntBE(1, 3);
    if (position + 4 + length > window.sizeBytes) return null;
    if (type === blockTypes.streamInfo && length >= 34) {
      blocks.info = readStreamInfo(window.read(position + 4, 34));
    } else if (type === blockTypes.comments && length <= longestRead) {
      if (!readVorbisComments(keptBytes(window, position + 4, length), collector)) return null;
    } else if (type === blockTypes.picture) addPicture(window, { at: position + 4, length }, collector);
    position += 4 + length;
    if (isLast) return { ...blocks, end: position };
  }
  return null;
};

/**
 * Reads a FLAC file.
 * @param start where it begins: after an ID3 tag, which is passed over as the format's own tags count
 * @returns null when it is not a plain, whole one: the library decides then
 */
export const readFlac = (window: FileWindow, start: number): ReadFile | null => {
  const collector = createTagCollector();
  const blocks = readBlocks(window, start + 4, collector);
  if (blocks === null || blocks.info === null) return null;
  const { digest, durationMs, format } = blocks.info;
  const bytes: SoundPlace = { kind: 'bytes', start: blocks.end, lengthBytes: window.sizeBytes - blocks.end };
  return {
    ...collector.finish(),
    durationMs,
    format,
    sound: digest === null ? bytes : { kind: 'digest', digest },
  };
};
