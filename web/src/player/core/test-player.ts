import { createFakeClock } from './fake-clock.ts';
import { createFakeEngine } from './fake-engine.ts';
import type { PlaybackFault } from './player-state.ts';
import { createPlayerCore } from './player-store.ts';
import type { RestoredPlayer } from './restored-player.ts';
import { createScrobbleReporter } from './scrobble-reporter.ts';
import { songNamed } from './test-songs.ts';

const abc = ['a', 'b', 'c'].map((name) => songNamed(name));

/** What an earlier visit left: three songs, the second of them current, 42 seconds in. */
export const saved = (changes: Partial<RestoredPlayer> = {}): RestoredPlayer => ({
  songs: abc,
  playlistName: 'Evening',
  currentIndex: 1,
  order: 'repeat-all',
  elapsedSeconds: 42,
  volume: 0.5,
  ...changes,
});

/** A player on a silent engine and a clock that stands still, and notes of what it told the world. */
export const createTestPlayer = ({ isRestored = true } = {}) => {
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const nowPlaying: string[] = [];
  const scrobbles: { path: string; startedAtSeconds: number }[] = [];
  const faults: { path: string; fault: PlaybackFault }[] = [];
  let nothingPlayable = 0;
  const core = createPlayerCore({
    engine,
    reporter: createScrobbleReporter({
      reportNowPlaying: async (path) => void nowPlaying.push(path),
      reportScrobble: async (path, startedAtSeconds) => void scrobbles.push({ path, startedAtSeconds }),
      nowMs: clock.nowMs,
      log: () => {},
    }),
    audioUrl: (path) => `audio/${path}`,
    onFault: (entry, fault) => faults.push({ path: entry.song.path, fault }),
    onNothingPlayable: () => {
      nothingPlayable += 1;
    },
    random: () => 0.4,
    later: clock.later,
  });
  const { store, actions } = core;
  if (isRestored) {
    core.restore({
      songs: [],
      playlistName: '',
      currentIndex: -1,
      order: 'default',
      elapsedSeconds: 0,
      volume: 1,
    });
  }
  return {
    core,
    store,
    actions,
    engine,
    clock,
    nowPlaying,
    scrobbles,
    faults,
    nothingPlayable: () => nothingPlayable,
    state: store.getState,
    titles: () => store.getState().queue.entries.map((entry) => entry.song.title),
    currentTitle: () => store.getState().current?.song.title ?? null,
    keyAt: (index: number) => store.getState().queue.entries[index]?.key ?? -1,
    /** The engine reaches the end, and plays on by itself when something is prepared. */
    finishTrack: () => engine.happen({ type: 'ended', nextId: engine.prepared()?.id ?? null }),
  };
};

/** A player that has been given three songs, and sounds at the beginning of the first. */
export const playingAbc = () => {
  const player = createTestPlayer();
  player.actions.addToQueue(abc);
  player.engine.soundAt(0);
  return player;
};
