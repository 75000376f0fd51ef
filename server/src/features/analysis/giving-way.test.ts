import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { createGivingWay } from './giving-way.ts';

const setUp = ({ isBackground = true, isWaitedFor = false } = {}) => {
  const clock = createFakeClock();
  const events = createEvents<AppEvents>(() => {});
  const told: boolean[] = [];
  const way = createGivingWay({
    ...{ clock, events, isBackground: () => isBackground, isWaitedFor: () => isWaitedFor },
    hold: (isHeld) => told.push(isHeld),
  });
  return { clock, told, way, ask: () => events.emit('asked', undefined) };
};

it('holds the work until nobody asked for a moment', async () => {
  const { ask, clock, told } = setUp();
  for (let at = 0; at < 10; at += 1) {
    ask();
    await clock.advance(120);
  }
  expect(told).toEqual([true]);
  await clock.advance(29);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true, false]);
  ask();
  expect(told).toEqual([true, false, true]);
});

it('lets the work go on at once when somebody waits for it, to its end', async () => {
  const { ask, clock, told, way } = setUp();
  ask();
  way.hurry();
  ask();
  expect(told).toEqual([true, false]);
  await clock.advance(1000);
  expect(told).toEqual([true, false]);
  way.done();
  ask();
  expect(told).toEqual([true, false, true]);
  way.done();
  expect(told).toEqual([true, false, true, false]);
});

it('leaves alone what somebody waits for', () => {
  const { ask, told } = setUp({ isBackground: false });
  ask();
  expect(told).toEqual([]);
  const behind = setUp({ isWaitedFor: true });
  behind.way.done();
  behind.ask();
  expect(behind.told).toEqual([]);
});

it('hears nothing more once it is stopped', () => {
  const { ask, told, way } = setUp();
  way.stop();
  ask();
  expect(told).toEqual([]);
});
