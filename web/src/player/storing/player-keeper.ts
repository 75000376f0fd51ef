import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState } from '../core/player-state.ts';
import { indexOfKey } from '../core/queue.ts';
import { packModes, type StoredPlayer } from './stored-player.ts';

/** The position is written at most this often while playing. */
const positionPeriodMs = 5000;
/** Edits close together are written once. */
const queueDelayMs = 300;

interface KeeperDeps {
  store: StoreApi<PlayerState>;
  stored: Pick<StoredPlayer, 'writeQueue' | 'writeValue'>;
  nowMs: () => number;
  later: (callback: () => void, delayMs: number) => () => void;
}

/**
 * Writes the player down as it changes. A tab that mirrors another writes nothing.
 * @returns `flush` writes at once what is due, for when the page is left
 */
export const createPlayerKeeper = (deps: KeeperDeps): { flush: () => void; dispose: () => void } => {
  const { store, stored } = deps;
  let positionWrittenAtMs = Number.NEGATIVE_INFINITY;
  /** What is written is the place in the track before this one. */
  let isOfOtherTrack = false;
  let cancelQueueWrite: (() => void) | null = null;
  let cancelIndexWrite: (() => void) | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  const writePosition = (state: PlayerState): void => {
    if (!isOfOtherTrack) positionWrittenAtMs = deps.nowMs();
    isOfOtherTrack = false;
    stored.writeValue('elapsedSeconds', state.elapsedSeconds);
  };
  const writeQueue = (isUrgent: boolean): void => {
    cancelQueueWrite?.();
    cancelQueueWrite = null;
    // One after the other, each with the queue of its own time, so that the last one wins.
    const songs = store.getState().queue.entries.map((entry) => entry.song);
    const write = () => stored.writeQueue(songs, isUrgent);
    writing = isUrgent ? write() : writing.then(write);
  };
  const writeIndex = (): void => {
    cancelIndexWrite?.();
    cancelIndexWrite = null;
    const state = store.getState();
    stored.writeValue('currentTrackIndex', indexOfKey(state.queue, state.current?.key));
    if (isOfOtherTrack) writePosition(state);
  };
  const isMine = (state: PlayerState): boolean => !state.isRestoring && !state.isRemote;

  const unsubscribe = store.subscribe((state, before) => {
    if (!isMine(state) || before.isRestoring || before.isRemote) return;
    writeSettings(stored, state, before);
    if (state.queue !== before.queue) cancelQueueWrite ??= deps.later(() => writeQueue(false), queueDelayMs);
    if (state.queue !== before.queue || state.current !== before.current) {
      cancelIndexWrite ??= deps.later(writeIndex, queueDelayMs);
    }
    if (state.current !== before.current) {
      // With the index: the click that chose a track waits for sound, not for storage.
      isOfOtherTrack = true;
      positionWrittenAtMs = deps.nowMs();
    }
    const hasPaused = before.isPlaying && !state.isPlaying;
    const isDue = deps.nowMs() - positionWrittenAtMs >= positionPeriodMs;
    const hasMoved = state.elapsedSeconds !== before.elapsedSeconds;
    if (hasPaused || (hasMoved && isDue)) writePosition(state);
  });

  const flush = (): void => {
    const state = store.getState();
    if (!isMine(state)) return;
    if (cancelQueueWrite !== null) writeQueue(true);
    if (cancelIndexWrite !== null) writeIndex();
    if (state.current !== null) writePosition(state);
  };

  return {
    flush,
    dispose() {
      flush();
      unsubscribe();
      cancelQueueWrite?.();
      cancelIndexWrite?.();
    },
  };
};

/** What is small and changes seldom is written at once. */
const writeSettings = (stored: KeeperDeps['stored'], state: PlayerState, before: PlayerState): void => {
  if (state.volume !== before.volume) stored.writeValue('volume', state.volume);
  if (state.order !== before.order) stored.writeValue('playbackOrder', state.order);
  if (packModes(state) !== packModes(before)) stored.writeValue('playModes', packModes(state));
  if (state.playlistName !== before.playlistName) stored.writeValue('playlistName', state.playlistName);
};
