import { describe, expect, it } from 'vitest';
import { converted, createTestEngine, engineKinds, sound, two } from './test-engine.ts';

describe.each(engineKinds)('the engine of %s', (kind) => {
  const setUp = () => createTestEngine(kind);

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
