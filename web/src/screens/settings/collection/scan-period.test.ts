import { describe, expect, it } from 'vitest';
import { periodSecondsOf } from './scan-period.ts';

describe('the scan period', () => {
  it.each([
    ['30', 1_800],
    ['0', 0],
    ['1.4', 60],
    ['1.5', 120],
    ['', null],
    ['soon', null],
    ['-1', null],
  ])('of %j minutes is %j seconds', (minutes, seconds) => {
    expect(periodSecondsOf(minutes)).toBe(seconds);
  });
});
