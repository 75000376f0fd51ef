import type { Song } from '@tonearm/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { PlayerActions, PlayerState } from './player-state.ts';
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
} from './queue.ts';
import { createQueueUndo } from './queue-undo.ts';
import type { RandomWalk } from './random-walk.ts';
import type { Transport } from './transport/transport.ts';

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
  isOfferHeld: () => boolean;
}

/** Every way to change the queue. The current track goes on through all of them but `replaceQueue`. */
export const createQueueEdits = (deps: EditDeps): QueueEdits => {
  const { store, transport, walk } = deps;
  const { apply, undo, dismissUndo } = createQueueUndo(deps);
  const set = (queue: Queue): void => {
    if (queue === store.getState().queue) return;
    store.setState({ queue });
    transport.refreshUpcoming();
  };

  return {
    ...createAdditions(deps, set),
    undo,
    dismissUndo,
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
  };
};

type Additions = Pick<QueueEdits, 'playNow' | 'playNext' | 'addToQueue'>;

/** Songs that come into the queue beside those that are there. */
const createAdditions = ({ store, transport, walk }: EditDeps, set: (queue: Queue) => void): Additions => {
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
  };
};
