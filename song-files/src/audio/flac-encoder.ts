import { createHash } from 'node:crypto';
import { flacCrc8, flacCrc16 } from '../bytes/checksums.ts';
import type { FlacParts } from '../tags/flac-tags.ts';
import { type BitWriter, createBitWriter } from './bit-writer.ts';
import type { Pcm } from './pcm.ts';
import { foldSign, planRice, type RicePlan, writeRice } from './rice.ts';

const BLOCK_SIZE = 4096;
const BITS = 16;
const MID_SIDE = 10;

/**
 * Losslessly packed sound: fixed predictors of order 0 to 4, Rice coding, mid and side for stereo.
 * @see RFC 9639
 */
export function encodeFlac(pcm: Pcm): FlacParts {
  const writer = createBitWriter();
  const frames: Buffer[] = [];
  const perFrame = BLOCK_SIZE * pcm.channels;
  for (let at = 0, index = 0; at < pcm.samples.length; at += perFrame, index++) {
    writer.clear();
    encodeFrame(writer, pcm, { index, samples: pcm.samples.subarray(at, at + perFrame) });
    frames.push(Buffer.from(writer.bytes()));
  }
  return { streamInfo: streamInfo(pcm, frames), frames: Buffer.concat(frames) };
}

function streamInfo(pcm: Pcm, frames: readonly Buffer[]): Buffer {
  const writer = createBitWriter();
  const sizes = frames.map((frame) => frame.length);
  writer.bits(BLOCK_SIZE, 16);
  writer.bits(BLOCK_SIZE, 16);
  writer.bits(sizes.length ? sizes.reduce((a, b) => Math.min(a, b)) : 0, 24);
  writer.bits(sizes.length ? sizes.reduce((a, b) => Math.max(a, b)) : 0, 24);
  writer.bits(pcm.rate, 20);
  writer.bits(pcm.channels - 1, 3);
  writer.bits(BITS - 1, 5);
  writer.bits(0, 4);
  writer.bits(pcm.samples.length / pcm.channels, 32);
  const sound = Buffer.from(pcm.samples.buffer, pcm.samples.byteOffset, pcm.samples.byteLength);
  return Buffer.concat([writer.bytes(), createHash('md5').update(sound).digest()]);
}

interface FrameInput {
  index: number;
  samples: Int16Array;
}

/**
 * Rates that a frame can name. Another is 0, "as the stream says", at which decoders of browsers lose
 * the time of streams of few frames.
 */
const rateCodes: ReadonlyMap<number, number> = new Map([
  [8000, 4],
  [16000, 5],
  [22050, 6],
  [24000, 7],
  [32000, 8],
  [44100, 9],
  [48000, 10],
  [96000, 11],
]);

function encodeFrame(writer: BitWriter, { channels, rate }: Pcm, { index, samples }: FrameInput): void {
  const size = samples.length / channels;
  const plans = channels === 1 ? [planChannel(toInt32(samples), BITS)] : planStereo(samples);
  const stereoCode = plans.some(({ bits }) => bits > BITS) ? MID_SIDE : channels - 1;
  writer.bits(0xfff8, 16);
  writer.bits(7, 4);
  writer.bits(rateCodes.get(rate) ?? 0, 4);
  writer.bits(stereoCode, 4);
  writer.bits(4, 3);
  writer.bits(0, 1);
  writeFrameNumber(writer, index);
  writer.bits(size - 1, 16);
  writer.bits(flacCrc8(writer.bytes()), 8);
  for (const plan of plans) writeSubframe(writer, plan);
  writer.align();
  writer.bits(flacCrc16(writer.bytes()), 16);
}

/** The frame's number, spread over one to four bytes in the manner of UTF-8. */
function writeFrameNumber(writer: BitWriter, index: number): void {
  if (index < 0x80) {
    writer.bits(index, 8);
    return;
  }
  const following = index < 0x800 ? 1 : index < 0x10000 ? 2 : 3;
  const lead = (0xf0 << (3 - following)) & 0xff;
  writer.bits(lead | (index >>> (6 * following)), 8);
  for (let left = following - 1; left >= 0; left--) writer.bits(0x80 | ((index >>> (6 * left)) & 0x3f), 8);
}

