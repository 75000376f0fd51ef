import { describe, expect, it } from 'vitest';
import type { TrackSource } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createDeck } from './deck.ts';
import { createPaddings } from './encoder-silence.ts';
import { createFakeMediaElement } from './fake-media-element.ts';
import { createHandover } from './handover.ts';

/** How positions come: smoothly, or as Firefox tells them. */
const smooth = { stepSeconds: 0, untilSeconds: Number.POSITIVE_INFINITY };
const steps = { stepSeconds: 0.04, untilSeconds: 59.94 };

type Track = Pick<TrackSource, 'url' | 'encoding'>;
const flac: Track = { url: 'one.flac' };
/** Of 60 s, by its samples. */
const opus = (lengthSeconds: number): Track => ({
  url: 'one.opus',
  encoding: {
    ...{ codec: 'opus', sampleRate: 48_000, delay: 312, padding: 0 },
    totalSamples: lengthSeconds * 48_000,
  },
});

/** Without a header of its encoder. */
const mp3: Track = {
  url: 'one.mp3',
  encoding: { codec: 'mp3', sampleRate: 44_100, delay: null, padding: null, totalSamples: null },
};

/** Two decks of an engine, the first near its end and the second loaded. */
const setUp = ({
  kept = null as number | null,
  position = smooth,
  rate = 1,
  track = flac,
  next: { encoding: nextEncoding } = flac,
  nextUrl = 'two.flac',
  readPadding = async (_url: string, _sampleRate: number) => 0,
} = {}) => {
  const clock = createFakeClock();
  const written: number[] = [];
  const elements = [createFakeMediaElement(), createFakeMediaElement()] as const;
  const [a, b] = elements;
  const decks = elements.map((element) => createDeck(element, () => {}));
  const [playing, next] = decks as [(typeof decks)[number], (typeof decks)[number]];
  const handover = createHandover({
    nowMs: clock.nowMs,
    later: clock.later,
    startMemory: { read: () => kept, write: (ms) => written.push(ms) },
    paddings: createPaddings(readPadding),
  });
  playing.load({ id: 1, ...track, rate }, 0);
  next.load({ id: 2, url: nextUrl, ...(nextEncoding && { encoding: nextEncoding }) }, 0);
  for (const element of elements) {
    element.happen('canplaythrough', { readyState: 4, duration: 60, bufferedRanges: [[0, 60]] });
  }
  playing.play();
  const { nowMs } = clock;
  return {
    ...{ a, b, clock, written, handover, playing, next },
    /** The playing one is so many seconds from its end. */
    remain(seconds: number): void {
      a.runFrom(60 - seconds, { nowMs, ...position });
      handover.progressed(playing, next);
    },
    /** The next one sounds from now on; what it takes is measured. */
    sound(): void {
      b.runFrom(b.currentTime, { nowMs, ...position });
      clock.pass(1100);
      handover.progressed(next, null);
      clock.pass(600);
    },
    hasStarted: () => b.calls.includes('play two.flac'),
  };
};

describe('the start of what follows', () => {
  it.each([
    ['smoothly', smooth],
    ['in steps, the last of them well before the end', steps],
  ])('comes where the end will be heard, by positions that come %s', (_, position) => {
    const { clock, remain, hasStarted } = setUp({ kept: 50, position });
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
    const { clock, remain, hasStarted } = setUp({ kept: 50, track: opus(soundSeconds) });
    remain(0.9);
    clock.pass(endsAfterMs - 50);
    expect(hasStarted()).toBe(false);
    clock.pass(8);
    expect(hasStarted()).toBe(true);
  });

  it('skips what an encoder put before MP3 that does not tell, and learns from that start too', () => {
    const { b, clock, handover, remain, sound, written } = setUp({ next: mp3 });
    remain(0.9);
    expect(b.currentTime).toBeCloseTo(1105 / 44_100, 6);
    clock.pass(910);
    handover.finish();
    clock.pass(40);
    sound();
    expect(written[0]).toBeGreaterThan(40);
    expect(written[0]).toBeLessThan(52);
  });

  it('sends Opus somewhere once, as Chromium drops the first of its sound else', () => {
    const { b, clock, handover, next, playing, remain } = setUp({ nextUrl: 'two.opus' });
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
    const { clock, remain, hasStarted } = setUp({ kept: 50, track: mp3, readPadding });
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
    const { clock, remain, hasStarted } = setUp({
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
    const { clock, remain, hasStarted, a } = setUp({ kept: 0, rate: 2 });
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
    const { b, clock, handover, playing, next, remain } = setUp({ position: steps });
    remain(0.9);
    clock.pass(900 + 400);
    handover.progressed(playing, next);
    expect(b.paused).toBe(false);
    expect(handover.finish()).toBe(true);
  });

  it('is taken back when nothing is heard of an end at all', () => {
    const { b, clock, handover, playing, next, remain } = setUp({ position: steps });
    remain(0.9);
    clock.pass(900 + 1100);
    handover.progressed(playing, next);
    expect(b.paused).toBe(true);
  });
});

describe('what starting takes', () => {
  it.each([
    ['smoothly', smooth],
    ['in steps', { ...steps, untilSeconds: 60 }],
  ])('is measured by positions that come %s, and kept for the next visit', (_, position) => {
    const { clock, written, handover, remain, sound } = setUp({ position });
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
    const { a, clock, handover, playing, remain, hasStarted, written } = setUp();
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
    const { a, b, clock, handover, playing, remain, sound, written } = setUp({ kept });
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
      clock.pass(900 + Math.min(gapMs, 10));
      handover.finish();
      clock.pass(gapMs - Math.min(gapMs, 10));
      sound();
      return written.at(-1);
    });
  };
  const about = (ms: number) => expect.closeTo(ms, -0.5);

  it('is not changed by gaps that are as short as they can be made', () => {
    expect(learnedFrom([3, 11, 6, 2])).toEqual([40, 40, 40, 40]);
  });

  it('is less after an overlap, so that there is none', () => {
    expect(learnedFrom([-20, 5])).toEqual([about(15), about(15)]);
  });

  it('is only a little less when all gaps before were none', () => {
    const [, , , , last = 0] = learnedFrom([8, 6, 4, 2, -2]);
    expect(last).toBeGreaterThan(34);
    expect(last).toBeLessThan(37.5);
  });

  it('is a little more when the shortest of many gaps leaves room for that, and the longest is too long', () => {
    const [, , , , last = 0] = learnedFrom([5, 7, 9, 11, 14]);
    expect(last).toBeGreaterThan(41);
    expect(last).toBeLessThan(45);
  });

  it('is not learned from one start that was held up', () => {
    expect(learnedFrom([4, 200, 4, 200])).toEqual([40, 40, 40, 40]);
    expect(learnedFrom([200, 4], null)).toEqual([0, 0]);
  });

  it('is more when two starts in a row come late, by as much as the earlier of them', () => {
    expect(learnedFrom([35, 28, 6])).toEqual([40, about(64), about(64)]);
  });
});
