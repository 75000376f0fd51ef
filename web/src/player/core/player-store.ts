import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AudioEngine } from './audio-engine.ts';
import { modesOf, nextRepeat, orderOf, type PlayModes } from './play-order.ts';
import { initialState, type PlayerActions, type PlayerState } from './player-state.ts';
import { type EntryKey, indexOfKey, insertSongs, type QueueEntry } from './queue.ts';
import { createQueueEdits } from './queue-edits.ts';
import { createRandomWalk, type RandomWalk } from './random-walk.ts';
import type { RestoredPlayer } from './restored-player.ts';
import type { ScrobbleReporter } from './scrobble-reporter.ts';
import type { WaitDeps } from './server-wait.ts';
import type { SkipDeps } from './skipping.ts';
import { createSleep } from './sleep.ts';
import type { SourcesDeps } from './sources/track-sources.ts';
import { createTransport, type Transport } from './transport/transport.ts';

/** The player without page, storage or network: state, actions, and what moves it from outside. */
export interface PlayerCore {
  readonly store: StoreApi<PlayerState>;
  readonly actions: PlayerActions;
  /** Takes up what an earlier visit left. Loads the current track, and does not play it. */
  restore(saved: RestoredPlayer): void;
  /** Another tab makes the sound from now on; this one falls silent and shows what that one does. */
  becomeMirror(): void;
  /** Shows what the playing tab does. */
  mirror(seen: Partial<PlayerState>): void;
  /** This tab makes the sound from now on; what was mirrored is loaded, and not played. */
  becomePlaying(): void;
  /** The server may be back: looks at once for what waits, and for what could not be loaded ahead. */
  lookForServer(): void;
  /** Somebody wants tracks to sound otherwise. */
  retune(): void;
  dispose(): void;
}

/** What the core needs. See the parts it is made of. */
export interface PlayerDeps extends SkipDeps, WaitDeps, SourcesDeps {
  engine: AudioEngine;
  reporter: ScrobbleReporter;
  /** Answers a number from 0 up to, not including, 1. */
  random: () => number;
  nowMs: () => number;
  /** Whether somebody points at the offer to take an edit of the queue back, which stays as long. */
  isOfferHeld: () => boolean;
}

/** Makes a player that holds nothing yet; `restore` ends its waiting. */
export const createPlayerCore = (deps: PlayerDeps): PlayerCore => {
  const store = createStore<PlayerState>(() => initialState);
  const walk = createRandomWalk({ random: deps.random });
  const sleep = createSleep({ ...deps, store, pause: () => transport.pause() });
  const transport = createTransport({ ...deps, store, walk, sleep });
  const edits = createQueueEdits({ ...deps, store, walk, transport });
  const unsubscribe = deps.engine.subscribe(transport.handle);

  const actions: PlayerActions = {
    ...edits,
    ...createEntryActions(store, transport),
    ...createModeActions({ store, walk, transport }),
    play: () => transport.play(),
    pause: () => transport.pause(),
    togglePlay: () => (store.getState().isPlaying ? transport.pause() : transport.play()),
    next: () => transport.next(),
    previous: () => transport.previous(),
    seekTo: (seconds) => transport.seekTo(seconds),
    seekBy: (seconds) => transport.seekTo(store.getState().elapsedSeconds + seconds),
    setVolume: (volume) => transport.setVolume(volume),
    toggleMute: () => transport.toggleMute(),
    setSleep(wish) {
      sleep.set(wish);
      transport.refreshUpcoming();
    },
    setPlaylistName: (playlistName) => store.setState({ playlistName }),
  };

  return {
    store,
    actions,
    ...createRoles({ store, sleep, transport, dismissUndo: edits.dismissUndo }),
    lookForServer: () => transport.lookForServer(),
    retune: () => transport.retune(),
    dispose() {
      sleep.dispose();
      unsubscribe();
      transport.unload();
      edits.dismissUndo();
      deps.engine.dispose();
    },
  };
};

