import { type ReadFile, unknownFormat } from '../song-tags.ts';
import { createTagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readTailTags } from './tail-tags.ts';

const headerBytes = 32;

/** Bits of the flags of a block. @see https://www.wavpack.com/WavPack5FileFormat.pdf */
const flags = { mono: 0x4, hybrid: 0x8, last: 0x1000, dsd: 0x8000_0000 } as const;

const rates = [
  6000, 8000, 9600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  192_000,
] as const;

interface Block {
  readonly end: number;
  readonly flags: number;
  /** Samples of the whole file; null where nobody knew. */
  readonly samples: number | null;
}

const readBlock = (window: FileWindow, position: number): Block | null => {
  const head = window.read(position, headerBytes);
  if (head.length < headerBytes || head.toString('latin1', 0, 4) !== 'wvpk') return null;
  const low = head.readUInt32LE(12);
  return {
    end: position + 8 + head.readUInt32LE(4),
    flags: head.readUInt32LE(24),
    samples: low === 0xffffffff ? null : low + (head[11] ?? 0) * 2 ** 32,
  };
};

/** Most blocks that hold one moment of sound, two channels each. */
const mostBlocks = 64;

/** Channels of all blocks of one moment. */
const countChannels = (window: FileWindow): number | null => {
  let [position, channels] = [0, 0];
  for (let count = 0; count < mostBlocks; count += 1) {
    const block = readBlock(window, position);
    if (block === null) return null;
    channels += (block.flags & flags.mono) === 0 ? 2 : 1;
    if ((block.flags & flags.last) !== 0) return channels;
    position = block.end;
  }
  return null;
};

/**
 * Reads a WavPack file.
 * @returns null for one of a rare rate, of unknown length, of single bits, or broken: the library decides then
 */
export const readWavPack = (window: FileWindow): ReadFile | null => {
  const first = readBlock(window, 0);
  if (first === null || first.samples === null || first.samples === 0 || (first.flags & flags.dsd) !== 0)
    return null;
  const sampleRate = rates[(first.flags >>> 23) & 15];
  const channels = countChannels(window);
  if (sampleRate === undefined || channels === null) return null;
  const { samples } = first;
  const isHybrid = (first.flags & flags.hybrid) !== 0;
  const bits = ((first.flags & 3) + 1) * 8 - ((first.flags >>> 13) & 31);
  const collector = createTagCollector();
  const end = readTailTags(window, collector);
  return {
    ...collector.finish(),
    durationMs: Math.round((samples * 1000) / sampleRate),
    format: {
      ...unknownFormat,
      ...{ codec: 'wavpack', container: 'wavpack', sampleRate, channels },
      bitsPerSample: isHybrid ? null : bits,
      totalSamples: samples,
    },
    sound: { kind: 'bytes', start: 0, lengthBytes: end },
  };
};
