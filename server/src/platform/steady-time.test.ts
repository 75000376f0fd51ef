import { expect, it } from 'vitest';
import { createSteadyTime } from './steady-time.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

const createClock = () => {
  const time = { wallMs: 1_000_000_000_000, monotonicMs: 5 };
  return {
    time,
    clock: { nowMs: () => time.wallMs, monotonicMs: () => time.monotonicMs, schedule: () => () => {} },
  };
};

it.each([10 * yearMs, -10 * yearMs])('stays steady when the clock jumps by %d ms', (jumpMs) => {
  const { time, clock } = createClock();
  const nowMs = createSteadyTime(clock);
  time.monotonicMs += 1000;
  time.wallMs += 1000 + jumpMs;
  expect(nowMs()).toBe(1_000_000_001_000);
  time.monotonicMs += 500;
  time.wallMs += 500;
  expect(nowMs()).toBe(1_000_000_001_500);
});

it('follows small corrections and a machine that slept', () => {
  const { time, clock } = createClock();
  const nowMs = createSteadyTime(clock);
  time.wallMs += 8 * 60 * 60 * 1000;
  expect(nowMs()).toBe(time.wallMs);
});
