import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setScreenTitle, setSongTitle } from '../../lib/page-title.ts';
import { createTestPlayer } from '../core/test-player.ts';
import { songNamed } from '../core/test-songs.ts';
import { connectMediaSession } from './media-session.ts';
import { connectPageTitle } from './page-title.ts';

describe('the title of the page', () => {
  it('is the song while it plays, and what the screen is called after', () => {
    setScreenTitle('Tonearm');
    const { actions, store } = createTestPlayer();
    const disconnect = connectPageTitle(store, setSongTitle);
    actions.addToQueue([songNamed('a'), songNamed('b')]);
    expect(document.title).toBe('Heron - a');
    actions.next();
    expect(document.title).toBe('Heron - b');
    setScreenTitle('Settings');
    expect(document.title).toBe('Heron - b');
    actions.pause();
    expect(document.title).toBe('Settings');
    actions.play();
    disconnect();
    expect(document.title).toBe('Settings');
  });
});

describe('the media session', () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const positions: (MediaPositionState | undefined)[] = [];
  let session: MediaSession;

  beforeEach(() => {
    handlers.clear();
    positions.length = 0;
    session = {
      metadata: null,
      playbackState: 'none',
      setActionHandler: (action, handler) => void handlers.set(action, handler),
      setPositionState: (state) => void positions.push(state),
    } as MediaSession;
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(init: MediaMetadataInit) {
          Object.assign(this, init);
        }
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  const setUp = () => {
    const player = createTestPlayer();
    const disconnect = connectMediaSession({
      store: player.store,
      actions: player.actions,
      session,
      artworkUrl: (path, size) => `${size}/${path}`,
      rateOf: ({ genre }) => (genre === 'Podcast' ? 2 : 1),
      nowMs: player.clock.nowMs,
    });
    player.actions.addToQueue([{ ...songNamed('a'), artwork: 'Music/Folder.jpg' }, songNamed('b')]);
    return { ...player, disconnect };
  };
  const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
    handlers.get(action)?.({ action, ...details });

  it('shows what plays', () => {
    const { actions, disconnect } = setUp();
    expect(session.metadata).toMatchObject({ title: 'a', artist: 'Heron', album: 'Picnic' });
    expect(session.metadata?.artwork[0]).toMatchObject({ src: 'small/Music/Folder.jpg' });
    expect(session.playbackState).toBe('playing');
    actions.pause();
    expect(session.playbackState).toBe('paused');
    disconnect();
    expect(session.playbackState).toBe('none');
    expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  });

  it('shows what plays when the sound comes here from another tab', () => {
    const { core, state } = setUp();
    core.mirror({ current: state().queue.entries[1] ?? null, isPlaying: false });
    expect(session.metadata).toMatchObject({ title: 'a' });
    core.becomePlaying();
    expect(session.metadata).toMatchObject({ title: 'b' });
  });

  it('does what every key asks, and the button follows', () => {
    const { state, engine, currentTitle } = setUp();
    press('pause');
    expect(state().isPlaying).toBe(false);
    press('play');
    expect(state().isPlaying).toBe(true);
    press('nexttrack');
    expect(currentTitle()).toBe('b');
    press('previoustrack');
    expect(currentTitle()).toBe('a');
    press('seekto', { seekTime: 60 });
    press('seekforward');
    press('seekbackward', { seekOffset: 5 });
    expect(engine.seeks).toEqual([60, 70, 65]);
    press('stop');
    expect(state().isPlaying).toBe(false);
  });

  it('tells how fast it goes, and takes the position back when there is none', () => {
    const { actions, engine, clock, state } = setUp();
    actions.replaceQueue({ name: '', songs: [{ ...songNamed('c'), genre: 'Podcast' }] });
    engine.soundAt(0);
    expect(positions.at(-1)).toMatchObject({ playbackRate: 2 });
    const told = positions.length;
    for (let second = 0; second < 5; second += 1) {
      clock.pass(500);
      engine.soundAt(second + 1);
    }
    expect(positions.length).toBe(told);
    actions.remove(new Set([state().current?.key ?? -1]));
    engine.happen({ type: 'ended', nextId: null });
    expect(state().current).toBeNull();
    expect(positions.at(-1)).toBeUndefined();
  });

  it('tells the position when it jumps, not at every tick', () => {
    const { actions, engine, clock } = setUp();
    const told = positions.length;
    for (let second = 0; second < 5; second += 1) {
      engine.soundAt(second);
      clock.pass(1000);
    }
    expect(positions.length).toBe(told);
    actions.seekTo(100);
    expect(positions.at(-1)).toMatchObject({ position: 100, duration: 180 });
  });
});
