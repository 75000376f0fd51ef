import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barHeights, barOutline } from './bar-heights.ts';

const wave = (swings: readonly number[]): Uint8Array =>
  Uint8Array.from(swings.flatMap((swing) => [128 - swing, Math.min(128 + swing, 255)]));

describe('bars of a waveform', () => {
  it('are means of what they stand for, beside the loudest', () => {
    expect(barHeights(wave([100, 100, 50, 0]), 2)).toEqual([1, 0.25]);
    expect(barHeights(wave([10, 40, 20]), 3)).toEqual([0.25, 1, 0.5]);
  });

  it('make no mountain of the noise of silence, and are seen where nothing sounds', () => {
    expect(barHeights(wave([2, 0]), 2)).toEqual([0.25, 0.06]);
    expect(barHeights(wave([0, 0]), 2)).toEqual([0.06, 0.06]);
  });

  it('are as many as are wanted, and no more than there are pairs, of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2 }), fc.integer({ min: 1, max: 400 }), (bytes, count) => {
        const heights = barHeights(bytes, count);
        expect(heights).toHaveLength(Math.min(count, Math.floor(bytes.length / 2)));
        for (const height of heights) {
          expect(height).toBeGreaterThan(0);
          expect(height).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('stand around the middle line', () => {
    expect(barOutline([1, 0.5])).toBe(
      'polygon(8.75% 50%, 8.75% 0%, 41.25% 0%, 41.25% 50%, 58.75% 50%, 58.75% 25%, 91.25% 25%, 91.25% 50%, ' +
        '91.25% 50%, 91.25% 75%, 58.75% 75%, 58.75% 50%, 41.25% 50%, 41.25% 100%, 8.75% 100%, 8.75% 50%)',
    );
  });
});
