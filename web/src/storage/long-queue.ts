import { largeStore } from './large-store.ts';
import { readUserValue } from './user-storage.ts';

/** Stands under `playlist` for a queue that is in the browser's database. */
export const longQueueMark = 'large';

/** Where the database keeps the long queue of a user. */
export const longQueueKey = (username: string): string => `queue/${username}`;

/** Asks for the queue of a user ahead of their player, when it is a long one. */
export function preloadLongQueue(username: string): void {
  if (readUserValue(username, 'playlist') === longQueueMark) largeStore.preload(longQueueKey(username));
}
