import type { FolderWatches, RestedWatches } from './folder-watches.ts';
import { openInotify } from './inotify-calls.ts';
import { createInotifyWatches } from './inotify-watches.ts';
import { createPlainWatches } from './plain-watches.ts';

/**
 * The best way of watching that there is: inotify on Linux, where its library can be loaded, else `fs.watch`.
 * @param told.plain told why on Linux it is not inotify
 * @param told.opened told of the open file of inotify, which is the caller's to close
 * @param rested what to go on with
 * @throws Error when that cannot be
 */
export const chooseWatches = async (
  told: { readonly plain: (reason: string) => void; readonly opened: (instance: number) => void },
  rested: RestedWatches | null = null,
): Promise<(onNews: () => void) => FolderWatches> => {
  if (process.platform !== 'linux') return createPlainWatches;
  try {
    const calls = await openInotify(rested?.instance);
    told.opened(calls.instance);
    return (onNews) => createInotifyWatches({ ...calls, close: () => {} }, onNews, rested ?? undefined);
  } catch (error) {
    if (rested !== null) throw error;
    // Whatever stands in its way, folders are watched.
    told.plain(error instanceof Error ? error.message : String(error));
    return createPlainWatches;
  }
};
