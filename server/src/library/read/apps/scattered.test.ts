import { expect, it } from 'vitest';
import { scattered } from './scattered.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

it('puts ids in another order for each seed, and in the same while nothing changes', () => {
  const inDisorder = scattered();
  const orders = [1, 2, 1].map((seed) => inDisorder({ version: 1, seed }, () => upTo(500)));
  expect(orders[2]).toEqual(orders[0]);
  expect(orders[1]).not.toEqual(orders[0]);
  for (const order of orders) {
    expect(order.toSorted((one, other) => one - other)).toEqual(upTo(500));
    // About as many stand where the next one is greater as where it is less.
    const rises = order.filter((id, at) => id < (order[at + 1] ?? 0)).length;
    expect(Math.abs(rises - 250)).toBeLessThan(60);
  }
});

it('leaves what is there in its order when more comes', () => {
  const inDisorder = scattered();
  const before = inDisorder({ version: 1, seed: 7 }, () => upTo(300));
  const after = inDisorder({ version: 2, seed: 7 }, () => upTo(400));
  expect(after.filter((id) => id <= 300)).toEqual(before);
  expect(after.slice(0, 300)).not.toEqual(before);
});
