import type { Song } from '@tonearm/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { PlayerActions, PlayerState, UndoOffer } from './player-state.ts';
import {
  emptyQueue,
  indexOfKey,
  insertSongs,
  moveEntries,
  nudgeEntries,
  type Queue,
  type QueueEntry,
  removeEntries,
  replaceSongs,
  shuffleQueue,
  undoEdit,
} from './queue.ts';
import type { RandomWalk } from './random-walk.ts';
import type { Transport } from './transport.ts';

/** How long an edit can be taken back. */
export const undoPeriodMs = 10_000;

type QueueEdits = Pick<
  PlayerActions,
  | 'playNow'
  | 'playNext'
  | 'addToQueue'
  | 'replaceQueue'
  | 'clear'
  | 'shuffle'
  | 'remove'
  | 'move'
  | 'nudge'
  | 'moveNext'
  | 'undo'
  | 'dismissUndo'
>;

interface EditDeps {
  store: StoreApi<PlayerState>;
  transport: Transport;
  walk: RandomWalk;
  random: () => number;
  later: (callback: () => void, delayMs: number) => () => void;
}

interface Snapshot {
  readonly kind: UndoOffer['kind'];
  readonly before: Queue;
  readonly after: Queue;
  readonly playlistName: string;
  readonly current: QueueEntry | null;
  readonly elapsedSeconds: number;
}

/** Every way to change the queue. The current track goes on through all of them but `replaceQueue`. */
export const createQueueEdits = (deps: EditDeps): QueueEdits => {
  const { store, transport, walk } = deps;
  let snapshot: Snapshot | null = null;
  let lastOfferId = 0;
  let cancelExpiry = (): void => {};

  const dismissUndo = (): void => {
    cancelExpiry();
    snapshot = null;
    if (store.getState().undoOffer !== null) store.setState({ undoOffer: null });
  };

  /** Sets the new queue, and offers to take the edit back. */
  const apply = (kind: UndoOffer['kind'], after: Queue, entryCount: number): void => {
    const { queue: before, playlistName, current, elapsedSeconds } = store.getState();
    if (after === before) return;
    dismissUndo();
    lastOfferId += 1;
    snapshot = { kind, before, after, playlistName, current, elapsedSeconds };
    store.setState({ queue: after, undoOffer: { kind, entryCount, id: lastOfferId } });
    cancelExpiry = deps.later(dismissUndo, undoPeriodMs);
  };

  const set = (queue: Queue): void => {
    if (queue === store.getState().queue) return;
    store.setState({ queue });
    transport.refreshUpcoming();
  };

  /** Queueing makes the first track current when none is. */
  const startWhenNothingIsChosen = (): void => {
    const { current, queue } = store.getState();
    const first = queue.entries[0];
    if (current === null && first !== undefined) transport.choose(first);
  };

  /** Puts songs after the current track; answers the entries made. */
  const insertAfterCurrent = (songs: readonly Song[]): readonly QueueEntry[] => {
    const { queue, current } = store.getState();
    const index = indexOfKey(queue, current?.key) + 1;
    const after = insertSongs(queue, songs, index);
    const added = after.entries.slice(index, index + songs.length);
    walk.planNext(added.map((entry) => entry.key));
    set(after);
    return added;
  };

  return {
    dismissUndo,
    playNow(songs) {
      const [first] = insertAfterCurrent(songs);
      if (first !== undefined) transport.choose(first);
    },
    playNext(songs) {
      insertAfterCurrent(songs);
      startWhenNothingIsChosen();
    },
    addToQueue(songs, atIndex) {
      set(insertSongs(store.getState().queue, songs, atIndex));
      startWhenNothingIsChosen();
    },
    replaceQueue({ name, songs, startIndex = 0, startSeconds = 0 }) {
      const { queue } = store.getState();
      const after = replaceSongs(queue, songs);
      if (queue.entries.length === 0) store.setState({ queue: after });
      else apply('replaced', after, queue.entries.length);
      store.setState({ playlistName: name });
      walk.reset();
      const entry = after.entries[startIndex] ?? after.entries[0];
      if (entry !== undefined) transport.choose(entry, { startSeconds });
    },
    clear() {
      const { queue } = store.getState();
      if (queue.entries.length === 0) return;
      apply('cleared', { ...emptyQueue, nextKey: queue.nextKey }, queue.entries.length);
      store.setState({ playlistName: '' });
      transport.refreshUpcoming();
    },
    shuffle() {
      const { queue } = store.getState();
      if (queue.entries.length < 2) return;
      apply('shuffled', shuffleQueue(queue, deps.random), queue.entries.length);
      transport.refreshUpcoming();
    },
    remove(keys) {
      const { queue } = store.getState();
      const after = removeEntries(queue, keys);
      apply('removed', after, queue.entries.length - after.entries.length);
      transport.refreshUpcoming();
    },
    move(keys, gapIndex) {
      set(moveEntries(store.getState().queue, keys, gapIndex));
    },
    nudge(keys, step) {
      set(nudgeEntries(store.getState().queue, keys, step));
    },
    moveNext(keys) {
      const { queue, current } = store.getState();
      const others = new Set(keys);
      if (current !== null) others.delete(current.key);
      walk.planNext(queue.entries.filter((entry) => others.has(entry.key)).map((entry) => entry.key));
      set(moveEntries(queue, others, indexOfKey(queue, current?.key) + 1));
      transport.refreshUpcoming();
    },
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
