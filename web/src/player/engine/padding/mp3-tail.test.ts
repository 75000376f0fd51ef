import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeFrames } from './mp3-tail.ts';

/** A frame of 192 kbit/s at 44.1 kHz: 626 bytes, or 627 where its header says so. */
const frame = (isPadded: boolean, filling: number): number[] => [
  ...[0xff, 0xfb, isPadded ? 0xb2 : 0xb0, 0x64],
  ...Array.from({ length: isPadded ? 623 : 622 }, () => filling),
];

describe('the end of an MP3 file', () => {
  it('is taken from its first whole frame on, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 6, maxLength: 12 }), fc.nat(900), (paddings, cut) => {
        const frames = paddings.map((isPadded, at) => frame(isPadded, at % 0xfe));
        const bytes = Uint8Array.from(frames.flat()).slice(cut);
        const given = wholeFrames(bytes);
        const starts = frames.map((_, at) => frames.slice(0, at).flat().length);
        const from = starts.find((start) => start >= cut) ?? 0;
        expect(given).toEqual(bytes.slice(from - cut));
      }),
    );
  });

  it('is not taken for one where something else looks like a header', () => {
    expect(wholeFrames(new Uint8Array(5000).fill(0xff))).toBeNull();
    const bytes = Uint8Array.from([
      0xff,
      0xfb,
      0xb0,
      0x64,
      ...frame(false, 0),
      ...frame(false, 0),
      ...frame(true, 0),
    ]);
    expect(wholeFrames(bytes)).toEqual(bytes.slice(4));
    expect(wholeFrames(new Uint8Array(0))).toBeNull();
  });
});
