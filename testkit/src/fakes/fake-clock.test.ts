import { expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

it('runs tasks in the order of their times, each at its time', async () => {
  const clock = createFakeClock(1000);
  const seen: [string, number, number][] = [];
  const note = (name: string) => () => seen.push([name, clock.nowMs(), clock.monotonicMs()]);
  clock.schedule(50, note('late'));
  clock.schedule(20, note('early'));
  clock.schedule(20, note('early too'));
  const cancel = clock.schedule(30, note('never'));
  cancel();
  await clock.advance(100);
  expect(seen).toEqual([
    ['early', 1020, 20],
    ['early too', 1020, 20],
    ['late', 1050, 50],
  ]);
  expect(clock.nowMs()).toBe(1100);
  expect(clock.pendingCount()).toBe(0);
});

it('runs what a task schedules in the same stretch, also after an await', async () => {
  const clock = createFakeClock();
  let ticks = 0;
  const tick = async () => {
    ticks++;
    await Promise.resolve();
    clock.schedule(10, () => void tick());
  };
  clock.schedule(10, () => void tick());
  await clock.advance(35);
  expect(ticks).toBe(3);
  expect(clock.pendingCount()).toBe(1);
});

it('keeps monotonic time when the wall clock jumps', () => {
  const clock = createFakeClock();
  clock.setNow(5);
  expect(clock.nowMs()).toBe(5);
  expect(clock.monotonicMs()).toBe(0);
});
