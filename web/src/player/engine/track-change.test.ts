import { describe, expect, it } from 'vitest';
import { createTestEngine, engineKinds, one, playing, sound, three, two } from './test-engine.ts';

describe.each(engineKinds)('the engine of %s', (kind) => {
  const setUp = () => createTestEngine(kind);

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
});
