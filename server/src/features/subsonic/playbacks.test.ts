import { expect, it } from 'vitest';
import { createPlaybacks, type Reported } from './playbacks.ts';

const start = 1_700_000_000_000;

const player = () => {
  let nowMs = start;
  const playbacks = createPlaybacks({ nowMs: () => nowMs });
  const report = (state: Reported['state'], positionMs: number, other: Partial<Reported> = {}) =>
    playbacks.report({
      ...{ player: 'phone', songId: 'a', durationMs: 200_000, rate: 1, state, positionMs },
      ...other,
    });
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { playbacks, report, pass };
};

it('counts what was heard for more than half, when it ends', () => {
  const { report, pass } = player();
  expect(report('starting', 0)).toBeNull();
  pass(60_000);
  expect(report('paused', 60_000)).toBeNull();
  pass(500_000);
  expect(report('playing', 60_000)).toBeNull();
  pass(41_000);
  expect(report('stopped', 101_000)).toEqual({ songId: 'a', startedAtMs: start });
  expect(report('stopped', 101_000)).toBeNull();
});

it('counts neither what was paused or jumped over, nor what is short', () => {
  const { report, pass } = player();
  report('starting', 0);
  pass(50_000);
  report('playing', 190_000);
  pass(500_000);
  // At most the ten seconds that were left.
  expect(report('stopped', 200_000)).toBeNull();
  report('starting', 0, { durationMs: 30_000 });
  pass(30_000);
  expect(report('stopped', 30_000, { durationMs: 30_000 })).toBeNull();
});

it('counts when another song begins, and the same one anew', () => {
  const { report, pass } = player();
  report('starting', 0);
  pass(150_000);
  expect(report('starting', 0)).toEqual({ songId: 'a', startedAtMs: start });
  pass(150_000);
  expect(report('playing', 0, { songId: 'b' })).toEqual({ songId: 'a', startedAtMs: start + 150_000 });
});

it('is never counted twice with a play that is reported otherwise', () => {
  const { playbacks, report, pass } = player();
  report('starting', 0);
  pass(150_000);
  expect(playbacks.scrobble('phone', 'a', start)).toBe(false);
  expect(report('stopped', 150_000)).toBeNull();
  report('starting', 0);
  pass(150_000);
  expect(report('stopped', 150_000)).not.toBeNull();
  expect(playbacks.scrobble('phone', 'a', start + 150_000)).toBe(true);
  expect(playbacks.scrobble('phone', 'a', start - 500_000)).toBe(false);
  expect(playbacks.scrobble('watch', 'a', start + 150_000)).toBe(false);
});
