import { expect, it } from 'vitest';
import { type Act, lostOf } from './acknowledged.ts';

const act = (value: string | null, sentAtMs: number, ackedAtMs: number | null): Act => ({
  key: 'a',
  value,
  sentAtMs,
  ackedAtMs,
  status: ackedAtMs === null ? 0 : 200,
  said: '',
});

it('tells of what was acknowledged and is not there, and of nothing else', () => {
  const acts = [act('one', 1, 2), act('two', 3, 4), act('three', 5, null)];
  const lost = (there: string | null, beforeMs?: number) =>
    lostOf(acts, new Map(there === null ? [] : [['a', there]]), beforeMs).length;
  expect([lost('two'), lost('three'), lost('one'), lost(null)]).toEqual([0, 0, 1, 1]);
  // Before the second was acknowledged, and before anything was sent.
  expect([lost('one', 4), lost('two', 4), lost(null, 4), lost(null, 0)]).toEqual([0, 0, 1, 0]);
});
