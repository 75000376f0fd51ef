import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineEvent } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createFakeMediaElement, type FakeMediaElement } from './fake-media-element.ts';
import { createRehearsal } from './rehearsal.ts';
import { createFakeSoundGraph } from './seam/fake-sound-graph.ts';
import { createSeamlessEngine } from './seam/seamless-engine.ts';
import { createTwoElementEngine } from './two-element-engine.ts';

/** Both engines keep the same rules; nothing is decoded here, so both are heard through elements. */
const kinds = ['two elements', 'two elements and decoded seams'] as const;
let kind: (typeof kinds)[number] = 'two elements';

const setUp = ({ isOnline = true } = {}) => {
  const elements: FakeMediaElement[] = [];
  const clock = createFakeClock();
  let look = (): void => {};
  const carrier = createTwoElementEngine({
    createElement() {
      const element = createFakeMediaElement();
      elements.push(element);
      return element;
    },
    isOnline: () => isOnline,
    nowMs: clock.nowMs,
    later: clock.later,
    repeat(callback) {
      look = callback;
      return () => {};
    },
    startMemory: { read: () => null, write: () => {} },
    readPadding: async () => 0,
    loadRehearsal: async () => createRehearsal,
  });
  const engine =
    kind === 'two elements'
      ? carrier
      : createSeamlessEngine({
          carrier,
          createCarrier: () => carrier,
          createGraph: createFakeSoundGraph,
          createEnds: () => ({ endsOf: () => Promise.resolve(null), abort() {}, clear() {} }),
          later: clock.later,
        });
  const [a, b] = elements as [FakeMediaElement, FakeMediaElement];
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const heard = (type: EngineEvent['type']) => events.filter((event) => event.type === type);
  const watch = (times: number): void => {
    for (let time = 0; time < times; time += 1) look();
  };
  return { engine, clock, a, b, events, heard, watch };
};

const one = { id: 1, url: 'one.mp3' };
const two = { id: 2, url: 'two.mp3' };
/** What the server converts while it sends it, of a track of 60 s. */
const converted = {
  id: 4,
  url: 'four',
  conversion: {
    urlAt: (seconds: number) => `four from ${seconds}`,
    durationSeconds: 60,
    isSeekable: true,
    savesData: false,
  },
};
const three = { id: 3, url: 'three.mp3' };
const playing = { startSeconds: 0, shouldPlay: true };
/** Enough is loaded, and sound comes out. */
const sound = (element: FakeMediaElement, changes: Parameters<FakeMediaElement['happen']>[1] = {}): void => {
  element.happen('canplaythrough', { readyState: 4, ...changes });
  element.happen('playing');
};
const mediaError = (code: number) => ({ code }) as MediaError;

