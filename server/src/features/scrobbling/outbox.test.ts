import { createFakeClock, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openState } from '../../db/databases.ts';
import { silentLog } from '../../platform/log.ts';
import { saveAccount } from './accounts-store.ts';
import { createOutbox, pauseMs } from './outbox.ts';
import { listListens, listOutboxRows } from './outbox-store.ts';
import type { PlayedAt, ScrobblingService, Verdict } from './scrobbler.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const played = (title: string) => ({
  title,
  artist: 'Anna',
  album: null,
  albumArtist: null,
  trackNumber: null,
  durationSeconds: 100,
});

/** A service that does what a script says, one word a call, and keeps what it took. */
const scriptedService = (script: Verdict['kind'][]) => {
  const taken: string[] = [];
  const calls: string[][] = [];
  const service: ScrobblingService = {
    id: 'lastfm',
    label: 'Scripted',
    mostPlays: 3,
    hint: null,
    authorizeUrl: null,
    profileUrl: () => null,
    link: async () => ({ kind: 'linked', username: 'x', secret: 'y' }),
    nowPlaying: async () => ({ kind: 'sent' }),
    scrobble: async (_secret, plays: readonly PlayedAt[]) => {
      const kind = script.shift() ?? 'sent';
      calls.push(plays.map(({ play }) => play.title));
      if (kind === 'sent') taken.push(...plays.map(({ play }) => play.title));
      return plays.map(() => (kind === 'sent' ? { kind } : { kind, reason: 'because' }));
    },
  };
  return { service, taken, calls };
};

const outboxWith = async (script: Verdict['kind'][]) => {
  const folder = await tempFolder();
  const state = openState(folder.path);
  state.raw.exec(`INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0)`);
  const clock = createFakeClock();
  const link = () =>
    saveAccount(state.query, {
      userId: 1,
      service: 'lastfm',
      username: 'a',
      secret: Buffer.from('k'),
      nowMs: 0,
    });
  await link();
  const { service, taken, calls } = scriptedService(script);
  const unlinked: unknown[] = [];
  const open = () =>
    createOutbox({
      query: state.query,
      services: new Map([['lastfm', service]]),
      openSecret: () => 'key',
      onUnlinked: async (key) => {
        unlinked.push(key);
        state.raw.exec('DELETE FROM linked_accounts');
      },
      clock,
      log: silentLog,
    });
  let outbox = open();
  const store = (title: string, playedAt: number) =>
    outbox.store({
      userId: 1,
      path: `Music/${title}`,
      play: played(title),
      title,
      artist: 'Anna',
      playedAt,
      services: ['lastfm'],
    });
  return {
    clock,
    store,
    taken,
    calls,
    unlinked,
    link,
    outbox: () => outbox,
    restart: () => {
      outbox = open();
    },
    rows: () => listOutboxRows(state.query, 1, { limit: 1000, offset: 0 }),
    history: () => listListens(state.query, 1, { limit: 1000, offset: 0 }),
    [Symbol.asyncDispose]: async () => {
      await outbox.close();
      state.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

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
  expect(await it.rows()).toMatchObject([{ refusal: 'because' }]);
  expect(it.taken).toEqual(['b']);
});

it('keeps plays of an account that must be linked again until it is', async () => {
  await using it = await outboxWith(['unlinked']);
  await it.store('a', 1000);
  await it.outbox().settled();
  expect(it.unlinked).toEqual([expect.objectContaining({ userId: 1, service: 'lastfm' })]);
  await it.clock.advance(dayMs);
  expect(await it.rows()).toHaveLength(1);
  await it.link();
  it.outbox().wake();
  await it.outbox().settled();
  expect(it.taken).toEqual(['a']);
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
