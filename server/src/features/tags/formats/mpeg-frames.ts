import { type FileWindow, keptBytes } from './file-window.ts';

/** The header of one frame of MPEG audio. */
export interface MpegFrame {
  readonly lengthBytes: number;
  readonly samples: number;
  readonly samplesPerSecond: number;
  readonly kilobitsPerSecond: number;
  /** 1 to 3: what mp3 has its number from. */
  readonly layer: number;
  readonly channels: number;
  /** Where, after the frame's start, a Xing or Info header would stand. */
  readonly xingAt: number;
}

/* Bit rates in kbit/s by version (1, or 2 and 2.5 together) and layer; index 0 is `free`, 15 is bad. */
const rates = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

const sampleRates = [44_100, 48_000, 32_000] as const;

const rateTable = (isVersion1: boolean, layer: number): readonly number[] => {
  if (isVersion1) return layer === 1 ? rates.v1l1 : layer === 2 ? rates.v1l2 : rates.v1l3;
  return layer === 1 ? rates.v2l1 : rates.v2l23;
};

const samplesPerFrame = (isVersion1: boolean, layer: number): number => {
  if (layer === 1) return 384;
  return layer === 3 && !isVersion1 ? 576 : 1152;
};

/**
 * Reads a frame header.
 * @returns null when there is none at `at`, or one of free bit rate
 * @see ISO/IEC 11172-3 §2.4.1.3
 */
export const mpegFrameAt = (bytes: Buffer, at: number): MpegFrame | null => {
  if (at + 4 > bytes.length) return null;
  const [first = 0, second = 0, third = 0, fourth = 0] = [
    bytes[at],
    bytes[at + 1],
    bytes[at + 2],
    bytes[at + 3],
  ];
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const sampleRate = sampleRates[(third >> 2) & 3];
  const isVersion1 = version === 3;
  const kilobitsPerSecond = rateTable(isVersion1, layer)[third >> 4];
  if (version === 1 || layer === 4 || sampleRate === undefined || !kilobitsPerSecond) return null;
  const samplesPerSecond = sampleRate >> (isVersion1 ? 0 : version === 2 ? 1 : 2);
  const samples = samplesPerFrame(isVersion1, layer);
  const padding = (third >> 1) & 1;
  const slots = Math.floor((samples * kilobitsPerSecond * 125) / samplesPerSecond);
  const lengthBytes =
    layer === 1
      ? (Math.floor((12_000 * kilobitsPerSecond) / samplesPerSecond) + padding) * 4
      : slots + padding;
  const isMono = fourth >> 6 === 3;
  const sideInfo = isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const channels = isMono ? 1 : 2;
  return { lengthBytes, samples, samplesPerSecond, kilobitsPerSecond, layer, channels, xingAt: 4 + sideInfo };
};

/** How far after the tags the first frame may be, in bytes. */
const longestGap = 64 * 1024;

/** How much is searched at a time. */
const chunkBytes = 4096;

/**
 * Finds the first frame: a header that another one like it follows.
 * @returns its position, or null
 */
export const findFirstFrame = (window: FileWindow, from: number): { at: number; frame: MpegFrame } | null => {
  const end = Math.min(window.sizeBytes, from + longestGap);
  for (let position = from; position + 4 <= end; position += chunkBytes - 3) {
    // Looking for the frame after may replace what the window holds.
    const chunk = keptBytes(window, position, Math.min(chunkBytes, window.sizeBytes - position));
    for (let at = chunk.indexOf(0xff); at !== -1; at = chunk.indexOf(0xff, at + 1)) {
      const frame = mpegFrameAt(chunk, at);
      if (frame !== null && isFollowed(window, position + at, frame)) return { at: position + at, frame };
    }
  }
  return null;
};

const isFollowed = (window: FileWindow, at: number, frame: MpegFrame): boolean => {
  const next = at + frame.lengthBytes;
  // A single frame that ends the file is a very short song.
  if (next === window.sizeBytes) return true;
  const following = mpegFrameAt(window.read(next, 4), 0);
  return (
    following !== null &&
    following.samplesPerSecond === frame.samplesPerSecond &&
    following.samples === frame.samples
  );
};
