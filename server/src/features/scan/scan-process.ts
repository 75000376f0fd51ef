import { join } from 'node:path';
import { openLibraryForScan } from '../../library/open-library.ts';
import { createSearchIndex } from '../../library/search-index/search-index-store.ts';
import { ignoreStopSignals } from '../../platform/stop-signals.ts';
import { createTagReaders } from '../tags/index.ts';
import { refuseJobs } from './refuse-jobs.ts';
import { createScanJobs, type ScanJobs } from './scan-jobs.ts';
import type { FromScanProcess, ToScanProcess } from './scan-messages.ts';

/*
 * Entry of the scan process: the only one that writes `library.db`. A process rather than a thread, because
 * all of its memory goes back when it ends, which it does when it has had nothing to do for a while.
 */
const [dataFolder, readerCount] = process.argv.slice(2);
if (dataFolder === undefined || process.send === undefined) {
  throw new Error('This file is the entry of a process that the server starts.');
}
const server = process.ppid;

/** Without the server nothing is written any more: another one may have begun to scan. */
const leaveOrphaned = (): void => {
  if (process.ppid !== server || !process.connected) process.exit();
};

let isCancelled = false;
const tell = (message: FromScanProcess): void => {
  leaveOrphaned();
  process.send?.(message);
};

const openJobs = (folder: string): ScanJobs => {
  try {
    const database = openLibraryForScan(folder);
    return createScanJobs({
      raw: database.raw,
      createSearch: createSearchIndex,
      statePath: join(folder, 'state.db'),
      createReaders: () => createTagReaders({ size: Number(readerCount) }),
      isCancelled: () => isCancelled,
      tell,
      beforeCommit: leaveOrphaned,
      end: () => {
        database.close();
        process.disconnect();
      },
    });
  } catch (error) {
    return refuseJobs(error, { tell, end: () => process.disconnect() });
  }
};
const jobs = openJobs(dataFolder);
ignoreStopSignals();
process.on('disconnect', () => process.exit());
process.on('message', (message: ToScanProcess) => {
  if (message.kind === 'scan' || message.kind === 'cancel') isCancelled = message.kind === 'cancel';
  jobs.take(message);
});
