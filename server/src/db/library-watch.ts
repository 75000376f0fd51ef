import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../platform/log.ts';

const fileAt = (path: string): string | null => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`;
};

/**
 * Notices that `library.db`, which is open for reading, was deleted and made anew: what is read from then on
 * is the old one.
 * @returns a check that takes microseconds and says so in the log once
 */
export const createLibraryWatch = (deps: { dataFolder: string; log: Pick<Log, 'error'> }): (() => void) => {
  const path = join(deps.dataFolder, 'library.db');
  const opened = fileAt(path);
  let isTold = false;
  return () => {
    if (isTold || fileAt(path) === opened) return;
    isTold = true;
    deps.log.error(
      'library.db was replaced or deleted while the server runs: nothing new is shown until it is started again',
    );
  };
};
