import { describe, expect, it } from 'vitest';
import { seamIn } from './seam-analysis.ts';

/** Noise that never resembles itself, and is the same each time. */
const noise = (length: number, seed = 1): Float32Array => {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
};
const frames = 60_000;
const seamFrame = 30_000;
const source = noise(frames);
const before = 700;
/** A recording of the source at a level, with so many frames of silence at the seam. */
const recorded = ({ level = 1, gap = 0 }): Float32Array => {
  const recording = new Float32Array(before + frames + Math.max(gap, 0));
  for (const [at, sample] of source.entries())
    recording[before + at + (at < seamFrame ? 0 : gap)] = sample * level;
  return recording;
};
const seamOf = (recording: Float32Array) =>
  seamIn({
    ...{ recording, source, seamFrame, beforeFrames: 200, afterFrames: 400 },
    ...{ near: seamFrame + before, reach: 1500 },
  });

describe('a change of tracks in a recording', () => {
  it.each([0, 37, -25])('has a gap of %i frames', (gap) => {
    expect(seamOf(recorded({ gap }))?.gapFrames).toBe(gap);
  });

  it('makes no step where it is without a seam, however loud it is played', () => {
    for (const level of [1, 0.3, 2]) {
      const jump = seamOf(recorded({ level }))?.jump;
      // The source is looked at further around.
      expect(jump).toBeGreaterThan(0.95);
      expect(jump).toBeLessThanOrEqual(1.0001);
    }
  });

  it('makes a step where something clicks', () => {
    const recording = recorded({ level: 2 });
    recording[seamFrame + before] = 4;
    expect(seamOf(recording)?.jump).toBeGreaterThan(1.5);
  });

  it('makes no step by a coding that makes larger ones everywhere', () => {
    const error = noise(frames, 5);
    const coded = recorded({}).map((sample, at) => sample + 0.3 * (error[at] ?? 0));
    expect(seamOf(coded)?.jump).toBeLessThan(1.02);
    coded[seamFrame + before] = 4;
    expect(seamOf(coded)?.jump).toBeGreaterThan(1.5);
  });

  it('is not found in a recording of something else', () => {
    expect(seamOf(noise(frames, 9))).toBeNull();
  });
});
