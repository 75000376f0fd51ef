import type { StoreApi } from 'zustand/vanilla';
import { type OrderPosition, stepAfterFailure } from './play-order.ts';
import type { FaultReason, PlayerState } from './player-state.ts';
import type { EntryKey, QueueEntry } from './queue.ts';

/** Tracks that may fail one right after the other before each further one waits. */
const failuresInARow = 5;
/** How long a further track waits then. */
const failurePauseMs = 1000;

/** What skipping tells the world. */
export interface SkipDeps {
  /** A track was skipped; told of the first of several in a row. */
  readonly onFault: (entry: QueueEntry, reason: FaultReason) => void;
  readonly onNothingPlayable: () => void;
  /** Calls back once after a while; the function it returns takes that back. */
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

interface SkippingDeps extends SkipDeps {
  readonly store: StoreApi<PlayerState>;
  readonly position: () => OrderPosition;
  readonly choose: (entry: QueueEntry) => void;
  readonly stop: () => void;
}

/** Goes over tracks that cannot be played, marks them, and stops after one lap of them. */
export const createSkipping = (deps: SkippingDeps) => {
  const { store } = deps;
  let failed = new Set<EntryKey>();
  /** Something was heard since playing last stopped by itself. */
  let hasSounded = false;
  let cancelPause = (): void => {};

  return {
    skip(reason: FaultReason): void {
      const { queue, current, faults } = store.getState();
      if (current === null) return;
      failed.add(current.key);
      store.setState({ faults: new Map(faults).set(current.key, reason) });
      if (failed.size === 1) deps.onFault(current, reason);
      const next = stepAfterFailure(deps.position(), failed);
      if (next === null) {
        const isNothingPlayable = !hasSounded || failed.size >= queue.entries.length;
        failed = new Set();
        deps.stop();
        if (isNothingPlayable) deps.onNothingPlayable();
      } else if (failed.size <= failuresInARow) {
        deps.choose(next);
      } else {
        cancelPause = deps.later(() => deps.choose(next), failurePauseMs);
      }
    },
    /** Somebody wants something else meanwhile. */
    cancel: (): void => cancelPause(),
    sounding(): void {
      failed = new Set();
      hasSounded = true;
      const { current, faults } = store.getState();
      if (current === null || !faults.has(current.key)) return;
      const left = new Map(faults);
      left.delete(current.key);
      store.setState({ faults: left });
    },
    /** A track has come to its end. */
    ended(): void {
      failed = new Set();
    },
    /** Playing stopped by itself. */
    stopped(): void {
      hasSounded = false;
    },
  };
};
