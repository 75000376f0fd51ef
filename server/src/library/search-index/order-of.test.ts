import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderOf } from './order-of.ts';

const numbers = fc.array(
  fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 5_000 }), fc.nat({ max: 2 ** 32 - 1 })),
  {
    maxLength: 300,
  },
);

it('is the order of a stable sort, whatever the numbers', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      const expected = list.map((_, at) => at).sort((a, b) => (list[a] ?? 0) - (list[b] ?? 0));
      expect([...orderOf(Uint32Array.from(list))]).toEqual(expected);
    }),
  );
});
