import { describe, expect, it } from 'vitest';
import { createTestEngine, engineKinds, one, playing, sound, three, two } from './test-engine.ts';

describe.each(engineKinds)('the engine of %s', (kind) => {
  const setUp = () => createTestEngine(kind);

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
});
