import { setImmediate as turn } from 'node:timers/promises';
import type { Library } from '../../../library/write/library.ts';

/**
 * Songs that are taken into the model at once. A name or a genre that many songs bear is brought up to date once a
 * slice, so larger ones cost less; readers wait for none of it, and see a slice every second or so.
 */
const songsAtOnce = 2_000;

/** Takes songs that were written into albums, artists and genres: some while a scan runs, all at its end. */
export interface TakeIn {
  /** A song is written anew; what comes is taken in with its transaction. Call inside a batch. */
  changed(): void;
  /** Takes all in that are left, unless the scan is told to stop: the next one goes on. */
  rest(isCancelled: () => boolean): Promise<void>;
}

/** Makes it for one scan. */
export const createTakeIn = ({ batch, model }: Pick<Library, 'batch' | 'model'>): TakeIn => {
  let waiting = 0;
  return {
    changed: () => {
      waiting += 1;
      if (waiting < songsAtOnce) return;
      waiting = 0;
      model.settle(songsAtOnce);
    },
    rest: async (isCancelled) => {
      for (;;) {
        batch.begin(songsAtOnce);
        const isDone = model.settle(songsAtOnce) < songsAtOnce;
        batch.commit();
        if (isDone || isCancelled()) return;
        await turn();
      }
    },
  };
};
