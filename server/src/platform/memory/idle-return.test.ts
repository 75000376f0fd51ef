import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createIdleReturn } from './idle-return.ts';

const start = () => {
  const clock = createFakeClock();
  let spentMs = 800;
  let times = 0;
  const close = createIdleReturn({
    clock,
    cpuMs: () => spentMs,
    giveBack: () => {
      times += 1;
      spentMs += 200;
    },
  });
  return {
    clock,
    close,
    times: () => times,
    /** So many seconds, in each of which so much of a processor is used. */
    pass: async (seconds: number, cpuMsEach = 0): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        spentMs += cpuMsEach;
        await clock.advance(1_000);
      }
    },
  };
};

it('gives memory back when half a minute after the start had little work, and then rests', async () => {
  const { pass, times } = start();
  await pass(29);
  expect(times()).toBe(0);
  await pass(1);
  expect(times()).toBe(1);
  await pass(600);
  expect(times()).toBe(1);
});

it('does so again after work, once that is over', async () => {
  const { pass, times } = start();
  await pass(60, 100);
  expect(times()).toBe(0);
  await pass(60);
  expect(times()).toBe(1);
  await pass(300, 50);
  expect(times()).toBe(1);
  await pass(60);
  expect(times()).toBe(2);
});

it('does not for the little that goes on by itself, and not when it was ended', async () => {
  const { pass, times, close } = start();
  await pass(30);
  await pass(120, 5);
  expect(times()).toBe(1);
  await pass(60, 500);
  close();
  await pass(600);
  expect(times()).toBe(1);
});
