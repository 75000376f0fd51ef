import { describe, expect, it } from 'vitest';
import { createTestHandover, smooth, steps } from './test-handover.ts';

describe('what starting takes', () => {
  it.each([
    ['smoothly', smooth],
    ['in steps', { ...steps, untilSeconds: 60 }],
  ])('is measured by positions that come %s, and kept for the next visit', (_, position) => {
    const { clock, written, handover, remain, sound } = createTestHandover({ position });
    remain(0.9);
    clock.pass(910);
    handover.finish();
    // Started about 6 ms after the end, it is silent until 70 after that.
    clock.pass(60);
    sound();
    expect(written).toHaveLength(1);
    expect(written[0]).toBeGreaterThan(58);
    expect(written[0]).toBeLessThan(72);
  });

  it('is told by the first track of all, until a change of tracks has measured it', () => {
    const { a, clock, handover, playing, remain, hasStarted, written } = createTestHandover();
    handover.sounded(playing);
    // It connects to the sound server besides.
    clock.pass(100);
    a.runFrom(0, clock);
    clock.pass(1100);
    handover.progressed(playing, null);
    clock.pass(600);
    expect(written).toEqual([]);
    remain(0.9);
    clock.pass(900 - 70);
    expect(hasStarted()).toBe(false);
    clock.pass(20);
    expect(hasStarted()).toBe(true);
  });

  /** Changes of which the track that follows is heard so many milliseconds after the one before. */
  const learnedFrom = (gapsMs: readonly number[], kept: number | null = 40): (number | undefined)[] => {
    const { a, b, clock, handover, playing, remain, sound, written } = createTestHandover({ kept });
    if (kept === null) {
      // It says that it plays when it is heard.
      a.runFrom(0, clock);
      handover.sounded(playing);
      clock.pass(1100);
      handover.progressed(playing, null);
      clock.pass(600);
    }
    return gapsMs.map((gapMs) => {
      b.currentTime = 0;
      remain(0.9);
      clock.pass(900 + 10);
      handover.finish();
      clock.pass(Math.max(gapMs - 10, 0));
      // It began before it was looked at.
      b.currentTime = Math.max(10 - gapMs, 0) / 1000;
      sound();
      return written.at(-1);
    });
  };
  const about = (ms: number) => expect.closeTo(ms, -0.5);

  it('is not changed by gaps that are as short as they can be made', () => {
    expect(learnedFrom([3, 11, 6, 2])).toEqual([40, 40, 40, 40]);
  });

  it('is less after an overlap, so that there is none', () => {
    expect(learnedFrom([-20, 5])).toEqual([about(12), about(12)]);
  });

  it('is only a little less when all gaps before were none', () => {
    const [, , , , last = 0] = learnedFrom([8, 6, 4, 2, -2], 0);
    expect(last).toBeGreaterThan(-6);
    expect(last).toBeLessThan(-2.5);
  });

  it('is a little more when the shortest of many gaps leaves room for that, and the longest is too long', () => {
    const [, , , , last = 0] = learnedFrom([5, 7, 9, 11, 14], 0);
    expect(last).toBeGreaterThan(1);
    expect(last).toBeLessThan(5);
  });

  it('is left where starts take long, and so differ more, as long as nobody minds', () => {
    expect(learnedFrom([14, 19, 3, 17])).toEqual([40, 40, 40, 40]);
  });

  it('is not learned from one start that was held up', () => {
    expect(learnedFrom([4, 200, 4, 200])).toEqual([40, 40, 40, 40]);
    expect(learnedFrom([200, 4], null)).toEqual([0, 0]);
  });

  it('is more when two starts in a row come late, by as much as the earlier of them', () => {
    expect(learnedFrom([35, 28, 6])).toEqual([40, about(60), about(60)]);
  });
});
