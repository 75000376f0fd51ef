import { describe, expect, it } from 'vitest';
import { createShownPlayer } from './shown-player.ts';
import { createTestPlayer } from './test-player.ts';
import { songNamed } from './test-songs.ts';

/** Three songs of which the first sounds, and what a page saw of it, title by title. */
const watched = () => {
  const player = createTestPlayer();
  player.actions.addToQueue(['a', 'b', 'c'].map((name) => songNamed(name)));
  player.engine.soundAt(0);
  const shown = createShownPlayer({ store: player.store, later: player.clock.later });
  const seen: string[] = [];
  shown.subscribe((state, before) => {
    seen.push(`${before.current?.song.title} → ${state.current?.song.title}`);
  });
  return { ...player, shown, seen, shownTitle: () => shown.getState().current?.song.title };
};

describe('what the page shows of the player', () => {
  it('follows at once while nothing is awaited', () => {
    const { actions, shown, store } = watched();
    actions.setVolume(0.3);
    actions.pause();
    expect(shown.getState()).toBe(store.getState());
  });

  it('waits with a track that was chosen until it sounds', () => {
    const { actions, engine, keyAt, seen, shownTitle } = watched();
    actions.playEntry(keyAt(2));
    expect(shownTitle()).toBe('a');
    expect(seen).toEqual([]);
    engine.soundAt(0);
    expect(shownTitle()).toBe('c');
    expect(seen[0]).toBe('a → c');
  });

  it('shows it after a moment when the sound is late, and what it says from then on', () => {
    const { actions, engine, clock, keyAt, shown, store, shownTitle } = watched();
    actions.playEntry(keyAt(2));
    clock.pass(30);
    expect(shownTitle()).toBe('a');
    clock.pass(50);
    expect(shownTitle()).toBe('c');
    expect(shown.getState().isBuffering).toBe(true);
    engine.happen({ type: 'progress', elapsedSeconds: 0, durationSeconds: 9, bufferedSeconds: 1 });
    expect(shown.getState()).toBe(store.getState());
  });

  it('counts the moment from the first of several tracks that were chosen', () => {
    const { actions, clock, shownTitle } = watched();
    actions.next();
    clock.pass(50);
    actions.next();
    clock.pass(30);
    expect(shownTitle()).toBe('c');
  });

  it('does not wait when the sound is given up', () => {
    const { actions, shown, shownTitle } = watched();
    actions.next();
    actions.pause();
    expect(shownTitle()).toBe('b');
    expect(shown.getState().isPlaying).toBe(false);
  });

  it('does not wait with a track that is not to play', () => {
    const { core, shown, shownTitle } = watched();
    core.mirror({ current: shown.getState().queue.entries[1] ?? null, isPlaying: false, isBuffering: false });
    expect(shownTitle()).toBe('b');
  });

  it('shows nothing more once it is let go', () => {
    const { actions, clock, seen, shown } = watched();
    actions.next();
    shown.dispose();
    clock.pass(1000);
    actions.pause();
    expect(seen).toEqual([]);
  });
});
