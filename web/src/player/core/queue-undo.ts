import type { StoreApi } from 'zustand/vanilla';
import type { PlayerActions, PlayerState, UndoOffer } from './player-state.ts';
import { type Queue, type QueueEntry, undoEdit } from './queue.ts';
import type { Transport } from './transport/transport.ts';

/** How long an edit can be taken back, unless somebody points at the offer. */
export const undoPeriodMs = 10_000;

/** An offer that somebody points at is looked at again after this. */
const heldMs = 1_000;

/** The queue before and after an edit, and what was current. */
interface Snapshot {
  readonly kind: UndoOffer['kind'];
  readonly before: Queue;
  readonly after: Queue;
  readonly playlistName: string;
  readonly current: QueueEntry | null;
  readonly elapsedSeconds: number;
}

/** The last edit of the queue, for as long as it can be taken back. */
export interface QueueUndo extends Pick<PlayerActions, 'undo' | 'dismissUndo'> {
  /** Sets the new queue, and offers to take the edit back. */
  apply(kind: UndoOffer['kind'], after: Queue, entryCount: number): void;
}

/** Nothing can be taken back until something was applied. */
export const createQueueUndo = (deps: {
  readonly store: StoreApi<PlayerState>;
  readonly transport: Transport;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  /** Whether somebody points at the offer, or is in it by keyboard. */
  readonly isOfferHeld: () => boolean;
}): QueueUndo => {
  const { store, transport } = deps;
  let snapshot: Snapshot | null = null;
  let lastOfferId = 0;
  let cancelExpiry = (): void => {};

  const dismissUndo = (): void => {
    cancelExpiry();
    snapshot = null;
    if (store.getState().undoOffer !== null) store.setState({ undoOffer: null });
  };

  const expire = (): void => {
    if (deps.isOfferHeld()) cancelExpiry = deps.later(expire, heldMs);
    else dismissUndo();
  };

  const apply = (kind: UndoOffer['kind'], after: Queue, entryCount: number): void => {
    const { queue: before, playlistName, current, elapsedSeconds } = store.getState();
    if (after === before) return;
    dismissUndo();
    lastOfferId += 1;
    snapshot = { kind, before, after, playlistName, current, elapsedSeconds };
    store.setState({ queue: after, undoOffer: { kind, entryCount, id: lastOfferId } });
    cancelExpiry = deps.later(expire, undoPeriodMs);
  };

  return {
    apply,
    dismissUndo,
    undo() {
      const taken = snapshot;
      if (taken === null) return;
      const { queue, isPlaying } = store.getState();
      dismissUndo();
      store.setState({ queue: undoEdit(queue, taken) });
      if (taken.kind === 'cleared' || taken.kind === 'replaced') {
        store.setState({ playlistName: taken.playlistName });
      }
      if (taken.kind === 'replaced' && taken.current !== null) {
        transport.choose(taken.current, { startSeconds: taken.elapsedSeconds, shouldPlay: isPlaying });
      } else {
        transport.refreshUpcoming();
      }
    },
  };
};
