import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pauseMs } from './outbox.ts';
import type { Verdict } from './scrobbler.ts';
import { dayMs, minuteMs, outboxWith } from './test-outbox.ts';

it('sends in order, and keeps every play in the history', async () => {
  await using it = await outboxWith([]);
  for (const [index, title] of ['a', 'b', 'c', 'd', 'e'].entries()) await it.store(title, 1000 + index);
  await it.outbox().settled();
  expect(it.taken).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await it.rows()).toEqual([]);
  expect((await it.history()).map((listen) => listen.title)).toEqual(['e', 'd', 'c', 'b', 'a']);
});

it('stores one play of a song at a time once', async () => {
  await using it = await outboxWith(['retry']);
  await it.store('a', 1000);
  await it.store('a', 1000);
  await it.outbox().settled();
  expect(await it.rows()).toHaveLength(1);
  expect(await it.history()).toHaveLength(1);
});

it('sends a play once that is reported again after it was sent', async () => {
  await using it = await outboxWith([]);
  for (let time = 0; time < 2; time += 1) {
    await it.store('a', 1000);
    await it.outbox().settled();
  }
  expect(it.calls).toEqual([['a']]);
  expect(await it.history()).toHaveLength(1);
});

it('backs off up to an hour, then catches up in order', async () => {
  await using it = await outboxWith(Array.from({ length: 10 }, () => 'retry' as const));
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.store('b', 1001);
  await it.outbox().settled();
  expect(it.calls).toEqual([['a']]);
  for (let hour = 0; hour < 12; hour += 1) {
    await it.clock.advance(60 * minuteMs);
    await it.outbox().settled();
  }
  expect(it.taken).toEqual(['a', 'b']);
  expect(pauseMs(0)).toBe(30_000);
  expect(pauseMs(1000)).toBe(60 * minuteMs);
});

it.each(['nothing can be saved', 'it is the turn of another process'])(
  'sends nothing while %s',
  async (why) => {
    let mayGoOn = false;
    const isNow = () => mayGoOn;
    const may = why.startsWith('nothing')
      ? { canSave: isNow }
      : { duty: { isOurs: isNow, onTaken: () => {} } };
    await using it = await outboxWith([], may);
    await it.store('a', 1000);
    await it.outbox().settled();
    expect(it.calls).toEqual([]);
    expect(await it.rows()).toHaveLength(1);
    mayGoOn = true;
    it.outbox().wake();
    await it.outbox().settled();
    expect(it.taken).toEqual(['a']);
  },
);

it('goes on after a restart with what was not taken', async () => {
  await using it = await outboxWith(['retry']);
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.outbox().close();
  it.restart();
  it.outbox().wake();
  await it.outbox().settled();
  expect(it.taken).toEqual([]);
  await it.clock.advance(minuteMs);
  await it.outbox().settled();
  expect(it.taken).toEqual(['a']);
});

it('shows refused plays and goes on with the next', async () => {
  await using it = await outboxWith(['rejected']);
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.store('b', 1001);
  await it.outbox().settled();
  expect(await it.rows()).toMatchObject([{ refusal: 'not_taken', refusal_number: 7 }]);
  expect(it.taken).toEqual(['b']);
});

it('shows a refused play for 14 days', async () => {
  await using it = await outboxWith(['rejected']);
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.clock.advance(14 * dayMs - minuteMs);
  await it.outbox().settled();
  expect(await it.rows()).toHaveLength(1);
  await it.clock.advance(2 * 60 * minuteMs);
  await it.outbox().settled();
  expect(await it.rows()).toEqual([]);
});

it('keeps plays of an account that must be linked again until it is', async () => {
  await using it = await outboxWith(['unlinked']);
  await it.store('a', 1000);
  await it.outbox().settled();
  expect(it.lapse()).toBe('token_refused');
  await it.clock.advance(13 * dayMs);
  await it.store('b', 2000);
  await it.outbox().settled();
  expect(it.calls).toEqual([['a']]);
  await it.link('A');
  it.outbox().wake();
  await it.outbox().settled();
  expect(it.taken).toEqual(['a', 'b']);
  expect(it.lapse()).toBeNull();
});

it('gives plays of an account that is not linked again up after 14 days, not before', async () => {
  await using it = await outboxWith(['unlinked']);
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.clock.advance(14 * dayMs - minuteMs);
  await it.outbox().settled();
  expect(await it.rows()).toHaveLength(1);
  await it.clock.advance(2 * 60 * minuteMs);
  await it.outbox().settled();
  expect(await it.rows()).toEqual([]);
  expect(await it.history()).toHaveLength(1);
});

