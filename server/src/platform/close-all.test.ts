import { expect, it } from 'vitest';
import { closeAll, onlyOnce } from './close-all.ts';

it('ends everything, the newest first, whatever fails on the way, and tells of all that failed', async () => {
  const ended: string[] = [];
  const first = new Error('first');
  const third = new Error('third');
  const closing = closeAll([
    () => {
      ended.push('first');
      throw first;
    },
    async () => {
      ended.push('second');
    },
    async () => {
      ended.push('third');
      throw third;
    },
  ]);
  const error = await closing.catch((reason: unknown) => reason);
  expect(ended).toEqual(['third', 'second', 'first']);
  expect((error as AggregateError).errors).toEqual([third, first]);
});

it('does once what is asked for twice', async () => {
  let count = 0;
  const close = onlyOnce(async () => {
    count += 1;
  });
  expect(close()).toBe(close());
  await close();
  expect(count).toBe(1);
});
