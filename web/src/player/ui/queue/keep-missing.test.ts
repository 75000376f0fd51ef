import { describe, expect, it } from 'vitest';
import { keepMissing } from './keep-missing.ts';

const keep = (tracks: string, entries: string, shown: string): string =>
  keepMissing([...tracks], { entries: [...entries], shown: new Set(shown) }).join('');

describe('what is missing from a playlist that is saved anew', () => {
  it('stays after what it stood after, or at the start', () => {
    expect(keep('abc', 'xaybzzc', 'abc')).toBe('xaybzzc');
    expect(keep('ca', 'aybzc', 'abc')).toBe('cayz');
  });

  it('follows a song that stands there twice only once', () => {
    expect(keep('aba', 'axba', 'ab')).toBe('axba');
  });

  it('does not bring back what was there and was taken out', () => {
    expect(keep('a', 'abc', 'abc')).toBe('a');
    expect(keep('', 'axb', 'ab')).toBe('x');
  });

  it('is not doubled while the queue still holds it', () => {
    expect(keep('xa', 'ax', 'a')).toBe('xa');
  });
});
