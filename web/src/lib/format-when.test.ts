import { describe, expect, it } from 'vitest';
import { formatWhen } from './format-when.ts';

const nowMs = 1_700_000_000_000;
const now = nowMs / 1000;

describe('how long ago', () => {
  it.each([
    [now - 5, 'now'],
    [now - 60, '1 minute ago'],
    [now - 7_199, '1 hour ago'],
    [now - 86_400, 'yesterday'],
    [now + 1_860, 'in 31 minutes'],
    [now - 400 * 86_400, 'last year'],
  ])('%d is %s', (at, words) => {
    expect(formatWhen(at, nowMs)).toBe(words);
  });
});
