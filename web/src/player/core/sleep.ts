import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState, SleepWish } from './player-state.ts';
import type { QueueEntry } from './queue.ts';
import { isSameAlbum } from './sources/levels.ts';

interface SleepDeps {
  readonly store: StoreApi<PlayerState>;
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  readonly pause: () => void;
}

/** Stops playing when somebody is likely to sleep. */
export const createSleep = (deps: SleepDeps) => {
  const { store } = deps;
  let cancel = (): void => {};
  const over = (): void => {
    cancel();
    store.setState({ sleep: null });
  };
  return {
    over,
    set(wish: SleepWish): void {
      over();
      if (wish === null) return;
      if (typeof wish === 'string') {
        store.setState({ sleep: { kind: wish } });
        return;
      }
      const delayMs = wish * 60_000;
      store.setState({ sleep: { kind: 'at', atMs: deps.nowMs() + delayMs } });
      cancel = deps.later(() => {
        over();
        deps.pause();
      }, delayMs);
    },
    /** Whether playing stops where one entry ends and the other would follow. */
    stopsBetween(current: QueueEntry | null, next: QueueEntry | null): boolean {
      const { sleep } = store.getState();
      if (sleep?.kind === 'track') return true;
      return sleep?.kind === 'album' && !isSameAlbum(current?.song, next?.song);
    },
    dispose: (): void => cancel(),
  };
};
