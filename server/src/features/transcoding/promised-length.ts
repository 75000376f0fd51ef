import { Transform } from 'node:stream';
import type { SoundTarget } from '@tonearm/contract';
import { rateOf } from './transcode-formats.ts';

/** What containers and encoders need besides the sound itself: of its bytes, and at each end. */
const packingShare = 0.02;
const packingBytes = 16 * 1024;

/** See Transcoding.promisedBytes. */
export const promisedBytes = (
  format: SoundTarget,
  bitRateKbps: number | null,
  durationSeconds: number,
): number | null => {
  const rate = rateOf(format, bitRateKbps);
  if (rate === null || !Number.isFinite(durationSeconds) || durationSeconds <= 0) return null;
  return Math.ceil(((rate * 1000) / 8) * durationSeconds * (1 + packingShare)) + packingBytes;
};

/** Of the zeros at an end, so many go at once. */
const zeros = Buffer.alloc(16 * 1024);

/** Brings a stream to a length that was promised: cut, or filled with zeros, to the byte. */
export const keepPromise = (lengthBytes: number): Transform => {
  let left = lengthBytes;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const taken = piece.subarray(0, left);
      left -= taken.length;
      done(null, taken);
    },
    flush(done) {
      for (; left > 0; left -= Math.min(left, zeros.length)) this.push(zeros.subarray(0, left));
      done();
    },
  });
};
