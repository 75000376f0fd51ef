import { describe, expect, it } from 'vitest';
import { playingAbc } from './test-player.ts';
import { songNamed } from './test-songs.ts';

describe('undo', () => {
  it('brings back what was cleared, with its name, and the music never stops', () => {
    const player = playingAbc();
    player.actions.setPlaylistName('Evening');
    player.actions.clear();
    expect(player.titles()).toEqual([]);
    expect(player.state()).toMatchObject({ playlistName: '', isPlaying: true });
    expect(player.currentTitle()).toBe('a');
    player.actions.undo();
    expect(player.titles()).toEqual(['a', 'b', 'c']);
    expect(player.state().playlistName).toBe('Evening');
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.mp3');
  });

  it('brings back a replaced queue where it stood', () => {
    const player = playingAbc();
    player.engine.soundAt(33);
    player.actions.replaceQueue({ name: 'Other', songs: [songNamed('x'), songNamed('y')], startIndex: 1 });
    expect(player.currentTitle()).toBe('y');
    player.actions.undo();
    expect(player.titles()).toEqual(['a', 'b', 'c']);
    expect(player.currentTitle()).toBe('a');
    expect(player.engine.loaded()).toMatchObject({ startSeconds: 33, shouldPlay: true });
  });

  it('is offered for ten seconds, for the last edit', () => {
    const player = playingAbc();
    player.actions.shuffle();
    expect(player.state().undoOffer).toMatchObject({ kind: 'shuffled' });
    player.actions.remove(new Set([player.keyAt(0)]));
    expect(player.state().undoOffer).toMatchObject({ kind: 'removed', entryCount: 1 });
    player.clock.pass(9999);
    expect(player.state().undoOffer).not.toBeNull();
    player.clock.pass(1);
    expect(player.state().undoOffer).toBeNull();
    player.actions.undo();
    expect(player.titles()).toHaveLength(2);
  });

  it('is offered as long as somebody points at the offer', () => {
    const player = playingAbc();
    player.actions.clear();
    player.offer.isHeld = true;
    player.clock.pass(60_000);
    expect(player.state().undoOffer).toMatchObject({ kind: 'cleared' });
    player.offer.isHeld = false;
    player.clock.pass(1_000);
    expect(player.state().undoOffer).toBeNull();
  });
});
