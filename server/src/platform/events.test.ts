import { expect, it } from 'vitest';
import { createEvents } from './events.ts';

it('tells every listener, also after one that throws, and says whether all took it', () => {
  const errors: unknown[] = [];
  const heard: number[] = [];
  const events = createEvents<{ tick: number }>((error) => errors.push(error));
  events.on('tick', (value) => heard.push(value));
  expect(events.emit('tick', 1)).toBe(true);
  const leave = events.on('tick', () => {
    throw new Error('full');
  });
  events.on('tick', (value) => heard.push(value * 10));
  expect(events.emit('tick', 2)).toBe(false);
  expect(heard).toEqual([1, 2, 20]);
  expect(errors).toHaveLength(1);
  leave();
  expect(events.emit('tick', 3)).toBe(true);
});

it('waits for listeners that take their time, where that is asked for', async () => {
  const errors: unknown[] = [];
  const events = createEvents<{ tick: number }>((error) => errors.push(error));
  let finish = (): void => {};
  let isDone = false;
  events.on('tick', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    isDone = true;
  });
  const settled = events.settle('tick', 1);
  expect(isDone).toBe(false);
  finish();
  expect([await settled, isDone]).toEqual([true, true]);
  events.on('tick', () => Promise.reject(new Error('full')));
  const failing = events.settle('tick', 2);
  finish();
  expect([await failing, errors.length]).toEqual([false, 1]);
});