describe.each(kinds)('the engine of %s', (ofKind) => {
  beforeEach(() => {
    kind = ofKind;
  });

  it('loads what follows once the first has enough and sounds, and changes over at the end', () => {
    const { engine, a, b, events } = setUp();
    engine.load(one, playing);
    engine.prepare(two);
    a.happen('canplaythrough', { readyState: 4, duration: 60 });
    expect(b.src).toBe('');
    a.happen('playing');
    expect(b.src).toBe('two.mp3');
    a.happen('ended', { ended: true });
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
    expect(a.src).toBe('');
    expect(events).toContainEqual({ type: 'ended', nextId: 2 });
  });

  it('loads at once what is urgent, whatever the first one waits for', () => {
    const { engine, b } = setUp();
    engine.load(one, playing);
    engine.prepare(two, { isUrgent: true });
    expect(b.calls).toEqual(['load two.mp3']);
    engine.load(two, playing);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
  });

  it('says that nothing follows', () => {
    const { engine, a, events } = setUp();
    engine.load(one, playing);
    a.happen('ended', { ended: true });
    expect(events.at(-1)).toEqual({ type: 'ended', nextId: null });
  });

  it('goes over to a prepared source at once when asked for it', () => {
    const { engine, a, b } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    engine.load(two, playing);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
    expect(a.calls.at(-1)).toBe('pause one.mp3');
  });

  it('starts the next sound before it lets go of the one before', () => {
    const { engine, a, b } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    let wasHeldAtStart = false;
    const play = b.play.bind(b);
    b.play = () => {
      wasHeldAtStart = a.src !== '';
      return play();
    };
    engine.load(two, playing);
    expect(wasHeldAtStart).toBe(true);
    expect(a.src).toBe('');
  });

  /** The first track plays, 900 ms from its end, and the second is loaded. */
  const nearTheEnd = (track = one) => {
    const set = setUp();
    set.engine.load(track, playing);
    set.engine.prepare(two);
    sound(set.a, { duration: 60, bufferedRanges: [[0, 60]] });
    set.b.happen('canplaythrough', { readyState: 4, duration: 60 });
    set.a.runFrom(59.1, set.clock);
    set.a.happen('timeupdate');
    set.events.length = 0;
    return set;
  };

  it('starts what follows about at the end, before that is told', () => {
    const { a, b, clock, events } = nearTheEnd();
    clock.pass(900);
    expect(b.calls).toEqual(['load two.mp3']);
    clock.pass(7);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
    expect(events.some((event) => event.type === 'ended')).toBe(false);
    clock.pass(5);
    b.happen('playing');
    expect(events.some((event) => event.type === 'sounding')).toBe(false);
    a.happen('ended', { ended: true });
    expect(events).toContainEqual({ type: 'ended', nextId: 2 });
    expect(events).toContainEqual({ type: 'sounding' });
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
  });

  it('learns how long starting takes on this device', () => {
    const { engine, a, b, clock } = nearTheEnd();
    clock.pass(910);
    a.happen('ended', { ended: true });
    engine.prepare(three);
    // It was started a moment after the end, and stands for 40 ms.
    clock.pass(36);
    b.runFrom(0, clock);
    clock.pass(1100);
    sound(b, { duration: 60, bufferedRanges: [[0, 60]] });
    b.happen('timeupdate');
    clock.pass(600);
    a.happen('canplaythrough', { readyState: 4, duration: 60 });
    b.runFrom(59.1, clock);
    b.happen('timeupdate');
    clock.pass(855);
    expect(a.calls.at(-1)).toBe('load three.mp3');
    clock.pass(20);
    expect(a.calls.at(-1)).toBe('play three.mp3');
  });

  it.each([
    ['one.opus?auth_token=x', 1],
    ['one.ogg?auth_token=x', 0],
  ])('knows that the sound of Opus ends before its length: %s', (url, starts) => {
    const { b, clock } = nearTheEnd({ id: 1, url });
    clock.pass(902);
    expect(b.calls.filter((call) => call.startsWith('play'))).toHaveLength(starts);
  });

  it('takes an early start back when the person pauses in between', () => {
    const { engine, b, clock } = nearTheEnd();
    clock.pass(907);
    expect(b.calls.at(-1)).toBe('play two.mp3');
    b.currentTime = 0.01;
    engine.pause();
    expect(b.paused).toBe(true);
    expect(b.currentTime).toBe(0);
  });

  it('takes an early start back when the end does not come', () => {
    const { a, b, clock } = nearTheEnd();
    clock.pass(907);
    b.currentTime = 0.3;
    clock.pass(310);
    a.happen('timeupdate', { currentTime: 60.3, duration: 75, bufferedRanges: [[0, 75]] });
    expect(b.paused).toBe(true);
    expect(b.currentTime).toBe(0);
    // A length that was wrong once is not relied upon again, though all of it is loaded now.
    clock.pass(20_000);
    a.happen('timeupdate', { currentTime: 74.996 });
    clock.pass(100);
    expect(b.calls.filter((call) => call.startsWith('play'))).toHaveLength(1);
    a.happen('ended', { ended: true });
    expect(b.calls.filter((call) => call.startsWith('play'))).toHaveLength(2);
  });

  it('starts the track after one whose end did not come about at its end again', () => {
    const { engine, a, b, clock } = nearTheEnd();
    clock.pass(1205);
    a.happen('timeupdate', { currentTime: 60.3, duration: 61, bufferedRanges: [[0, 61]] });
    a.happen('ended', { ended: true });
    engine.prepare(three);
    sound(b, { duration: 60, bufferedRanges: [[0, 60]] });
    a.happen('canplaythrough', { readyState: 4, duration: 60 });
    b.happen('timeupdate', { currentTime: 59.995 });
    clock.pass(12);
    expect(a.calls.at(-1)).toBe('play three.mp3');
  });

  it('starts nothing early while the length is only a guess', () => {
    const { engine, a, b, clock } = setUp();
    engine.load(one, playing);
    engine.prepare(two);
    sound(a, { duration: 60, bufferedRanges: [[0, 40]] });
    b.happen('canplaythrough', { readyState: 4 });
    a.happen('timeupdate', { currentTime: 39.9 });
    clock.pass(2000);
    expect(b.calls).toEqual(['load two.mp3']);
  });

  it('drops what was prepared when something else is to follow', () => {
    const { engine, a, b } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    engine.prepare(null);
    expect(b.src).toBe('');
    a.happen('ended', { ended: true });
    expect(b.calls).toEqual(['load two.mp3']);
  });

  it('starts where it is told as soon as the element knows the file', () => {
    const { engine, a, heard } = setUp();
    engine.load(one, { startSeconds: 42, shouldPlay: false });
    expect(a.currentTime).toBe(0);
    expect(heard('progress').at(-1)).toMatchObject({ elapsedSeconds: 42 });
    a.happen('loadedmetadata', { readyState: 1 });
    expect(a.currentTime).toBe(42);
    expect(a.calls).toEqual(['load one.mp3']);
  });

  it.each([
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsuitable'],
  ])('reports media error %d as %s', (code, fault) => {
    const { engine, a, heard } = setUp();
    engine.load(one, playing);
    a.happen('error', { error: mediaError(code) });
    expect(heard('failed')).toEqual([{ type: 'failed', fault }]);
  });

  it('blames the network for what is unsuitable while offline, and nobody for an abort', () => {
    const offline = setUp({ isOnline: false });
    offline.engine.load(one, playing);
    offline.a.happen('error', { error: mediaError(4) });
    expect(offline.heard('failed')).toEqual([{ type: 'failed', fault: 'network' }]);
    const aborted = setUp();
    aborted.engine.load(one, playing);
    aborted.a.happen('error', { error: mediaError(1) });
    expect(aborted.heard('failed')).toEqual([]);
  });

  it('keeps quiet about a prepared source that failed until it is its turn', () => {
    const { engine, a, b, events } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    b.happen('error', { error: mediaError(3) });
    expect(events.some((event) => event.type === 'failed')).toBe(false);
    a.happen('ended', { ended: true });
    expect(events.slice(-2)).toEqual([
      { type: 'ended', nextId: 2 },
      { type: 'failed', fault: 'decode' },
    ]);
  });

  it('loads a prepared source again that failed, when it is named again', () => {
    const { engine, a, b, heard } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    b.happen('error', { error: mediaError(4) });
    b.calls.length = 0;
    engine.prepare(two);
    expect(b.calls).toContain(`load ${two.url}`);
    expect(b.src).toBe(two.url);
    a.happen('ended', { ended: true });
    expect(heard('failed')).toEqual([]);
  });

  it('tells a pause of the system from one of ours and from the end', () => {
    const { engine, a, heard } = setUp();
    engine.load(one, playing);
    engine.pause();
    a.happen('pause');
    expect(heard('paused-outside')).toHaveLength(0);
    engine.play();
    a.happen('pause', { ended: true });
    expect(heard('paused-outside')).toHaveLength(0);
    a.happen('pause', { ended: false });
    expect(heard('paused-outside')).toHaveLength(0);
    a.paused = true;
    a.happen('pause');
    expect(heard('paused-outside')).toHaveLength(1);
    a.paused = false;
    a.happen('play');
    expect(heard('resumed-outside')).toHaveLength(1);
  });

  it('says when the browser forbids sound without a gesture', async () => {
    const { engine, a, heard } = setUp();
    a.refusesToPlay = true;
    engine.load(one, playing);
    await Promise.resolve();
    await Promise.resolve();
    expect(heard('blocked')).toHaveLength(1);
  });

  it('loads a prepared track anew that leaps ahead and stands there', () => {
    const { engine, a, b, clock } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    a.happen('ended', { ended: true });
    engine.adjust(two.id, { level: 0.5, peak: 1, rate: 1, fadeSeconds: 0 });
    b.currentTime = 1.04;
    clock.pass(500);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
    clock.pass(500);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3', 'load two.mp3', 'play two.mp3']);
  });

  it('loads a prepared track anew that stands though it was told to play, and prepares none after', () => {
    const { engine, a, b, clock } = setUp();
    engine.load(one, playing);
    sound(a);
    engine.prepare(two);
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    a.happen('ended', { ended: true });
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3']);
    clock.pass(500);
    expect(b.calls).toEqual(['load two.mp3', 'play two.mp3', 'load two.mp3', 'play two.mp3']);
    sound(b, { currentTime: 0.2 });
    engine.prepare(three);
    b.happen('canplaythrough');
    expect(a.src).toBe('');
    b.happen('ended', { ended: true });
    expect(a.calls.slice(-2)).toEqual(['load three.mp3', 'play three.mp3']);
  });

  it('leaves a track alone that moves, or waits for data', () => {
    const { engine, a, clock } = setUp();
    engine.load(one, playing);
    engine.pause();
    engine.play();
    a.happen('waiting', { readyState: 2 });
    clock.pass(500);
    a.happen('canplaythrough', { readyState: 4 });
    engine.play();
    a.currentTime = 0.3;
    clock.pass(500);
    expect(a.calls.filter((call) => call.startsWith('load'))).toHaveLength(1);
  });

  it('fades into a track that wants it, and plays on with that one', () => {
    const { engine, a, b, clock, heard } = setUp();
    engine.setGain(0.8);
    engine.load(one, playing);
    sound(a, { duration: 60, bufferedRanges: [[0, 60]] });
    engine.prepare({ ...two, fadeSeconds: 4, level: 0.5 });
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    a.happen('timeupdate', { currentTime: 55.9 });
    expect(heard('ended')).toEqual([]);
    a.happen('timeupdate', { currentTime: 56.1 });
    expect(heard('ended')).toEqual([{ type: 'ended', nextId: 2 }]);
    expect(b.calls.at(-1)).toBe('play two.mp3');
    engine.prepare(three);
    clock.pass(1950);
    expect(a.volume).toBeCloseTo(0.8 * Math.SQRT1_2, 1);
    expect(b.volume).toBeCloseTo(0.4 * Math.SQRT1_2, 1);
    expect(a.src).toBe('one.mp3');
    b.currentTime = 2;
    sound(b);
    clock.pass(2000);
    expect(b.volume).toBeCloseTo(0.4);
    expect(a.src).toBe('three.mp3');
  });

  it('fades at a change that was prepared without, once somebody wants that', () => {
    const { engine, a, b } = setUp();
    engine.load(one, playing);
    sound(a, { duration: 60, bufferedRanges: [[0, 60]] });
    engine.prepare({ ...two, fadeSeconds: 0 });
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    engine.adjust(two.id, { level: 1, peak: 1, rate: 1, fadeSeconds: 4 });
    a.happen('timeupdate', { currentTime: 57 });
    expect([a.paused, b.paused]).toEqual([false, false]);
  });

  it('ends a fade at once when somebody pauses', () => {
    const { engine, a, b } = setUp();
    engine.load(one, playing);
    sound(a, { duration: 60, bufferedRanges: [[0, 60]] });
    engine.prepare({ ...two, fadeSeconds: 4 });
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    a.happen('timeupdate', { currentTime: 57 });
    engine.pause();
    expect([a.src, b.src, b.paused, b.volume]).toEqual(['', 'two.mp3', true, 1]);
  });

  it('plays each track as loud and as fast as it is told, and changes both while it plays', () => {
    const { engine, a } = setUp();
    engine.setGain(0.5);
    engine.load({ ...one, level: 0.5, rate: 1.5 }, playing);
    expect([a.volume, a.playbackRate]).toEqual([0.25, 1.5]);
    engine.adjust(1, { level: 4, peak: 1, rate: 1, fadeSeconds: 0 });
    expect([a.volume, a.playbackRate]).toEqual([1, 1]);
  });

  it('ends a track that stands still at its end', () => {
    const { engine, a, heard, watch } = setUp();
    engine.load(one, playing);
    a.happen('timeupdate', { currentTime: 59.8, duration: 60, readyState: 4 });
    watch(3);
    expect(heard('ended')).toHaveLength(1);
  });

  it('gives up on a track whose data never comes, not on one that is paused', () => {
    const { engine, a, heard, watch } = setUp();
    engine.load(one, { startSeconds: 0, shouldPlay: false });
    watch(70);
    expect(heard('failed')).toHaveLength(0);
    engine.play();
    a.happen('waiting', { currentTime: 10, duration: 60 });
    watch(70);
    expect(heard('failed')).toEqual([{ type: 'failed', fault: 'network' }]);
  });

  it('reports what is loaded around the position only', () => {
    const { engine, a, heard } = setUp();
    engine.load(one, playing);
    const bufferedRanges = [
      [0, 20],
      [40, 50],
    ] as const;
    a.happen('progress', { currentTime: 45, duration: 60, bufferedRanges });
    expect(heard('progress').at(-1)).toMatchObject({ bufferedSeconds: 50, durationSeconds: 60 });
    a.happen('progress', { currentTime: 30 });
    expect(heard('progress').at(-1)).toMatchObject({ bufferedSeconds: 30 });
  });

  it('uses two elements for any number of tracks', () => {
    const { engine, a, b } = setUp();
    for (let id = 1; id < 20; id += 1) engine.load({ id, url: `${id}.mp3` }, playing);
    expect([a.src, b.src]).toEqual(['19.mp3', '']);
  });

  it('begins a conversion anew where somebody goes, and tells the place and the length of the track', () => {
    const { engine, a, events } = setUp();
    engine.load(converted, { startSeconds: 20, shouldPlay: true });
    expect(a.src).toBe('four from 20');
    sound(a, { duration: Number.POSITIVE_INFINITY, currentTime: 1, bufferedRanges: [[0, 8]] });
    a.happen('timeupdate');
    expect(events.at(-1)).toEqual({
      type: 'progress',
      elapsedSeconds: 21,
      durationSeconds: 60,
      bufferedSeconds: 28,
    });
    engine.seekTo(50);
    expect(a.src).toBe('four from 50');
    expect(a.paused).toBe(false);
    a.happen('timeupdate');
    expect(events.at(-1)).toMatchObject({ elapsedSeconds: 50 });
    engine.pause();
    engine.seekTo(5);
    expect(a.src).toBe('four from 5');
    expect(a.paused).toBe(true);
  });

  it('goes about in a conversion that is finished, and in one that is not the whole, without asking anew', () => {
    const { engine, a } = setUp();
    engine.load(converted, { startSeconds: 20, shouldPlay: true });
    sound(a, { duration: 40, currentTime: 1, seekableRanges: [[0, 40]] });
    engine.seekTo(50);
    expect(a.src).toBe('four from 20');
    expect(a.currentTime).toBe(30);
    engine.seekTo(10);
    expect(a.src).toBe('four from 10');
  });

  it('finds its place when the server gives the whole song in place of a conversion', () => {
    const { engine, a, events } = setUp();
    engine.load(converted, { startSeconds: 20, shouldPlay: true });
    a.happen('loadedmetadata', { duration: 60.1, readyState: 1 });
    expect(a.currentTime).toBe(20);
    a.happen('timeupdate');
    expect(events.at(-1)).toMatchObject({ elapsedSeconds: 20, durationSeconds: 60 });
  });

  it('ends a conversion at the length of the track, and changes over', () => {
    const { engine, a, b, heard, watch } = setUp();
    engine.load(converted, { startSeconds: 30, shouldPlay: true });
    engine.prepare(two);
    sound(a, { duration: Number.POSITIVE_INFINITY, currentTime: 29.9, bufferedRanges: [[0, 30]] });
    watch(3);
    expect(heard('ended')).toEqual([{ type: 'ended', nextId: 2 }]);
    expect(b.calls).toContain('play two.mp3');
  });
});
