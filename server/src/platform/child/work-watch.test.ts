import { describe, expect, it } from 'vitest';
import { watchWork } from './work-watch.ts';

const limits = { cpuMs: 5_000, stillMs: 60_000, longestMs: 600_000 };
const start = { atMs: 0, steps: 0, pulses: 0, cpuMs: 0 };

/** Looks every second at work that goes as told, from the first step on. */
const verdictOf = (
  seconds: number,
  each: (second: number) => { pulses?: number; cpuMs?: number; steps?: number },
) => {
  const watch = watchWork(limits, start);
  watch.see({ ...start, steps: 1 });
  for (let second = 1; second <= seconds; second += 1) {
    const verdict = watch.see({ atMs: second * 1000, steps: 1, pulses: 0, cpuMs: 0, ...each(second) });
    if (verdict !== null) return { verdict, second };
  }
  return null;
};

describe('watching work', () => {
  it('gives up what works on and on', () => {
    expect(verdictOf(60, (second) => ({ cpuMs: second * 900 }))).toEqual({ verdict: 'deadline', second: 6 });
  });

  it('lets work wait for a busy machine', () => {
    expect(verdictOf(300, (second) => ({ cpuMs: second * 10 }))).toBeNull();
  });

  it('lets a slow drive give its bytes, and waits for one that sleeps', () => {
    expect(verdictOf(300, (second) => ({ pulses: Math.floor(second / 30) }))).toBeNull();
    expect(verdictOf(59, () => ({}))).toBeNull();
  });

  it('gives up what nothing comes of at all, and what goes on without end', () => {
    expect(verdictOf(100, () => ({}))).toEqual({ verdict: 'stalled', second: 61 });
    expect(verdictOf(700, (second) => ({ pulses: second }))).toEqual({ verdict: 'stalled', second: 601 });
  });

  it('counts each step by itself', () => {
    expect(
      verdictOf(900, (second) => ({ steps: 1 + Math.floor(second / 4), cpuMs: second * 1000 })),
    ).toBeNull();
  });

  it('lets a thread work as much as it needs to start', () => {
    const watch = watchWork(limits, start);
    expect(watch.see({ ...start, atMs: 30_000, cpuMs: 20_000 })).toBeNull();
    expect(watch.see({ ...start, atMs: 31_000, cpuMs: 20_000, steps: 1 })).toBeNull();
    expect(watch.see({ ...start, atMs: 92_000, cpuMs: 20_000, steps: 1 })).toBe('stalled');
  });
});
