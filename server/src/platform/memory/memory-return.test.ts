import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createLaterReturn, createMemoryReturn } from './memory-return.ts';

const megabyte = 1024 * 1024;

const start = () => {
  const clock = createFakeClock();
  let times = 0;
  const giveBack = (): void => {
    times += 1;
  };
  return { clock, memory: createMemoryReturn({ clock, giveBack }), times: () => times };
};

it('gives memory back once nothing came in for two seconds', async () => {
  const { clock, memory, times } = start();
  memory.note(20 * megabyte);
  await clock.advance(1_900);
  memory.note(1);
  await clock.advance(1_900);
  expect(times()).toBe(0);
  await clock.advance(2_100);
  expect(times()).toBe(1);
});

it('does so once more when threads that helped have ended, and not in the middle of the next flood', async () => {
  const { clock, memory, times } = start();
  memory.note(20 * megabyte);
  await clock.advance(4_000);
  expect(times()).toBe(1);
  await clock.advance(60_000);
  expect(times()).toBe(2);
  memory.note(20 * megabyte);
  await clock.advance(4_000);
  expect(times()).toBe(3);
  for (let second = 0; second < 30; second += 1) {
    memory.note(16 * megabyte);
    await clock.advance(1_000);
  }
  expect(times()).toBe(3);
  await clock.advance(60_000);
  expect(times()).toBe(5);
});

it('does so again after the next flood, and never for what is little', async () => {
  const { clock, memory, times } = start();
  for (let number = 0; number < 15; number += 1) memory.note(megabyte);
  await clock.advance(60_000);
  expect(times()).toBe(0);
  memory.note(megabyte);
  await clock.advance(2_000);
  memory.note(15 * megabyte);
  await clock.advance(4_000);
  expect(times()).toBe(1);
  await clock.advance(60_000);
  expect(times()).toBe(2);
  memory.note(megabyte);
  await clock.advance(60_000);
  expect(times()).toBe(4);
});

it('gives memory back once something has been over for a while, and not after the end', async () => {
  const clock = createFakeClock();
  let times = 0;
  const giveBack = (): void => {
    times += 1;
  };
  const later = createLaterReturn({ clock, giveBack, quietMs: 10_000, cpuMs: () => 0 });
  for (let second = 0; second < 30; second += 1) {
    later.note();
    await clock.advance(1_000);
  }
  expect(times).toBe(0);
  await clock.advance(10_500);
  expect(times).toBe(1);
  await clock.advance(60_000);
  expect(times).toBe(1);
  later.note();
  later.close();
  await clock.advance(60_000);
  expect(times).toBe(1);
});

it('waits for a moment in which nobody is answered, for a minute at most', async () => {
  const clock = createFakeClock();
  const gaveAtMs: number[] = [];
  const giveBack = (): void => void gaveAtMs.push(clock.monotonicMs() - beganMs);
  let busyUntilMs = 17_500;
  // Half of a processor while it is busy.
  const cpuMs = (): number => Math.min(clock.monotonicMs() - beganMs, busyUntilMs) / 2;
  const beganMs = clock.monotonicMs();
  const later = createLaterReturn({ clock, giveBack, quietMs: 10_000, cpuMs });
  later.note();
  await clock.advance(60_000);
  expect(gaveAtMs).toEqual([19_000]);
  busyUntilMs = Number.POSITIVE_INFINITY;
  later.note();
  await clock.advance(69_500);
  expect(gaveAtMs).toHaveLength(1);
  await clock.advance(1_000);
  expect(gaveAtMs).toEqual([19_000, 130_000]);
});
