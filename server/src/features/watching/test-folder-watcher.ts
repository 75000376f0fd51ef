import { createFakeClock } from '@tonearm/testkit';
import { expect, vi } from 'vitest';
import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import type { RealPath } from '../../platform/paths/real-path.ts';
import { createFolderWatcher, type FolderWatcher, type FolderWatcherDeps } from './folder-watcher.ts';
import type { FolderWatches } from './folder-watches.ts';
import { openInotify } from './inotify-calls.ts';
import { createInotifyWatches } from './inotify-watches.ts';

/** Opens watches, of the system or of a test. */
export type OpenWatches = (onNews: () => void) => FolderWatches;

/** How long the system may take to tell of a change; far more than it takes on an idle machine. */
const patience = { timeout: 150_000, interval: 10 };
/** Of the test's own clock; a change is told after so much quiet, in milliseconds. */
export const quietMs = 700;

/** Watches folders of a list that may be changed between rounds, as the library's is. */
export const createTestWatcher = (
  openWatches: OpenWatches,
  more: Pick<FolderWatcherDeps, 'lost' | 'restMs' | 'onRest'> = {},
) => {
  const folders: WatchedFolder[] = [];
  const messages: (readonly string[])[] = [];
  const state = { anything: 0 };
  const clock = createFakeClock();
  /** Lets quiet times pass until something holds. */
  const until = (assert: () => void): Promise<void> =>
    vi.waitFor(async () => {
      await clock.advance(quietMs);
      assert();
    }, patience);
  const watcher: FolderWatcher = createFolderWatcher({
    openWatches,
    readAll: () => [...folders],
    readSome: (ids) => folders.filter(({ id }) => ids.has(id)),
    onDirty: (paths) => messages.push(paths),
    onAnything: () => {
      state.anything += 1;
    },
    clock,
    ...more,
  });
  return {
    ...watcher,
    folders,
    messages,
    clock,
    until,
    state,
    put: (id: number, virtualPath: string, realPath: RealPath) => folders.push({ id, virtualPath, realPath }),
    /** Waits until exactly these were told of since the last time. */
    told: async (...paths: readonly string[]) => {
      await until(() => expect([...new Set(messages.flat())].toSorted()).toEqual(paths.toSorted()));
      messages.length = 0;
    },
    [Symbol.dispose]: watcher.close,
  };
};

/** Watches of the system itself. */
export const openRealInotify = async (): Promise<OpenWatches> => {
  const calls = await openInotify();
  return (onNews) => createInotifyWatches(calls, onNews);
};
