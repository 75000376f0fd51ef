import { createFakeClock, type FakeClock } from '@tonearm/testkit';
import { beforeEach, expect, it } from 'vitest';
import { createTranscodeSlots, type TranscodeSlots } from './transcode-slots.ts';

let clock: FakeClock;
let slots: TranscodeSlots;
beforeEach(() => {
  clock = createFakeClock();
  slots = createTranscodeSlots({ total: 3, perPerson: 2, patienceMs: 5000 }, clock);
});
const staying = new AbortController().signal;
const [anna, ben] = [1, 2];

const refused = { code: 'too_many_conversions', headers: { 'Retry-After': '5' } };

it('lets a person have few, and all together not many more', async () => {
  const leave = await slots.enter(anna, staying);
  await slots.enter(anna, staying);
  const third = slots.enter(anna, staying);
  await slots.enter(ben, staying);
  expect(slots.running()).toBe(3);
  leave();
  leave();
  await third;
  expect(slots.running()).toBe(3);
});

it('refuses who has waited for too long', async () => {
  for (const who of [anna, anna]) await slots.enter(who, staying);
  const waiting = slots.enter(anna, staying);
  const outcome = expect(waiting).rejects.toMatchObject(refused);
  await clock.advance(5001);
  await outcome;
});

it('passes over a person who has enough', async () => {
  const leave = await slots.enter(ben, staying);
  for (const who of [anna, anna]) await slots.enter(who, staying);
  const third = slots.enter(anna, staying);
  third.catch(() => {});
  const second = slots.enter(ben, staying);
  leave();
  await second;
  expect(slots.running()).toBe(3);
});

it('forgets who leaves while waiting, and refuses who piles up wishes', async () => {
  const gone = new AbortController();
  for (const who of [anna, anna]) await slots.enter(who, staying);
  const leaving = Array.from({ length: 4 }, () => slots.enter(anna, gone.signal));
  await expect(slots.enter(anna, staying)).rejects.toMatchObject(refused);
  gone.abort(new Error('left'));
  for (const each of leaving) await expect(each).rejects.toThrow('left');
  const next = slots.enter(anna, staying);
  const outcome = expect(next).rejects.toMatchObject(refused);
  await clock.advance(5001);
  await outcome;
});
