import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backupName, madeAtMsOf, surplusOf } from './backup-names.ts';
import { lastNightMs, nextNightMs } from './backup-times.ts';

const day = 24 * 60 * 60 * 1000;
const anyMoment = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) });

describe('names of backups', () => {
  it('tell when they were made, and by which installation', () => {
    fc.assert(
      fc.property(anyMoment, (madeAtMs) => {
        const name = backupName('0123abcd', madeAtMs);
        expect(madeAtMsOf(name, '0123abcd')).toBe(madeAtMs);
        expect(madeAtMsOf(name, '0123abce')).toBeNull();
      }),
    );
    for (const other of ['state.db', 'tonearm-0123abcd-x.db', 'tonearm-0123abcd-20261301T000000000Z.db'])
      expect(madeAtMsOf(other, '0123abcd')).toBeNull();
  });
});

describe('what goes', () => {
  it('is never the new one, leaves as many as are kept, and is no newer than what stays', () => {
    const all = fc.uniqueArray(anyMoment, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(all, fc.integer({ min: 1, max: 12 }), anyMoment, (times, keepCount, nowMs) => {
        const backups = times.map((madeAtMs) => ({ name: String(madeAtMs), madeAtMs }));
        const newest = backups[0]?.name ?? '';
        const gone = surplusOf(backups, { keepCount, nowMs, newest });
        const kept = backups.filter((backup) => !gone.includes(backup));
        expect(kept).toHaveLength(Math.min(keepCount, backups.length));
        expect(gone.map(({ name }) => name)).not.toContain(newest);
        const past = (list: typeof backups) => list.filter(({ madeAtMs }) => madeAtMs <= nowMs);
        const others = past(kept).filter(({ name }) => name !== newest);
        for (const { madeAtMs } of past(gone))
          for (const stays of others) expect(madeAtMs).toBeLessThan(stays.madeAtMs);
        // One of a clock that was wrong stays only where every true one does.
        if (kept.some(({ madeAtMs, name }) => madeAtMs > nowMs && name !== newest))
          expect(past(gone)).toEqual([]);
      }),
    );
  });
});

describe('nights', () => {
  it('are the nearest before and after any moment, whatever the clocks do', () => {
    fc.assert(
      fc.property(anyMoment, (nowMs) => {
        const [last, next] = [lastNightMs(nowMs), nextNightMs(nowMs)];
        expect(last).toBeLessThanOrEqual(nowMs);
        expect(next).toBeGreaterThan(nowMs);
        expect(next - last).toBeGreaterThan(day - 3 * 60 * 60 * 1000);
        expect(next - last).toBeLessThan(day + 3 * 60 * 60 * 1000);
        expect(lastNightMs(next)).toBe(next);
      }),
    );
  });
});
