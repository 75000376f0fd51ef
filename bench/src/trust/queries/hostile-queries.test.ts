import { expect, it } from 'vitest';
import { askHostileQueries } from './hostile-queries.ts';

it('is told of what is refused late each time, and of what fails, and of nothing else', async () => {
  const asked = new Map<string, number>();
  const late = await askHostileQueries(
    async (text) => {
      const times = (asked.get(text) ?? 0) + 1;
      asked.set(text, times);
      if (text.includes('(a+)+$')) return { status: 400, totalMs: 400 };
      if (text.includes('\0')) return { status: 500, totalMs: 1 };
      // Busy with something else for once.
      return { status: 400, totalMs: times === 1 ? 80 : 1 };
    },
    { count: 200, seed: 1 },
  );
  expect(late.failures.some((line) => line.endsWith('took 400 ms to be refused'))).toBe(true);
  expect(late.failures.some((line) => line.endsWith('was answered 500'))).toBe(true);
  const calm = await askHostileQueries(async () => ({ status: 400, totalMs: 2 }), { count: 200, seed: 1 });
  expect(calm).toEqual({ asked: 200, refused: 200, slowestRefusalMs: 2, failures: [] });
});
