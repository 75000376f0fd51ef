import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepPromise, promisedBytes } from './promised-length.ts';
import { rateOf } from './transcode-formats.ts';

it('brings any stream to the promised length, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })),
      fc.nat(60_000),
      async (pieces, length) => {
        const whole = Buffer.concat(pieces);
        const sent = await buffer(
          Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(keepPromise(length)),
        );
        expect(sent.length).toBe(length);
        const kept = Math.min(length, whole.length);
        expect(sent.subarray(0, kept)).toEqual(whole.subarray(0, kept));
        expect(sent.subarray(kept).every((byte) => byte === 0)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

it('promises more than the rate gives, and nothing where there is none', () => {
  expect(promisedBytes('mp3', 128, 100)).toBeGreaterThan(1_600_000);
  expect(promisedBytes('mp3', 128, 100)).toBeLessThan(1_700_000);
  expect(promisedBytes('flac', null, 100)).toBeNull();
  expect(promisedBytes('mp3', 128, 0)).toBeNull();
});

it('takes the next rate below that a format has', () => {
  expect([rateOf('mp3', 200), rateOf('mp3', 1), rateOf('mp3', 9999), rateOf('opus', null)]).toEqual([
    192, 32, 320, 128,
  ]);
  expect(rateOf('flac', 128)).toBeNull();
});
