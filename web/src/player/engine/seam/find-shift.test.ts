import { describe, expect, it } from 'vitest';
import { findShift } from './find-shift.ts';

const noise = (length: number, seed = 1): Float32Array => {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x6d2b_79f5;
    return ((state ^ (state >>> 13)) >>> 0) / 2_147_483_648 - 1;
  });
};
/** Sounds like music as far as neighbours resemble each other. */
const music = (length: number): Float32Array => {
  let level = 0;
  return noise(length).map((sample) => {
    level = level * 0.9 + sample * 0.1;
    return level;
  });
};
const track = { samples: music(40_000), firstSample: 1_000_000 };
const heardAt = (shift: number, from: number, length = 4096) => ({
  samples: track.samples.slice(from, from + length),
  firstFrame: shift + track.firstSample + from,
});

describe('where a piece that was heard lies in a track', () => {
  it.each([0, 1, -7, 3001, -4000])('finds it to the sample, %d frames from where it was expected', (off) => {
    const shift = 123_456;
    expect(findShift(heardAt(shift, 16_001), track, { expected: shift + off, reach: 5000 })).toBe(shift);
  });

  it('finds it when it was decoded a little differently and is quieter', () => {
    const heard = heardAt(99, 20_000);
    const disturbance = noise(heard.samples.length, 7);
    const samples = heard.samples.map((sample, index) => sample * 0.3 + (disturbance[index] ?? 0) * 0.002);
    expect(findShift({ ...heard, samples }, track, { expected: 0, reach: 5000 })).toBe(99);
  });

  it('does not guess: not of silence, of a steady tone, of another track, or out of reach', () => {
    const around = { expected: 0, reach: 5000 };
    const silence = { samples: new Float32Array(4096), firstFrame: 1_010_000 };
    expect(findShift(silence, track, around)).toBeNull();
    const tone = Float32Array.from({ length: 40_000 }, (_, index) => Math.sin(index / 16));
    const ofTone = { samples: tone.slice(15_000, 19_096), firstFrame: 1_015_000 };
    expect(findShift(ofTone, { samples: tone, firstSample: 1_000_000 }, around)).toBeNull();
    const other = { samples: music(80_000).slice(60_000, 64_096), firstFrame: 1_010_000 };
    expect(findShift(other, track, around)).toBeNull();
    expect(findShift(heardAt(9000, 20_000), track, { expected: 0, reach: 500 })).toBeNull();
  });
});
