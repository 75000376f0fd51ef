import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Encoding } from '../../core/sources/song-facts.ts';
import { musicIn } from './music-in.ts';

const unknown: Encoding = { codec: null, sampleRate: 44_100, delay: null, padding: null, totalSamples: null };
const decoded = (length: number) => new Float32Array(length);
/** Music that begins and ends at once, with what encoders make of the silence around it. */
const withSilence = (before: number, music: number, after: number): Float32Array =>
  Float32Array.from({ length: before + music + after }, (_, at) =>
    at < before || at >= before + music ? 0.002 * Math.sin(at) : 0.5 * Math.sin(at / 7) + 0.2,
  );

describe('where the music lies in what a decoder gave', () => {
  it('is all of it when nothing is known, or when nothing was left in', () => {
    expect(musicIn(decoded(1000), { rate: 44_100, encoding: undefined })).toEqual({ from: 0, to: 1000 });
    const encoding = { ...unknown, codec: 'mp3', delay: 1105, padding: 500, totalSamples: 100_000 };
    for (const length of [100_000, 100_040, 99_967])
      expect(musicIn(decoded(length), { rate: 44_100, encoding })).toEqual({ from: 0, to: length });
  });

  it('is between delay and padding, whichever of them the decoder left in, at any rate', () => {
    fc.assert(
      fc.property(
        fc.record({
          rate: fc.constantFrom(44_100, 48_000, 96_000),
          delay: fc.integer({ min: 300, max: 2400 }),
          padding: fc.integer({ min: 300, max: 2400 }),
          left: fc.constantFrom('both', 'delay', 'padding', 'neither'),
        }),
        ({ rate, delay, padding, left }) => {
          // Alike, they cannot be told apart.
          fc.pre(Math.abs(delay - padding) > 120);
          const scale = rate / 44_100;
          const has = (side: string): boolean => left === 'both' || left === side;
          const given = 50_000 + (has('delay') ? delay : 0) + (has('padding') ? padding : 0);
          const encoding = { ...unknown, codec: 'aac', delay, padding, totalSamples: 50_000 };
          const { from, to } = musicIn(decoded(Math.round(given * scale)), { rate, encoding });
          expect(Math.abs(from - (has('delay') ? delay * scale : 0))).toBeLessThanOrEqual(1);
          expect(Math.abs(to - from - 50_000 * scale)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is not cut by facts that are about something else', () => {
    const encoding = { ...unknown, delay: 1105, padding: 500, totalSamples: 20_000 };
    expect(musicIn(decoded(50_000), { rate: 44_100, encoding })).toEqual({ from: 0, to: 50_000 });
  });

  it('is heard in MP3 that does not tell', () => {
    const encoding = { ...unknown, codec: 'mp3' };
    const cut = (samples: Float32Array, rate = 44_100) => musicIn(samples, { rate, encoding });
    // A wave that begins at zero is heard a few samples later.
    const near = (music: { from: number; to: number }, from: number, to: number): void => {
      expect(Math.abs(music.from - from)).toBeLessThanOrEqual(8);
      expect(Math.abs(music.to - to)).toBeLessThanOrEqual(8);
    };
    expect(cut(withSilence(1105, 60_000, 355)).from).toBe(1105);
    near(cut(withSilence(1105, 60_000, 355)), 1105, 61_105);
    // Nothing sounds at once: what was added is cut, what was recorded stays.
    near(cut(withSilence(1300, 60_000, 0)), 1105, 61_300);
    // Another encoder.
    near(cut(withSilence(528, 60_000, 700)), 528, 60_528);
    expect(cut(withSilence(1203, 60_000, 355), 48_000).from).toBe(1203);
    expect(cut(decoded(60_000))).toEqual({ from: 0, to: 60_000 });
    expect(cut(withSilence(0, 5000, 355))).toEqual({ from: 0, to: 5355 });
  });

  it('is not taken from what fades out', () => {
    const encoding = { ...unknown, codec: 'mp3' };
    const fading = Float32Array.from(
      { length: 60_000 },
      (_, at) => ((60_000 - at) / 60_000) * (0.5 * Math.sin(at / 7) + 0.2),
    );
    expect(60_000 - musicIn(fading, { rate: 44_100, encoding }).to).toBeLessThan(1441);
    expect(musicIn(fading, { rate: 44_100, encoding }).from).toBe(0);
  });
});
