import type { FolderWatches } from './folder-watches.ts';
import { openInotify } from './inotify-calls.ts';
import { createInotifyWatches } from './inotify-watches.ts';
import { createPlainWatches } from './plain-watches.ts';

/**
 * The best way of watching that there is: inotify on Linux, where its library can be loaded, else `fs.watch`.
 * @param onPlain told why on Linux it is not inotify
 */
export const chooseWatches = async (
  onPlain: (reason: string) => void,
): Promise<(onNews: () => void) => FolderWatches> => {
  if (process.platform !== 'linux') return createPlainWatches;
  try {
    const calls = await openInotify();
    return (onNews) => createInotifyWatches(calls, onNews);
  } catch (error) {
    // Whatever stands in its way, folders are watched.
    onPlain(error instanceof Error ? error.message : String(error));
    return createPlainWatches;
  }
};
