import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grouped } from './grouped.ts';

it('shows whole numbers as English sentences do', () => {
  const { format } = new Intl.NumberFormat('en');
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (count) => {
      expect(grouped(count)).toBe(format(count));
    }),
  );
  expect([0, 999, 1000, 10_000, 1_234_567].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '10,000',
    '1,234,567',
  ]);
});
