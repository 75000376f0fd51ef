import { be16, be32, latin1 } from '../bytes/bytes.ts';
import type { Pcm } from './pcm.ts';

/** A plain AIFF file. */
export function encodeAiff({ samples, rate, channels }: Pcm): Buffer {
  const common = Buffer.concat([be16(channels), be32(samples.length / channels), be16(16), extended(rate)]);
  const sound = Buffer.from(
    samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength),
  );
  sound.swap16();
  const body = Buffer.concat([
    latin1('AIFF'),
    aiffChunk('COMM', common),
    aiffChunk('SSND', Buffer.concat([be32(0), be32(0), sound])),
  ]);
  return Buffer.concat([latin1('FORM'), be32(body.length), body]);
}

function aiffChunk(name: string, data: Buffer): Buffer {
  return Buffer.concat([latin1(name), be32(data.length), data]);
}

/** A positive whole number as the 80-bit float in which AIFF keeps its sample rate. */
function extended(value: number): Buffer {
  const exponent = Math.floor(Math.log2(value));
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16BE(16383 + exponent, 0);
  bytes.writeBigUInt64BE(BigInt(value) << BigInt(63 - exponent), 2);
  return bytes;
}