type EntryActions = Pick<PlayerActions, 'playEntry' | 'foreseeEntry'>;

/** What is done with an entry of the queue, by its key; nothing when it has left. */
const createEntryActions = (store: StoreApi<PlayerState>, transport: Transport): EntryActions => {
  const withEntry = (key: EntryKey, act: (entry: QueueEntry) => void): void => {
    const { queue } = store.getState();
    const entry = queue.entries[indexOfKey(queue, key)];
    if (entry !== undefined) act(entry);
  };
  return {
    playEntry: (key) => withEntry(key, (entry) => transport.choose(entry)),
    foreseeEntry: (key) => withEntry(key, (entry) => transport.foresee(entry)),
  };
};

type ModeActions = Pick<PlayerActions, 'setOrder' | 'toggleShuffle' | 'cycleRepeat'>;

/** In which order the queue is played. */
const createModeActions = (deps: {
  readonly store: StoreApi<PlayerState>;
  readonly walk: RandomWalk;
  readonly transport: Transport;
}): ModeActions => {
  const { store, walk, transport } = deps;
  const setModes = (modes: PlayModes): void => {
    // A walk that only goes on or stops at its end is the same walk.
    if (modes.isShuffled !== store.getState().isShuffled) walk.reset();
    store.setState({ ...modes, order: orderOf(modes) });
    transport.refreshUpcoming();
  };
  return {
    setOrder(order) {
      if (order !== store.getState().order) setModes(modesOf(order));
    },
    toggleShuffle() {
      const { isShuffled, repeat } = store.getState();
      setModes({ isShuffled: !isShuffled, repeat });
    },
    cycleRepeat() {
      const { isShuffled, repeat } = store.getState();
      setModes({ isShuffled, repeat: nextRepeat[repeat] });
    },
  };
};

type Roles = Pick<PlayerCore, 'restore' | 'becomeMirror' | 'mirror' | 'becomePlaying'>;

/** A player takes up what an earlier visit left, makes the sound, or shows what another tab does. */
const createRoles = (deps: {
  readonly store: StoreApi<PlayerState>;
  readonly sleep: Pick<ReturnType<typeof createSleep>, 'leave' | 'takeUp'>;
  readonly transport: Transport;
  readonly dismissUndo: () => void;
}): Roles => {
  const { sleep, store, transport } = deps;
  /** Loads the current track where it stands, without a sound. */
  const loadCurrent = (): void => {
    const { current, elapsedSeconds } = store.getState();
    if (current === null) return;
    transport.choose(current, { startSeconds: elapsedSeconds, shouldPlay: false });
  };
  return {
    restore(saved) {
      if (!store.getState().isRestoring) return;
      transport.setVolume(saved.volume);
      // What was queued while the saved queue was still being read stands behind it.
      const { queue: early, current: chosen } = store.getState();
      const queue = insertSongs(early, saved.songs, 0);
      store.setState({ queue, order: orderOf(saved.modes), ...saved.modes });
      if (chosen !== null) {
        if (store.getState().playlistName === '') store.setState({ playlistName: saved.playlistName });
        transport.refreshUpcoming();
      } else {
        const current = queue.entries[saved.currentIndex] ?? null;
        const elapsedSeconds = current === null ? 0 : saved.elapsedSeconds;
        store.setState({ current, elapsedSeconds, playlistName: saved.playlistName });
        loadCurrent();
      }
      // Last: whoever waited for it acts at once, on all of it.
      store.setState({ isRestoring: false });
    },
    becomeMirror() {
      deps.dismissUndo();
      sleep.leave();
      transport.unload();
      store.setState({ isRemote: true, isPlaying: false, isBuffering: false });
    },
    mirror: (seen) => store.setState({ ...seen, isRemote: true, isRestoring: false, undoOffer: null }),
    becomePlaying() {
      if (!store.getState().isRemote) return;
      store.setState({ isRemote: false, isPlaying: false, isBuffering: false });
      sleep.takeUp();
      transport.setVolume(store.getState().volume);
      loadCurrent();
    },
  };
};
