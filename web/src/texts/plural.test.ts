import { describe, expect, it } from 'vitest';
import { plural } from './plural.ts';

describe('plural forms', () => {
  it('say a number in the form of the language', () => {
    const songs = plural('en', { one: '# song', other: '# songs' });
    expect([songs(0), songs(1), songs(12_345)]).toEqual(['0 songs', '1 song', '12,345 songs']);
  });

  it('fall back to the form that every language has', () => {
    expect(plural('pl', { other: '# utworów' })(3)).toBe('3 utworów');
  });
});
