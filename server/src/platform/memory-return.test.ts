import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createMemoryReturn } from './memory-return.ts';

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
  await clock.advance(60_000);
  expect(times()).toBe(1);
});

it('does so again after the next flood, and never for what is little', async () => {
  const { clock, memory, times } = start();
  for (let number = 0; number < 15; number += 1) memory.note(megabyte);
  await clock.advance(60_000);
  expect(times()).toBe(0);
  memory.note(megabyte);
  await clock.advance(2_000);
  memory.note(15 * megabyte);
  await clock.advance(60_000);
  expect(times()).toBe(1);
  memory.note(megabyte);
  await clock.advance(60_000);
  expect(times()).toBe(2);
});
