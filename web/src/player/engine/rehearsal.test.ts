import { describe, expect, it } from 'vitest';
import { createTestHandover } from './test-handover.ts';

describe('a start that nobody hears', () => {
  /** The first track sounds, a while after the browser said so; the next one is loaded. */
  const beginning = async ({
    silentMs = 100,
    ...how
  }: Parameters<typeof createTestHandover>[0] & { silentMs?: number } = {}) => {
    const set = createTestHandover(how);
    const { a, clock, handover, playing } = set;
    a.happen('playing');
    handover.sounded(playing);
    clock.pass(silentMs);
    a.runFrom(0, clock);
    clock.pass(1100);
    handover.progressed(playing, null);
    clock.pass(600);
    handover.progressed(playing, null);
    await Promise.resolve();
    await Promise.resolve();
    return set;
  };
  const plays = ({ calls }: { readonly calls: readonly string[] }): number =>
    calls.filter((call) => call.startsWith('play')).length;

  it('tells what starting takes before the first change, and leaves the track as it was', async () => {
    const { b, clock, handover, next, playing, remain, written } = await beginning();
    handover.progressed(playing, next);
    expect(plays(b)).toBe(1);
    expect(b.volume).toBeGreaterThan(0);
    expect(b.volume).toBeLessThan(0.000_02);
    clock.pass(83);
    b.runFrom(0, clock);
    clock.pass(1600);
    expect([b.paused, b.currentTime]).toEqual([true, 0]);
    // What of it waits to be sounded still is not to be heard either.
    expect(b.volume).toBeLessThan(0.000_02);
    clock.pass(500);
    expect(b.volume).toBe(1);
    expect(written).toEqual([]);
    handover.progressed(playing, next);
    expect(plays(b)).toBe(1);
    remain(0.9);
    clock.pass(900 - 83 + 5);
    expect(plays(b)).toBe(1);
    clock.pass(6);
    expect(plays(b)).toBe(2);
  });

  it('loads AAC anew in place of sending it back, so that it starts as any other does', async () => {
    const { b, clock, handover, next, playing } = await beginning({ nextUrl: 'two.m4a' });
    handover.progressed(playing, next);
    clock.pass(83);
    b.runFrom(0, clock);
    clock.pass(1600);
    expect(b.calls).toEqual(['load two.m4a', 'play two.m4a', 'pause two.m4a', 'load two.m4a']);
    expect(next.source()?.id).toBe(2);
  });

  it('is over at once when the track is needed, or is not wanted any more', async () => {
    const { b, clock, handover, next, playing } = await beginning();
    handover.progressed(playing, next);
    clock.pass(700);
    handover.cancel(next);
    expect([b.paused, b.currentTime, b.volume]).toEqual([true, 0, 1]);
    clock.pass(3000);
    expect(plays(b)).toBe(1);
    expect(b.paused).toBe(true);
  });

  it('teaches nothing when the element never moves', async () => {
    const { b, clock, handover, next, playing, remain } = await beginning();
    handover.progressed(playing, next);
    clock.pass(3000);
    expect(b.paused).toBe(true);
    remain(0.9);
    // What the first track of all took tells what is known: 100 ms, less what it takes to find a sound server.
    clock.pass(900 - 60 - 5);
    expect(plays(b)).toBe(1);
    clock.pass(15);
    expect(plays(b)).toBe(2);
  });

  it.each([
    ['a browser says that an element plays when it is heard', { silentMs: 0 }],
    ['a change of tracks has told what starting takes', { kept: 40 }],
  ])('is not made where %s', async (_, how) => {
    const { b, handover, next, playing } = await beginning(how);
    handover.progressed(playing, next);
    expect(plays(b)).toBe(0);
  });

  it('is not made where pages cannot make an element softer', async () => {
    const { b, handover, next, playing } = await beginning();
    Object.defineProperty(b, 'volume', { get: () => 1, set: () => {} });
    handover.progressed(playing, next);
    expect(plays(b)).toBe(0);
  });

  it('is not made close to the end of what plays', async () => {
    const { a, b, clock, handover, next, playing } = await beginning();
    a.runFrom(57, clock);
    handover.progressed(playing, next);
    expect(plays(b)).toBe(0);
  });
});
