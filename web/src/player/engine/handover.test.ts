import { describe, expect, it } from 'vitest';
import type { TrackSource } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createDeck } from './deck.ts';
import { createPaddings } from './encoder-silence.ts';
import { createFakeMediaElement } from './fake-media-element.ts';
import { createHandover } from './handover.ts';
import { createRehearsal } from './rehearsal.ts';

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
  nextConversion = undefined as TrackSource['conversion'],
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
    loadRehearsal: async () => createRehearsal,
  });
  playing.load({ id: 1, ...track, rate }, 0);
  const facts = {
    ...(nextEncoding && { encoding: nextEncoding }),
    ...(nextConversion && { conversion: nextConversion }),
  };
  next.load({ id: 2, url: nextUrl, ...facts }, 0);
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

  it('comes before what plays ends by what an encoder put before MP3 that does not tell, and is learned from', () => {
    const { b, clock, handover, hasStarted, remain, sound, written } = setUp({ next: mp3 });
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
    const { b, clock, handover, next, playing, remain } = setUp({ nextUrl: 'two.opus' });
    remain(0.9);
    expect(b.currentTime).toBe(0.000_001);
    // A browser that rounds places stands at its beginning all the same.
    b.currentTime = 0;
    clock.pass(100);
    handover.progressed(playing, next);
    expect(b.currentTime).toBe(0);
  });

  it.each([
    ['is made', true, [[0, 60]] as const, 0.000_001],
    ['is being made', false, [[0, 60]] as const, 0],
    ['is sent as it is being made', true, [], 0],
  ])(
    'sends a conversion into Opus there where it %s, and has none made anew',
    (_, isSeekable, ranges, place) => {
      const urlAt = (seconds: number) => `two.wv?format=opus&from=${seconds}`;
      const conversion = { urlAt, durationSeconds: 60, isSeekable, savesData: false };
      const { b, remain } = setUp({ nextUrl: urlAt(0), nextConversion: conversion });
      b.happen('progress', { seekableRanges: ranges });
      remain(0.9);
      expect(b.currentTime).toBe(place);
      expect(b.src).toBe(urlAt(0));
    },
  );

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

describe('a start that nobody hears', () => {
  /** The first track sounds, a while after the browser said so; the next one is loaded. */
  const beginning = async ({
    silentMs = 100,
    ...how
  }: Parameters<typeof setUp>[0] & { silentMs?: number } = {}) => {
    const set = setUp(how);
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
