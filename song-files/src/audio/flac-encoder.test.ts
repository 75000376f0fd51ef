import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFlac } from '../tags/flac-tags.ts';
import { encodeFlac } from './flac-encoder.ts';
import { readFlac } from './flac-reader.ts';
import type { Pcm } from './pcm.ts';
import { makeTone } from './tone.ts';

const throughFlac = (pcm: Pcm) => readFlac(buildFlac(encodeFlac(pcm), { tags: {} }));

describe('packing sound without loss', () => {
  it.each([1, 2] as const)('keeps a tone of %d channels and makes it smaller', (channels) => {
    const pcm = makeTone({ seconds: 1.3, channels });
    expect(throughFlac(pcm)).toEqual(pcm.samples);
    expect(encodeFlac(pcm).frames.length).toBeLessThan(pcm.samples.byteLength * 0.5);
  });

  it('keeps noise, silence, extremes and blocks of any length', () => {
    const value = fc.oneof(
      fc.constant(0),
      fc.constantFrom(-32768, 32767, -1, 1),
      fc.integer({ min: -32768, max: 32767 }),
    );
    const stretch = fc.tuple(value, fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 40 }));
    const sound = fc.record({
      channels: fc.constantFrom<1 | 2>(1, 2),
      stretches: fc.array(stretch, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(sound, ({ channels, stretches }) => {
        const values = stretches.flatMap(([level, length, sway]) =>
          Array.from({ length: length * channels }, (_, i) => level + Math.round(sway * Math.sin(i * i))),
        );
        const samples = Int16Array.from(values, (each) => Math.max(-32768, Math.min(32767, each)));
        expect(throughFlac({ samples, rate: 32000, channels })).toEqual(samples);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [16_000, 5],
    [44_100, 9],
    [12_345, 0],
  ])('names the rate of %d in each frame where a frame can', (rate, code) => {
    const { frames } = encodeFlac(makeTone({ seconds: 0.1, rate }));
    expect((frames[2] ?? 0) & 0x0f).toBe(code);
  });

  it('numbers its frames past one byte', () => {
    const samples = new Int16Array(4096 * 132);
    expect(throughFlac({ samples, rate: 8000, channels: 1 }).length).toBe(samples.length);
  });
});