it('does not give a new link up for what became of the one before', async () => {
  await using it = await outboxWith([]);
  const gate = it.holdNext();
  await it.store('a', 1000);
  await it.clock.advance(1);
  await expect.poll(() => it.calls).toEqual([['a']]);
  await it.link('a', 'newer');
  gate.resolve('unlinked');
  await it.outbox().settled();
  expect(it.lapse()).toBeNull();
  await it.clock.advance(minuteMs);
  await it.outbox().settled();
  expect(it.taken).toEqual(['a']);
});

it('sends plays of one account to no other, unless it is asked to', async () => {
  await using it = await outboxWith(['unlinked']);
  await it.store('a', 1000);
  await it.outbox().settled();
  await it.link('somebody else');
  it.outbox().wake();
  await it.outbox().settled();
  expect(it.calls).toEqual([['a']]);
  await it.adopt();
  it.outbox().wake();
  await it.outbox().settled();
  expect(it.taken).toEqual(['a']);
});

it('lets plays for a service that it does not know wait, without asking for them again and again', async () => {
  await using it = await outboxWith([]);
  it.put('old', 900, 'gone.example');
  await it.store('a', 1000);
  await it.outbox().settled();
  expect(it.taken).toEqual(['a']);
  expect(await it.rows()).toMatchObject([{ service: 'gone.example', refusal: null, attempts: 0 }]);
  const warning = 'plays wait for a service that this version does not know';
  expect(it.warnings).toEqual([warning]);
  for (let day = 0; day < 3; day += 1) {
    await it.clock.advance(dayMs);
    await it.outbox().settled();
    await it.quiet();
  }
  expect(it.warnings).toEqual([warning]);
  await it.clock.advance(11 * dayMs);
  await it.quiet();
  await it.clock.advance(dayMs);
  await it.outbox().settled();
  await it.quiet();
  expect(await it.rows()).toEqual([]);
});

it.each([
  [120_000, 120_000],
  [1_000, 30_000],
  [9e9, 60 * minuteMs],
])('waits %d ms as the service asks, within limits, and nobody calls meanwhile', async (afterMs, waitMs) => {
  await using it = await outboxWith([{ kind: 'retry', reason: 'slow down', afterMs }]);
  await it.store('a', 1000);
  await it.outbox().settled();
  expect(it.outbox().isHeld('lastfm')).toBe(true);
  await it.clock.advance(waitMs - 1);
  // Another user has something to send.
  await it.store('b', 1001, 2);
  await it.outbox().settled();
  expect(it.calls).toEqual([['a']]);
  await it.clock.advance(1);
  await it.outbox().settled();
  expect(it.calls.slice(1).toSorted()).toEqual([['a'], ['b']]);
});

it('gives up after 14 days of trouble, not before, and keeps the history', async () => {
  await using it = await outboxWith(Array.from({ length: 1000 }, () => 'retry' as const));
  await it.store('a', 1000);
  for (let day = 0; day < 13; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) {
      await it.outbox().settled();
      await it.clock.advance(60 * minuteMs);
    }
  }
  await it.outbox().settled();
  expect(await it.rows()).toHaveLength(1);
  for (let hour = 0; hour < 30; hour += 1) {
    await it.clock.advance(60 * minuteMs);
    await it.outbox().settled();
  }
  expect(await it.rows()).toEqual([]);
  expect(await it.history()).toHaveLength(1);
});

it('loses nothing and repeats nothing, whatever the service does', async () => {
  const word = fc.constantFrom<Verdict['kind']>('sent', 'retry', 'retry', 'sent');
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (script, count) => {
        await using it = await outboxWith([...script]);
        const titles = Array.from({ length: count }, (_, index) => `song ${index}`);
        for (const [index, title] of titles.entries()) await it.store(title, 1000 + index);
        for (let hour = 0; hour <= script.length + 1; hour += 1) {
          await it.outbox().settled();
          await it.clock.advance(61 * minuteMs);
        }
        await it.outbox().settled();
        expect(it.taken).toEqual(titles);
      },
    ),
    { numRuns: 25 },
  );
});

it('hears a play at whatever moment it goes to sleep', async () => {
  await using it = await outboxWith([]);
  const titles = Array.from({ length: 100 }, (_, step) => `after ${step} steps`);
  for (const [step, title] of titles.entries()) {
    it.outbox().wake();
    for (let at = 0; at < step; at += 1) await Promise.resolve();
    it.put(title, 1000 + step);
    it.outbox().wake();
    await it.outbox().settled();
    expect(it.taken.at(-1)).toBe(title);
  }
  expect(it.taken).toEqual(titles);
});
