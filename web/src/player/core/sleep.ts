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
  const pauseIn = (delayMs: number): void => {
    cancel = deps.later(() => {
      over();
      deps.pause();
    }, delayMs);
  };
  return {
    over,
    /** Another tab makes the sound from now on, and sees to it. */
    leave: (): void => cancel(),
    /** This tab makes the sound from now on: what was wished in another one holds here. */
    takeUp(): void {
      const { sleep } = store.getState();
      cancel();
      if (sleep?.kind === 'at') pauseIn(Math.max(sleep.atMs - deps.nowMs(), 0));
    },
    set(wish: SleepWish): void {
      over();
      if (wish === null) return;
      if (typeof wish === 'string') {
        store.setState({ sleep: { kind: wish } });
        return;
      }
      const delayMs = wish * 60_000;
      store.setState({ sleep: { kind: 'at', atMs: deps.nowMs() + delayMs } });
      pauseIn(delayMs);
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
