import { type ReadFile, unknownFormat } from '../song-tags.ts';
import { createTagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readTailTags } from './tail-tags.ts';

/** What a Musepack file says of its sound. */
interface MusepackHead {
  readonly version: 7 | 8;
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
}

const rates = [44_100, 48_000, 37_800, 32_000] as const;
const rateOf = (index: number): number => rates[index & 3] ?? rates[0];

const frameSamples = 1152;

/** The head of version 7, of 28 bytes. @see https://trac.musepack.net/musepack/wiki/SV7Specification */
const readSeventh = (head: Buffer): MusepackHead | null => {
  if (head.length < 28) return null;
  const frames = head.readUInt32LE(4);
  const last = head.readUInt32LE(20);
  const isGapless = (last & 0x8000_0000) !== 0;
  const missing = isGapless ? frameSamples - ((last >>> 20) & 0x7ff) : 0;
  return {
    version: 7,
    samples: frames * frameSamples - missing,
    sampleRate: rateOf(head.readUInt32LE(8) >>> 16),
    channels: 2,
  };
};

/** A number of seven bits a byte, the highest first. */
const readSize = (bytes: Buffer, at: number): { readonly value: number; readonly end: number } | null => {
  let value = 0;
  for (let end = at; end < bytes.length && end < at + 8; end += 1) {
    const byte = bytes[end] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: end + 1 };
  }
  return null;
};

/** The packet of version 8 that tells of the sound. @see https://trac.musepack.net/musepack/wiki/SV8Specification */
const readStreamHeader = (packet: Buffer): MusepackHead | null => {
  const samples = readSize(packet, 5);
  const silence = samples === null ? null : readSize(packet, samples.end);
  if (samples === null || silence === null || silence.end + 2 > packet.length) return null;
  return {
    version: 8,
    samples: samples.value,
    sampleRate: rateOf((packet[silence.end] ?? 0) >>> 5),
    channels: ((packet[silence.end + 1] ?? 0) >>> 4) + 1,
  };
};

/** Packets that stand before the one that tells of the sound; it is the first in all that is known to be written. */
const mostPackets = 20;

const readEighth = (window: FileWindow): MusepackHead | null => {
  let position = 4;
  for (let count = 0; count < mostPackets; count += 1) {
    const packet = Buffer.from(window.read(position, 40));
    const size = readSize(packet, 2);
    if (size === null || size.value < size.end) return null;
    if (packet.toString('latin1', 0, 2) === 'SH') return readStreamHeader(packet.subarray(size.end));
    position += size.value;
  }
  return null;
};

const readHead = (window: FileWindow): MusepackHead | null => {
  const head = Buffer.from(window.read(0, 28));
  if (head.toString('latin1', 0, 4) === 'MPCK') return readEighth(window);
  return ((head[3] ?? 0) & 15) === 7 ? readSeventh(head) : null;
};

/**
 * Reads a Musepack file of version 7 or 8.
 * @returns null for an older one and one that is broken: the library decides then
 */
export const readMusepack = (window: FileWindow): ReadFile | null => {
  const head = readHead(window);
  if (head === null || head.samples <= 0) return null;
  const { version, samples, sampleRate, channels } = head;
  const collector = createTagCollector();
  const end = readTailTags(window, collector);
  return {
    ...collector.finish(),
    durationMs: Math.round((samples * 1000) / sampleRate),
    format: {
      ...unknownFormat,
      codec: 'musepack',
      container: `musepack, sv${version}`,
      sampleRate,
      channels,
    },
    sound: { kind: 'bytes', start: 0, lengthBytes: end },
  };
};
