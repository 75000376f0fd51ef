import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf, type ThumbnailOptions, thumbnailName } from './thumbnail-options.ts';

const small: ThumbnailOptions = { size: 'small', isPadded: true, format: 'webp' };

describe('layout of a thumbnail', () => {
  it.each([
    [1000, 1000, small, 400, 400],
    [1000, 840, small, 400, 400],
    [840, 1000, small, 400, 400],
    [300, 250, small, 250, 250],
    [100, 100, { ...small, size: 'large' }, 100, 100],
    [3000, 3000, { ...small, size: 'large' }, 1200, 1200],
    [3000, 3000, { ...small, size: 'native' }, 3000, 3000],
    [1000, 500, small, 400, 400],
    [1000, 500, { ...small, isPadded: false }, 400, 200],
    [500, 1000, { ...small, isPadded: false }, 200, 400],
    [200, 100, small, 200, 200],
    [200, 100, { ...small, isPadded: false }, 200, 100],
    [10_000, 1, { ...small, isPadded: false }, 400, 1],
  ] as const)('%dx%d with %j comes out %dx%d', (width, height, options, outWidth, outHeight) => {
    expect(layoutOf({ width, height }, options).canvas).toEqual({ width: outWidth, height: outHeight });
  });

  it('never enlarges, never exceeds the size, and pads or nearly squares to squares', () => {
    const side = fc.integer({ min: 1, max: 8000 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.constantFrom('small', 'large', 'native'),
        fc.boolean(),
        (width, height, size, isPadded) => {
          const { scaled, canvas } = layoutOf({ width, height }, { size, isPadded, format: 'jpeg' });
          expect(scaled.width).toBeLessThanOrEqual(width);
          expect(scaled.height).toBeLessThanOrEqual(height);
          const limit = { small: 400, large: 1200, native: 8000 }[size];
          expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(limit);
          const ratio = width / height;
          if (isPadded || (ratio >= 0.8 && ratio <= 1.2)) expect(canvas.width).toBe(canvas.height);
        },
      ),
    );
  });

  it('has a name of its own for every combination of options', () => {
    const names = (['small', 'large', 'native'] as const).flatMap((size) =>
      [true, false].flatMap((isPadded) =>
        (['webp', 'jpeg'] as const).map((format) => thumbnailName('ab', { size, isPadded, format })),
      ),
    );
    expect(new Set(names).size).toBe(12);
  });
});
