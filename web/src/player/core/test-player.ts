import type { SoundTarget } from '@tonearm/contract';
import { createFakeClock } from './fake-clock.ts';
import { createFakeEngine } from './fake-engine.ts';
import { modesOf } from './play-order.ts';
import type { FaultReason, PlaybackFault } from './player-state.ts';
import { createPlayerCore } from './player-store.ts';
import type { RestoredPlayer } from './restored-player.ts';
import { createScrobbleReporter } from './scrobble-reporter.ts';
import type { Gains } from './sources/levels.ts';
import type { SongFacts } from './sources/song-facts.ts';
import type { SoundQuality } from './sources/sound-forms.ts';
import type { SoundWishes } from './sources/tuning.ts';
import { songNamed } from './test-songs.ts';

const abc = ['a', 'b', 'c'].map((name) => songNamed(name));

/** What an earlier visit left: three songs, the second of them current, 42 seconds in. */
export const saved = (changes: Partial<RestoredPlayer> = {}): RestoredPlayer => ({
  songs: abc,
  playlistName: 'Evening',
  currentIndex: 1,
  modes: modesOf('repeat-all'),
  elapsedSeconds: 42,
  volume: 0.5,
  ...changes,
});

/** Of a song of which nothing is known. */
export const unknownFacts: SongFacts = {
  ...{ gains: null, codec: null, bitRate: null, durationSeconds: null },
  ...{ sampleRate: null, delay: null, padding: null, totalSamples: null },
};

interface TestServer {
  status: number | null;
  retryAfterMs?: number;
  targets: readonly SoundTarget[] | null;
  /** Resolves when it has told of them, or did not answer. */
  hasTold: Promise<void>;
  quality: SoundQuality;
}

/** A player on a silent engine and a clock that stands still, and notes of what it told the world. */
export const createTestPlayer = ({ isRestored = true } = {}) => {
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const nowPlaying: string[] = [];
  const scrobbles: { path: string; startedAtSeconds: number }[] = [];
  const faults: { path: string; reason: FaultReason }[] = [];
  const asked: string[] = [];
  let nothingPlayable = 0;
  const gains = new Map<string, Gains>();
  const wishes: { -readonly [Name in keyof SoundWishes]: SoundWishes[Name] } = {
    levels: 'auto',
    preampDb: 0,
    crossfadeSeconds: 0,
    spokenRate: 1,
  };
  /** What the server answers when it is asked for a song; null while it is away. */
  const server: TestServer = { status: 206, targets: [], hasTold: Promise.resolve(), quality: 'original' };
  /** Types that the browser does not play. */
  const unplayable = new Set<string>();
  const facts = new Map<string, SongFacts>();
  /** Whether somebody points at the offer to take an edit back. */
  const offer = { isHeld: false };
  const core = createPlayerCore({
    engine,
    reporter: createScrobbleReporter({
      reportNowPlaying: async (path) => void nowPlaying.push(path),
      reportScrobble: async (path, startedAtSeconds) => void scrobbles.push({ path, startedAtSeconds }),
      nowMs: clock.nowMs,
      log: () => {},
    }),
    forms: {
      audioUrl: (path, { format, quality, offset } = {} as never) =>
        `audio/${path}${format === undefined ? '' : `?${[format, quality, offset].filter((part) => part !== undefined).join(' ')}`}`,
      canPlay: (type) => !unplayable.has(type),
      targets: () => server.targets,
      targetsReady: () => server.hasTold,
      quality: () => server.quality,
    },
    onFault: (entry, reason) => faults.push({ path: entry.song.path, reason }),
    askFor: async (url) => {
      asked.push(url);
      const { status, retryAfterMs } = server;
      return retryAfterMs === undefined ? { status } : { status, retryAfterMs };
    },
    onNothingPlayable: () => {
      nothingPlayable += 1;
    },
    random: () => 0.4,
    nowMs: clock.nowMs,
    factsOf: async (path) =>
      facts.get(path) ?? (gains.has(path) ? { ...unknownFacts, gains: gains.get(path) ?? null } : null),
    tuning: { wishes: () => wishes },
    later: clock.later,
    isOfferHeld: () => offer.isHeld,
  });
  const { store, actions } = core;
  if (isRestored) {
    core.restore({
      songs: [],
      playlistName: '',
      currentIndex: -1,
      modes: modesOf('default'),
      elapsedSeconds: 0,
      volume: 1,
    });
  }
  /** Lets answers of the server come in. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    core,
    store,
    actions,
    engine,
    clock,
    gains,
    facts,
    offer,
    unplayable,
    wishes,
    nowPlaying,
    scrobbles,
    faults,
    server,
    asked,
    settle,
    /** The browser gives up on the current track, and the server says what it knows. */
    fail: async (fault: PlaybackFault): Promise<void> => {
      engine.happen({ type: 'failed', fault });
      await settle();
    },
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
