import type { PlayerState } from '../core/player-state.ts';
import { type EntryKey, indexOfKey, type Queue, type QueueEntry } from '../core/queue.ts';
import { type PackedSongs, packSongs, unpackSongs } from '../core/song-packing.ts';

/** A queue on its way to another tab. */
interface PackedQueue {
  readonly songs: PackedSongs;
  readonly keys: Float64Array;
  readonly nextKey: EntryKey;
}

/** What the playing tab tells the others. The queue is in it only when it changed. */
export interface MirroredState {
  readonly seen: Omit<
    PlayerState,
    'queue' | 'current' | 'isRemote' | 'undoOffer' | 'isRestoring' | 'volume'
  > & { readonly volume: number };
  readonly queue: PackedQueue | null;
  readonly current: QueueEntry | null;
}

/** Makes ready to be cloned into other tabs. */
export const packState = (state: PlayerState, withQueue: boolean): MirroredState => {
  const { queue, current, isRemote, undoOffer, isRestoring, ...seen } = state;
  return { seen, current, queue: withQueue ? packQueue(queue) : null };
};

/** The state as the other tab has it. `known` is the queue this tab has, for when none came along. */
export const unpackState = (message: MirroredState, known: Queue): Partial<PlayerState> => {
  const queue = message.queue === null ? known : unpackQueue(message.queue);
  const { current } = message;
  const here = current === null ? null : (queue.entries[indexOfKey(queue, current.key)] ?? current);
  return { ...message.seen, queue, current: here };
};

const packQueue = (queue: Queue): PackedQueue => ({
  songs: packSongs(queue.entries.map((entry) => entry.song)),
  keys: Float64Array.from(queue.entries, (entry) => entry.key),
  nextKey: queue.nextKey,
});

const unpackQueue = (packed: PackedQueue): Queue => ({
  entries: unpackSongs(packed.songs).map((song, index) => ({ key: packed.keys[index] ?? index, song })),
  nextKey: packed.nextKey,
});
