import { expect, it } from 'vitest';
import { isTryDue, nextTryMs } from './problem-pauses.ts';

const hourMs = 3_600_000;

it('tries what was given up again after pauses that grow up to a day', () => {
  const pauses = [1, 2, 3, 4, 5, 100].map((tries) => nextTryMs({ tries, triedAtMs: 0 }) / hourMs);
  expect(pauses).toEqual([1 / 6, 1, 6, 24, 24, 24]);
  expect(isTryDue({ tries: 2, triedAtMs: 5 }, 4 + hourMs)).toBe(false);
  expect(isTryDue({ tries: 2, triedAtMs: 5 }, 5 + hourMs)).toBe(true);
});

it('tries at once what an older version gave up, and what a wrong clock put into the future', () => {
  expect(isTryDue({ tries: 0, triedAtMs: 0 }, 0)).toBe(true);
  expect(isTryDue({ tries: 4, triedAtMs: 90 * hourMs }, hourMs)).toBe(true);
});
