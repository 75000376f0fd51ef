import type { PlaybackOrder } from './playback-orders.ts';
import { type EntryKey, indexOfKey, type Queue, type QueueEntry } from './queue.ts';
import type { RandomWalk } from './random-walk.ts';

/** Whether playing begins again, with the list or with the song. */
export type Repeat = 'off' | 'all' | 'one';

/** The two switches of the player. The four orders are what they come to. */
export interface PlayModes {
  readonly isShuffled: boolean;
  readonly repeat: Repeat;
}

/** The order that switches come to. A song that is repeated is repeated, shuffled or not. */
export const orderOf = ({ isShuffled, repeat }: PlayModes): PlaybackOrder => {
  if (repeat === 'one') return 'repeat-track';
  if (isShuffled) return 'random';
  return repeat === 'all' ? 'repeat-all' : 'default';
};

/** How the switches stand when an order was chosen. Random goes on for ever. */
export const modesOf = (order: PlaybackOrder): PlayModes => ({
  isShuffled: order === 'random',
  repeat: order === 'repeat-track' ? 'one' : order === 'default' ? 'off' : 'all',
});

/** What a press on the switch leads to. */
export const nextRepeat: Readonly<Record<Repeat, Repeat>> = { off: 'all', all: 'one', one: 'off' };

/** Where playing stands. `current` may have left the queue. */
export interface OrderPosition {
  readonly queue: Queue;
  readonly current: QueueEntry | null;
  readonly order: PlaybackOrder;
  /** Whether a random walk goes on when everything was heard. */
  readonly repeat: Repeat;
  /** Consulted only in random order. */
  readonly walk: RandomWalk;
}

/**
 * The entry that `step` leads to (1 next, -1 previous), or null where playing stops. A current
 * entry that is not in the queue leads to its first entry. In random order this draws ahead, and
 * does not move: `walk.moveTo` does.
 */
export const stepFrom = (position: OrderPosition, step: 1 | -1): QueueEntry | null => {
  const { queue, current, order } = position;
  const index = indexOfKey(queue, current?.key);
  if (index < 0) return queue.entries[0] ?? null;
  switch (order) {
    case 'default':
      return queue.entries[index + step] ?? null;
    case 'repeat-track':
      return queue.entries[index] ?? null;
    case 'repeat-all':
      return queue.entries.at((index + step) % queue.entries.length) ?? null;
    case 'random':
      if (step < 0) return position.walk.previous(queue);
      return position.repeat === 'off' && position.walk.isLapOver(queue) ? null : position.walk.next(queue);
    default:
      return order satisfies never;
  }
};

/**
 * The entry to try after the current one failed: as `stepFrom`, passing over what failed already.
 * @param failed keys that failed since something last played, the current one included
 * @returns null when everything within one lap has failed
 */
export const stepAfterFailure = (
  position: OrderPosition,
  failed: ReadonlySet<EntryKey>,
): QueueEntry | null => {
  const { queue, order, walk } = position;
  if (order !== 'random') {
    const next = stepFrom(position, 1);
    return next === null || failed.has(next.key) ? null : next;
  }
  const next = walk.next(queue);
  if (next !== null && !failed.has(next.key)) return next;
  return queue.entries.find((entry) => !failed.has(entry.key)) ?? null;
};
