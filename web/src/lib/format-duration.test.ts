import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatLength, formatLongDuration, keptTogether } from './format-duration.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [5.9, '0:05'],
    [65, '1:05'],
    [600, '10:00'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
    [360_000, '100:00:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-3, '0:00'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(formatDuration(seconds)).toBe(shown);
  });

  it('can be read back', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (seconds) => {
        const back = formatDuration(seconds)
          .split(':')
          .reduce((sum, part) => sum * 60 + Number(part), 0);
        expect(back).toBe(seconds);
      }),
    );
  });
});

it('shows a length told to the millisecond as the one that was rounded', () => {
  expect([38.6, 39].map(formatLength)).toEqual(['0:39', '0:39']);
});

it('keeps a figure and its word on one line, and lets what is long break', () => {
  expect(keptTogether('5 songs')).toBe('5\u00a0songs');
  expect(keptTogether('a label with a long name')).toBe('a label with a long name');
});

describe('formatLongDuration', () => {
  it.each([
    [0, '0s'],
    [59, '59s'],
    [3600, '1h'],
    [93_784, '1d 2h 3m 4s'],
    [86_460, '1d 1m'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(formatLongDuration(seconds)).toBe(shown);
  });

  it('can be read back', () => {
    const secondsOf: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 };
    fc.assert(
      fc.property(fc.nat(10_000_000), (seconds) => {
        const back = formatLongDuration(seconds)
          .split(' ')
          .reduce((sum, part) => sum + Number(part.slice(0, -1)) * (secondsOf[part.slice(-1)] ?? 0), 0);
        expect(back).toBe(seconds);
      }),
    );
  });
});
