import { flacCrc8, flacCrc16 } from '../bytes/checksums.ts';
import { splitFlac } from '../tags/flac-tags.ts';

/** Reads numbers of any width, highest bit first. */
interface BitReader {
  bits: (count: number) => number;
  signed: (count: number) => number;
  zeros: () => number;
  align: () => void;
  /** In whole bytes. */
  position: () => number;
}

/**
 * Unpacks what our own encoder writes: 16 bits, fixed predictors, verbatim blocks. Written from the format's
 * description and not from the encoder, so that one can be held against the other.
 * @returns interleaved samples
 * @throws Error when a checksum is wrong or something else than that is found
 * @see RFC 9639
 */
export function readFlac(file: Buffer): Int16Array {
  const { streamInfo, frames } = splitFlac(file);
  const channels = ((streamInfo.readUInt8(12) >> 1) & 7) + 1;
  const samples: number[] = [];
  for (let at = 0; at < frames.length; ) {
    const { block, bytes } = readFrame(frames.subarray(at), channels);
    for (let i = 0; i < (block[0]?.length ?? 0); i++)
      for (const channel of block) samples.push(channel[i] ?? 0);
    at += bytes;
  }
  return Int16Array.from(samples);
}

function readFrame(data: Buffer, channels: number): { block: number[][]; bytes: number } {
  const reader = createBitReader(data);
  if (reader.bits(16) !== 0xfff8 || reader.bits(4) !== 7) throw new Error('not a frame');
  reader.bits(4); // The rate: the stream says it too.
  const assignment = reader.bits(4);
  if (reader.bits(4) !== 8) throw new Error('not 16 bits a sample');
  const lead = reader.bits(8);
  for (let mask = 0x80, more = -1; lead & mask; mask >>= 1) if (++more > 0) reader.bits(8);
  const size = reader.bits(16) + 1;
  const headerEnd = reader.position();
  if (reader.bits(8) !== flacCrc8(data.subarray(0, headerEnd))) throw new Error('wrong header checksum');
  const isMidSide = assignment === 10;
  const block = Array.from({ length: channels }, (_, i) =>
    readSubframe(reader, size, isMidSide && i === 1 ? 17 : 16),
  );
  reader.align();
  const end = reader.position();
  if (reader.bits(16) !== flacCrc16(data.subarray(0, end))) throw new Error('wrong frame checksum');
  return { block: isMidSide ? undoMidSide(block) : block, bytes: end + 2 };
}

function undoMidSide([middle = [], side = []]: number[][]): number[][] {
  const left = middle.map((value, i) => ((value << 1) + ((side[i] ?? 0) & 1) + (side[i] ?? 0)) >> 1);
  return [left, left.map((value, i) => value - (side[i] ?? 0))];
}

function readSubframe(reader: BitReader, size: number, width: number): number[] {
  const kind = reader.bits(8) >> 1;
  if (kind === 1) return Array.from({ length: size }, () => reader.signed(width));
  const order = kind - 8;
  if (order < 0 || order > 4) throw new Error('a kind of block that is not written here');
  const samples = Array.from({ length: order }, () => reader.signed(width));
  if (reader.bits(2) !== 0) throw new Error('a coding that is not written here');
  const partitions = 1 << reader.bits(4);
  for (let part = 0; part < partitions; part++) {
    const parameter = reader.bits(4);
    for (let i = Math.max(order, (part * size) / partitions); i < ((part + 1) * size) / partitions; i++) {
      const folded = (reader.zeros() << parameter) | reader.bits(parameter);
      samples.push(predict(samples, order) + ((folded >>> 1) ^ -(folded & 1)));
    }
  }
  return samples;
}

/** The polynomial through the last `order` samples, one step on. */
function predict(samples: readonly number[], order: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [1, 2, 3, 4].map((back) => samples[samples.length - back]);
  return [0, a, 2 * a - b, 3 * a - 3 * b + c, 4 * a - 6 * b + 4 * c - d][order] ?? 0;
}

function createBitReader(data: Buffer): BitReader {
  let at = 0;
  const bit = () => {
    const value = (data.readUInt8(at >> 3) >> (7 - (at & 7))) & 1;
    at++;
    return value;
  };
  const bits = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + bit();
    return value;
  };
  return {
    bits,
    signed: (count) => {
      const value = bits(count);
      return value >= 2 ** (count - 1) ? value - 2 ** count : value;
    },
    zeros: () => {
      let count = 0;
      while (bit() === 0) count++;
      return count;
    },
    align: () => {
      at = (at + 7) & ~7;
    },
    position: () => at >> 3,
  };
}
