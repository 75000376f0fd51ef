import { describe, expect, it } from 'vitest';
import { createTestHandover, mp3, opus, smooth, steps } from './test-handover.ts';

describe('the start of what follows', () => {
  it.each([
    ['smoothly', smooth],
    ['in steps, the last of them well before the end', steps],
  ])('comes where the end will be heard, by positions that come %s', (_, position) => {
    const { clock, remain, hasStarted } = createTestHandover({ kept: 50, position });
    remain(0.9);
    clock.pass(900 - 50 - 10);
    expect(hasStarted()).toBe(false);
    clock.pass(20);
    expect(hasStarted()).toBe(true);
  });

  it.each([
    ['ends where its samples do, in a browser that counts more', 59.9935, 893],
    ['ends where its length says, in one that counts no more', 60, 900],
  ])('follows Opus that %s', (_, soundSeconds, endsAfterMs) => {
    const { clock, remain, hasStarted } = createTestHandover({ kept: 50, track: opus(soundSeconds) });
    remain(0.9);
    clock.pass(endsAfterMs - 50);
    expect(hasStarted()).toBe(false);
    clock.pass(8);
    expect(hasStarted()).toBe(true);
  });

  it('comes before what plays ends by what an encoder put before MP3 that does not tell, and is learned from', () => {
    const { b, clock, handover, hasStarted, remain, sound, written } = createTestHandover({ next: mp3 });
    remain(0.9);
    clock.pass(900 - 26);
    expect(hasStarted()).toBe(false);
    clock.pass(8);
    expect(hasStarted()).toBe(true);
    // Sent nowhere: Chromium leaves a frame out where it was sent behind the silence.
    expect(b.currentTime).toBe(0);
    clock.pass(28);
    handover.finish();
    clock.pass(40);
    // Its beginning is heard 50 ms after the end of the other, and was to be heard 25 before it.
    sound();
    expect(written[0]).toBeGreaterThan(65);
    expect(written[0]).toBeLessThan(77);
  });

  it('sends Opus somewhere once, as Chromium drops the first of its sound else', () => {
    const { b, clock, handover, next, playing, remain } = createTestHandover({ nextUrl: 'two.opus' });
    remain(0.9);
    expect(b.currentTime).toBe(0.000_001);
    // A browser that rounds places stands at its beginning all the same.
    b.currentTime = 0;
    clock.pass(100);
    handover.progressed(playing, next);
    expect(b.currentTime).toBe(0);
  });

  it('comes before what an encoder put behind such MP3, once that was asked about', async () => {
    const asked: unknown[] = [];
    const readPadding = async (...what: [string, number]) => {
      asked.push(what);
      return 0.02;
    };
    const { clock, remain, hasStarted } = createTestHandover({ kept: 50, track: mp3, readPadding });
    remain(20);
    remain(10);
    await Promise.resolve();
    expect(asked).toEqual([['one.mp3', 44_100]]);
    remain(0.9);
    clock.pass(900 - 20 - 50 - 3);
    expect(hasStarted()).toBe(false);
    clock.pass(10);
    expect(hasStarted()).toBe(true);
  });

  it('comes at the end of a file when nobody can tell what lies behind its sound', async () => {
    const { clock, remain, hasStarted } = createTestHandover({
      kept: 50,
      track: mp3,
      readPadding: () => Promise.reject(new Error('no such bytes')),
    });
    remain(10);
    await Promise.resolve();
    remain(0.9);
    clock.pass(900 - 50 - 3);
    expect(hasStarted()).toBe(false);
    clock.pass(10);
    expect(hasStarted()).toBe(true);
  });

  it('comes by the speed of what plays', () => {
    const { clock, remain, hasStarted, a } = createTestHandover({ kept: 0, rate: 2 });
    remain(0.9);
    // Twice as fast: 0.9 s of the track are over in 0.45 s.
    const beginMs = clock.nowMs();
    Object.defineProperty(a, 'currentTime', { get: () => 59.1 + ((clock.nowMs() - beginMs) * 2) / 1000 });
    clock.pass(440);
    expect(hasStarted()).toBe(false);
    clock.pass(20);
    expect(hasStarted()).toBe(true);
  });

  it('stays when a browser says late that a track has ended that stands at its end', () => {
    const { b, clock, handover, playing, next, remain } = createTestHandover({ position: steps });
    remain(0.9);
    clock.pass(900 + 400);
    handover.progressed(playing, next);
    expect(b.paused).toBe(false);
    expect(handover.finish()).toBe(true);
  });

  it('is taken back when nothing is heard of an end at all', () => {
    const { b, clock, handover, playing, next, remain } = createTestHandover({ position: steps });
    remain(0.9);
    clock.pass(900 + 1100);
    handover.progressed(playing, next);
    expect(b.paused).toBe(true);
  });
});
