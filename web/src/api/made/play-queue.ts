import type { QueuePlace } from '@tonearm/contract';
import { call } from '../client.ts';

/** Where somebody is in a queue. */
export interface PlaceInQueue {
  readonly currentIndex: number;
  readonly positionMs: number;
  /** What this browser calls itself. */
  readonly changedBy: string;
}

/** Where the user stopped, on whatever device; null when nothing was saved. */
export const fetchQueuePlace = () => call('getQueuePlace');

/** The saved queue with its songs. */
export const fetchPlayQueue = () => call('getPlayQueue');

/** Saves a whole queue; `paths` are virtual paths. @throws ApiError */
export const savePlayQueue = (paths: readonly string[], place: PlaceInQueue): Promise<QueuePlace> =>
  call('putPlayQueue', {
    query: {
      current_index: place.currentIndex,
      position_ms: place.positionMs,
      changed_by: place.changedBy,
    },
    body: { tracks: [...paths] },
  });

/** Saves the place in a queue that is saved already. Outlives the page. @throws ApiError `queue_changed` */
export const saveQueuePlace = (revision: number, place: PlaceInQueue): Promise<QueuePlace> =>
  call('putQueuePlace', {
    body: {
      revision,
      current_index: place.currentIndex,
      position_ms: place.positionMs,
      changed_by: place.changedBy,
    },
    keepalive: true,
  });
