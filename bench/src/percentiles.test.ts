import { expect, it } from 'vitest';
import { summarize } from './percentiles.ts';
import { judge } from './report.ts';

it('takes the value below which the share lies', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(summarize(samples)).toEqual({ count: 100, p50: 50, p95: 95, max: 100 });
  expect(summarize([7])).toEqual({ count: 1, p50: 7, p95: 7, max: 7 });
  expect(() => summarize([])).toThrow('nothing was measured');
});

it('turns red when a budget is missed, in both directions', () => {
  const figures = [
    { name: 'a', value: 5, unit: 'ms' as const },
    { name: 'b', value: 5, unit: 'ratio' as const },
    { name: 'c', value: 5, unit: 'ms' as const },
  ];
  const judged = judge(figures, { a: { atMost: 4 }, b: { atLeast: 5 } });
  expect(judged.map((figure) => figure.isMet)).toEqual([false, true, null]);
});
