import { readSync } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import type { RestedWatches, RestingWatches } from './folder-watches.ts';

/** How often it is asked whether something happened, in milliseconds. */
const askMs = 250;

/** Read at once of what happened; the thread that is started reads the rest. */
const readBytes = 65_536;

/** What the system tells; null when nothing has happened. Empty when it cannot be read, which the thread then reports. */
const readNews = (instance: number): Uint8Array | null => {
  const bytes = Buffer.alloc(readBytes);
  try {
    return bytes.subarray(0, readSync(instance, bytes));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    return new Uint8Array();
  }
};

/**
 * Looks after watches while there is no thread for them.
 * @param wake told when something happened
 */
export const createWatchRest = (clock: Pick<Clock, 'schedule'>, wake: (watches: RestedWatches) => void) => {
  let resting: RestingWatches | null = null;
  let cancel = (): void => {};

  const take = (): RestingWatches | null => {
    const watches = resting;
    cancel();
    resting = null;
    return watches;
  };
  const ask = (): void => {
    if (resting === null) return;
    const read = readNews(resting.instance);
    if (read === null) {
      cancel = clock.schedule(askMs, ask);
      return;
    }
    const watches = take();
    if (watches !== null) wake({ ...watches, read });
  };
  return {
    begin: (watches: RestingWatches): void => {
      resting = watches;
      cancel = clock.schedule(askMs, ask);
    },
    /** Ends it. @returns what rested, to go on with */
    end: (): RestedWatches | null => {
      const watches = take();
      return watches === null ? null : { ...watches, read: new Uint8Array() };
    },
  };
};
