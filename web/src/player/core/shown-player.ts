import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState } from './player-state.ts';

/** A new track is shown after this time at the latest, in milliseconds. */
const longestHoldMs = 60;

/** The state as the page shows it. */
export type ShownPlayer = Pick<StoreApi<PlayerState>, 'getState' | 'getInitialState' | 'subscribe'>;

interface ShownDeps {
  store: StoreApi<PlayerState>;
  /** Calls back once after a while; the function it returns takes that back. */
  later: (callback: () => void, delayMs: number) => () => void;
}

/**
 * Follows the state at once, but for a track that was just chosen: it is shown when it sounds, or a moment
 * later. To paint a track, its cover and its row takes the page longer than to start it, and both need the
 * same thread.
 */
export const createShownPlayer = ({ store, later }: ShownDeps): ShownPlayer & { dispose(): void } => {
  const listeners = new Set<(state: PlayerState, before: PlayerState) => void>();
  let shown = store.getState();
  let cancel: (() => void) | null = null;
  const show = (): void => {
    cancel?.();
    cancel = null;
    const before = shown;
    shown = store.getState();
    if (shown !== before) for (const listener of listeners) listener(shown, before);
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isAwaited = state.isPlaying && state.isBuffering;
    if (!isAwaited) show();
    else if (state.current !== before.current) cancel ??= later(show, longestHoldMs);
    else if (cancel === null) show();
  });
  return {
    getState: () => shown,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      unsubscribe();
      cancel?.();
    },
  };
};
