import { latin1, le16, le32 } from '../bytes/bytes.ts';
import { riffChunk } from '../tags/riff-tags.ts';
import type { Pcm } from './pcm.ts';

/** A plain WAV file. */
export function encodeWav({ samples, rate, channels }: Pcm): Buffer {
  const frameBytes = channels * 2;
  const format = Buffer.concat([
    le16(1),
    le16(channels),
    le32(rate),
    le32(rate * frameBytes),
    le16(frameBytes),
    le16(16),
  ]);
  const sound = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const body = Buffer.concat([latin1('WAVE'), riffChunk('fmt ', format), riffChunk('data', sound)]);
  return Buffer.concat([latin1('RIFF'), le32(body.length), body]);
}
