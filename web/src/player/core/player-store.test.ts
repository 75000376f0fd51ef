import { describe, expect, it } from 'vitest';
import { createTestPlayer, playingAbc, saved } from './test-player.ts';
import { songNamed } from './test-songs.ts';

describe('playing', () => {
  it('makes the first queued track current when none is, and plays it', () => {
    const player = playingAbc();
    expect(player.currentTitle()).toBe('a');
    expect(player.engine.loaded()).toMatchObject({ source: { url: 'audio/Music/a.mp3' }, shouldPlay: true });
    player.actions.addToQueue([songNamed('d')]);
    expect(player.currentTitle()).toBe('a');
  });

  it('resets the elapsed seconds when a track is chosen', () => {
    const player = playingAbc();
    player.engine.soundAt(50);
    player.actions.playEntry(player.keyAt(2));
    expect(player.state()).toMatchObject({ elapsedSeconds: 0, isPlaying: true });
  });

  it('plays on from a pause when the track changes', () => {
    const player = playingAbc();
    player.actions.pause();
    player.actions.next();
    expect(player.state().isPlaying).toBe(true);
    expect(player.currentTitle()).toBe('b');
  });

  it('has the next track prepared, and follows the engine when it goes over by itself', () => {
    const player = playingAbc();
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.mp3');
    player.finishTrack();
    expect(player.currentTitle()).toBe('b');
    expect(player.engine.prepared()?.url).toBe('audio/Music/c.mp3');
    expect(player.state()).toMatchObject({ elapsedSeconds: 0, isPlaying: true });
  });

  it('loads what a pointer is pressed on, and what follows again when nothing comes of it', () => {
    const player = playingAbc();
    player.actions.foreseeEntry(player.keyAt(2));
    const foreseen = player.engine.prepared();
    expect(foreseen?.url).toBe('audio/Music/c.mp3');
    player.actions.playEntry(player.keyAt(2));
    expect(player.engine.loaded()?.source).toBe(foreseen);
    player.actions.playEntry(player.keyAt(0));
    player.actions.foreseeEntry(player.keyAt(2));
    player.clock.pass(1000);
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.mp3');
  });

  it('keeps what follows ready when the end is near, wherever a pointer is pressed', () => {
    const player = playingAbc();
    player.engine.soundAt(178);
    player.actions.foreseeEntry(player.keyAt(2));
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.mp3');
  });

  it('prepares something else when the queue or the order changes', () => {
    const player = playingAbc();
    player.actions.remove(new Set([player.keyAt(1)]));
    expect(player.engine.prepared()?.url).toBe('audio/Music/c.mp3');
    player.actions.playNext([songNamed('d')]);
    expect(player.engine.prepared()?.url).toBe('audio/Music/d.mp3');
    player.actions.setOrder('repeat-track');
    expect(player.engine.prepared()?.url).toBe('audio/Music/a.mp3');
  });

  it('stops after the last track, and starts it again when asked to play', () => {
    const player = playingAbc();
    player.actions.playEntry(player.keyAt(2));
    player.engine.soundAt(180);
    player.finishTrack();
    expect(player.state().isPlaying).toBe(false);
    player.actions.play();
    expect(player.engine.loaded()).toMatchObject({ source: { url: 'audio/Music/c.mp3' }, startSeconds: 0 });
  });

  it('is over with a track that was removed when nothing else is queued, and starts with what comes then', () => {
    const player = playingAbc();
    player.actions.clear();
    player.finishTrack();
    expect(player.state()).toMatchObject({ current: null, isPlaying: false, elapsedSeconds: 0 });
    player.actions.addToQueue([songNamed('d')]);
    expect(player.currentTitle()).toBe('d');
    expect(player.state().isPlaying).toBe(true);
  });

  it('goes on with a track that was removed, and then to the first', () => {
    const player = playingAbc();
    player.actions.next();
    player.actions.remove(new Set([player.keyAt(1)]));
    expect(player.currentTitle()).toBe('b');
    player.finishTrack();
    expect(player.currentTitle()).toBe('a');
  });

  it('puts "play now" and "play next" behind the current track', () => {
    const player = playingAbc();
    player.actions.playNext([songNamed('x'), songNamed('y')]);
    expect(player.titles()).toEqual(['a', 'x', 'y', 'b', 'c']);
    expect(player.currentTitle()).toBe('a');
    player.actions.playNow([songNamed('z')]);
    expect(player.titles()).toEqual(['a', 'z', 'x', 'y', 'b', 'c']);
    expect(player.currentTitle()).toBe('z');
  });

  it('plays what was wanted next, also in random order', () => {
    const player = playingAbc();
    player.actions.setOrder('random');
    player.actions.playNext([songNamed('x')]);
    player.finishTrack();
    expect(player.currentTitle()).toBe('x');
    player.actions.previous();
    expect(player.currentTitle()).toBe('a');
    player.actions.next();
    expect(player.currentTitle()).toBe('x');
  });

  it('moves entries behind the current one, to come next in every order', () => {
    const player = playingAbc();
    player.actions.moveNext(new Set([player.keyAt(0), player.keyAt(2)]));
    expect(player.titles()).toEqual(['a', 'c', 'b']);
    player.actions.setOrder('random');
    player.actions.moveNext(new Set([player.keyAt(2)]));
    expect(player.titles()).toEqual(['a', 'b', 'c']);
    player.finishTrack();
    expect(player.currentTitle()).toBe('b');
  });

  it('is shuffled and put right again without the queue being touched', () => {
    const player = playingAbc();
    player.actions.toggleShuffle();
    expect(player.state()).toMatchObject({ order: 'random', isShuffled: true, repeat: 'off' });
    player.actions.toggleShuffle();
    expect(player.state()).toMatchObject({ order: 'default', isShuffled: false });
    expect(player.titles()).toEqual(['a', 'b', 'c']);
    player.finishTrack();
    expect(player.currentTitle()).toBe('b');
  });

  it('is repeated as a whole, as one song, and not at all, and shuffle comes back from under one song', () => {
    const player = playingAbc();
    player.actions.toggleShuffle();
    const orders = [1, 2, 3].map(() => {
      player.actions.cycleRepeat();
      return player.state().order;
    });
    expect(orders).toEqual(['random', 'repeat-track', 'random']);
    player.actions.setOrder('repeat-all');
    expect(player.state()).toMatchObject({ isShuffled: false, repeat: 'all' });
  });

  it('begins a new lap when somebody plays on after a shuffled one', () => {
    const player = playingAbc();
    player.actions.toggleShuffle();
    for (let track = 0; track < 3; track += 1) player.finishTrack();
    expect(player.state().isPlaying).toBe(false);
    player.actions.play();
    player.finishTrack();
    expect(player.state().isPlaying).toBe(true);
  });

  it('keeps the button right when the system pauses and resumes', () => {
    const player = playingAbc();
    player.engine.happen({ type: 'paused-outside' });
    expect(player.state().isPlaying).toBe(false);
    player.engine.happen({ type: 'resumed-outside' });
    expect(player.state().isPlaying).toBe(true);
    player.engine.happen({ type: 'blocked' });
    expect(player.state().isPlaying).toBe(false);
  });

  it('shows that the sound waits for data', () => {
    const player = playingAbc();
    player.engine.happen({ type: 'waiting' });
    expect(player.state().isBuffering).toBe(true);
    player.engine.soundAt(1);
    expect(player.state().isBuffering).toBe(false);
  });
});

describe('volume', () => {
  it('mutes to 0 and back to the last volume that was not', () => {
    const { actions, state } = createTestPlayer();
    actions.setVolume(0.3);
    actions.toggleMute();
    expect(state().volume).toBe(0);
    actions.toggleMute();
    expect(state().volume).toBe(0.3);
  });

  it('comes back to full when it was silent from the start, and stays within its limits', () => {
    const player = createTestPlayer({ isRestored: false });
    player.core.restore(saved({ volume: 0 }));
    player.actions.toggleMute();
    expect(player.state().volume).toBe(1);
    player.actions.setVolume(7);
    expect(player.state().volume).toBe(1);
  });

  it('follows a curve at the output only', () => {
    const { actions, state, engine } = createTestPlayer();
    actions.setVolume(0.5);
    expect(state().volume).toBe(0.5);
    expect(engine.gain()).toBeCloseTo(0.125);
  });
});