/** One channel, ready to be written. `bits` is the width of a sample: a side channel has one more. */
interface ChannelPlan {
  samples: Int32Array;
  bits: number;
  order: number;
  folded: Uint32Array;
  rice: RicePlan | undefined;
  cost: number;
}

const toInt32 = (samples: Int16Array): Int32Array => Int32Array.from(samples);

function planStereo(samples: Int16Array): ChannelPlan[] {
  const size = samples.length / 2;
  const [left, right, mid, side] = [0, 1, 2, 3].map(() => new Int32Array(size)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let i = 0; i < size; i++) {
    const l = samples[i * 2] as number;
    const r = samples[i * 2 + 1] as number;
    left[i] = l;
    right[i] = r;
    mid[i] = (l + r) >> 1;
    side[i] = l - r;
  }
  const cost = (plans: ChannelPlan[]) => plans.reduce((sum, plan) => sum + plan.cost, 0);
  const apart = [planChannel(left, BITS), planChannel(right, BITS)];
  const joined = [planChannel(mid, BITS), planChannel(side, BITS + 1)];
  return cost(joined) < cost(apart) ? joined : apart;
}

function planChannel(samples: Int32Array, bits: number): ChannelPlan {
  const order = bestOrder(samples);
  const folded = new Uint32Array(samples.length);
  foldResiduals(samples, order, folded);
  if (samples.length <= 4)
    return { samples, bits, order, folded, rice: undefined, cost: samples.length * bits };
  const rice = planRice(folded, samples.length, order);
  const verbatim = samples.length * bits;
  return rice.bits + order * bits < verbatim
    ? { samples, bits, order, folded, rice, cost: rice.bits + order * bits }
    : { samples, bits, order, folded, rice: undefined, cost: verbatim };
}

/** The order whose residuals are smallest in sum. */
function bestOrder(samples: Int32Array): number {
  let [sum0, sum1, sum2, sum3, sum4] = [0, 0, 0, 0, 0];
  let [last0, last1, last2, last3] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const e0 = samples[i] as number;
    const e1 = e0 - last0;
    const e2 = e1 - last1;
    const e3 = e2 - last2;
    const e4 = e3 - last3;
    last0 = e0;
    last1 = e1;
    last2 = e2;
    last3 = e3;
    if (i < 4) continue;
    sum0 += Math.abs(e0);
    sum1 += Math.abs(e1);
    sum2 += Math.abs(e2);
    sum3 += Math.abs(e3);
    sum4 += Math.abs(e4);
  }
  const sums = [sum0, sum1, sum2, sum3, sum4];
  return sums.indexOf(Math.min(...sums));
}

function foldResiduals(samples: Int32Array, order: number, folded: Uint32Array): void {
  let [last0, last1, last2, last3] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const e0 = samples[i] as number;
    const e1 = e0 - last0;
    const e2 = e1 - last1;
    const e3 = e2 - last2;
    const e4 = e3 - last3;
    last0 = e0;
    last1 = e1;
    last2 = e2;
    last3 = e3;
    const residual = order === 0 ? e0 : order === 1 ? e1 : order === 2 ? e2 : order === 3 ? e3 : e4;
    folded[i] = foldSign(residual);
  }
}

function writeSubframe(writer: BitWriter, plan: ChannelPlan): void {
  const { samples, bits, order, rice, folded } = plan;
  if (!rice) {
    writer.bits(0b00000010, 8);
    for (const sample of samples) writer.bits(sample, bits);
    return;
  }
  writer.bits((0b001000 | order) << 1, 8);
  for (let i = 0; i < order; i++) writer.bits(samples[i] as number, bits);
  writeRice(writer, rice, { folded, blockSize: samples.length, order });
}
