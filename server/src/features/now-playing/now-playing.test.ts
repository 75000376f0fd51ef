import { createFakeClock } from '@tonearm/testkit';
import { beforeEach, expect, it } from 'vitest';
import { createNowPlaying, type PlaybackReport } from './now-playing.ts';

let clock = createFakeClock();
let nowPlaying = createNowPlaying(clock);
beforeEach(() => {
  clock = createFakeClock();
  nowPlaying = createNowPlaying(clock);
});

const minuteMs = 60_000;
const report = (more: Partial<PlaybackReport> = {}) =>
  nowPlaying.report({
    userId: 1,
    player: 'Desk',
    songId: 'song',
    durationMs: 3 * minuteMs,
    positionMs: 0,
    state: 'playing',
    rate: 1,
    ...more,
  });

it('runs on while a song plays, to its end, and stands while it is paused', async () => {
  report({ positionMs: 1000 });
  await clock.advance(5000);
  expect(nowPlaying.find(1, 'Desk')?.positionMs).toBe(6000);
  await clock.advance(10 * minuteMs);
  expect(nowPlaying.find(1, 'Desk')?.positionMs).toBe(3 * minuteMs);
  report({ positionMs: 7000, state: 'paused' });
  await clock.advance(5000);
  expect(nowPlaying.find(1, 'Desk')?.positionMs).toBe(7000);
  report({ positionMs: 7000, rate: 2 });
  await clock.advance(1000);
  expect(nowPlaying.find(1, 'Desk')?.positionMs).toBe(9000);
});

it('is forgotten when it is stopped, and half an hour after its planned end', async () => {
  report();
  await clock.advance(33 * minuteMs);
  expect(nowPlaying.list()).toHaveLength(1);
  await clock.advance(1);
  expect([nowPlaying.list(), nowPlaying.find(1, 'Desk')]).toEqual([[], null]);
  report();
  report({ state: 'stopped' });
  expect(nowPlaying.list()).toEqual([]);
});

it('tells players and people apart, newest start first', async () => {
  report();
  await clock.advance(1000);
  report({ player: 'Phone' });
  report({ userId: 2 });
  expect(nowPlaying.list().map(({ playerId }) => playerId)).toEqual([2, 3, 1]);
  expect(nowPlaying.list(1).map(({ player }) => player)).toEqual(['Phone', 'Desk']);
  nowPlaying.forget(1);
  expect(nowPlaying.list().map(({ userId }) => userId)).toEqual([2]);
});

it('keeps when a song began, until it starts anew', async () => {
  report({ positionMs: 2000 });
  const started = nowPlaying.find(1, 'Desk')?.startedAtMs;
  expect(started).toBe(clock.nowMs() - 2000);
  await clock.advance(5000);
  report({ positionMs: 7000 });
  expect(nowPlaying.find(1, 'Desk')?.startedAtMs).toBe(started);
  report({ state: 'starting' });
  expect(nowPlaying.find(1, 'Desk')?.startedAtMs).toBe(clock.nowMs());
});

it('remembers a bounded number of players of one person', () => {
  for (let number = 0; number < 30; number += 1) report({ player: String(number) });
  report({ userId: 2 });
  expect(nowPlaying.list(1)).toHaveLength(20);
  expect(nowPlaying.list(2)).toHaveLength(1);
});
