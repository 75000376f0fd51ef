import { describe, expect, it } from 'vitest';
import { createTestPlayer, saved } from './test-player.ts';
import { songNamed } from './test-songs.ts';

describe('an earlier visit', () => {
  it('is taken up where it was, and does not play by itself', () => {
    const player = createTestPlayer({ isRestored: false });
    player.core.restore(saved());
    expect(player.currentTitle()).toBe('b');
    expect(player.state()).toMatchObject({
      playlistName: 'Evening',
      order: 'repeat-all',
      elapsedSeconds: 42,
      volume: 0.5,
      isPlaying: false,
      isRestoring: false,
    });
    expect(player.engine.loaded()).toMatchObject({ startSeconds: 42, shouldPlay: false });
    expect(player.nowPlaying).toEqual([]);
    player.actions.play();
    expect(player.nowPlaying).toEqual(['Music/b.mp3']);
  });

  it('does not skip a track that cannot be loaded before anybody plays it', () => {
    const player = createTestPlayer({ isRestored: false });
    player.core.restore(saved());
    player.engine.happen({ type: 'failed', fault: 'unsuitable' });
    expect(player.currentTitle()).toBe('b');
    expect(player.faults).toEqual([]);
    player.actions.play();
    expect(player.engine.loaded()).toMatchObject({ startSeconds: 42, shouldPlay: true });
  });

  it.each([
    { visit: 'that left nothing', left: saved({ songs: [], currentIndex: -1 }), titles: ['early'] },
    { visit: 'that left a queue', left: saved(), titles: ['a', 'b', 'early', 'c'] },
  ])('is taken up whole before what waits for it is done, after one $visit', ({ left, titles }) => {
    const player = createTestPlayer({ isRestored: false });
    const stop = player.core.store.subscribe(({ isRestoring }) => {
      if (isRestoring) return;
      stop();
      player.actions.playNow([songNamed('early')]);
    });
    player.core.restore(left);
    expect(player.titles()).toEqual(titles);
    expect(player.currentTitle()).toBe('early');
    expect(player.state().isPlaying).toBe(true);
    expect(player.engine.loaded()).toMatchObject({ startSeconds: 0, shouldPlay: true });
  });

  it('stands before what was queued while it was still being read', () => {
    const player = createTestPlayer({ isRestored: false });
    player.actions.addToQueue([songNamed('early')]);
    player.core.restore(saved());
    expect(player.titles()).toEqual(['a', 'b', 'c', 'early']);
    expect(player.currentTitle()).toBe('early');
    expect(player.state().playlistName).toBe('Evening');
  });
});
