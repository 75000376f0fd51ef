import { describe, expect, it } from 'vitest';
import { createTestEngine, engineKinds, mediaError, one, playing, sound, two } from './test-engine.ts';

describe.each(engineKinds)('the engine of %s', (kind) => {
  const setUp = (how?: { readonly isOnline: boolean }) => createTestEngine(kind, how);

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
});
