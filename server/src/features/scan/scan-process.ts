import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Connection } from '../../db/connection.ts';
import { freePages } from '../../db/sqlite.ts';
import { createCapture } from '../../library/feed/capture.ts';
import { openLibraryForScan } from '../../library/open-library.ts';
import { createSearchIndex } from '../../library/search-index/search-index-store.ts';
import { createBucketClient } from '../../platform/bucket/bucket-client.ts';
import { takeOwnEnd } from '../../platform/child/own-end.ts';
import { systemClock } from '../../platform/clock.ts';
import { openGiveBack } from '../../platform/memory/memory-return.ts';
import { createTagReaders } from './reading/tag-readers.ts';
import { refuseJobs } from './refuse-jobs.ts';
import { createScanJobs, type ScanJobs } from './scan-jobs.ts';
import type { FromScanProcess, ToScanProcess } from './scan-messages.ts';

/*
 * Entry of the scan process: the only one that writes `library.db`. A process rather than a thread, because
 * all of its memory goes back when it ends, which it does when it has had nothing to do for a while.
 */
const [dataFolder, readerCount, stateFile = 'state.db', isFollowed] = process.argv.slice(2);
const own = takeOwnEnd<ToScanProcess, FromScanProcess>();
if (dataFolder === undefined) throw new Error('The data folder is not named.');
const server = process.ppid;

/**
 * When pages of programs are given back that only the start needed, in milliseconds: before V8 compiles most, before the
 * scan takes most, and once more where that takes long.
 */
const tidyAfterMs = [400, 1_000, 10_000] as const;

const beginTidying = (raw: Connection): (() => void) => {
  const giveBack = openGiveBack(() => freePages([raw]));
  for (const afterMs of tidyAfterMs) setTimeout(giveBack, afterMs).unref();
  return giveBack;
};

/*
 * Young part of the heap of threads that begin from here on, in MiB. Of a reader nothing lives for longer than a batch,
 * and where Node.js was started with this flag, limits of a thread itself do not hold.
 */
setFlagsFromString('--max-semi-space-size=2');

/** Without the server nothing is written any more: another one may have begun to scan. */
const leaveOrphaned = (): void => {
  if (process.ppid !== server || !own.isOpen()) process.exit();
};

let isCancelled = false;
const tell = (message: FromScanProcess): void => {
  leaveOrphaned();
  own.tell(message);
};

const openJobs = (folder: string): ScanJobs => {
  try {
    const database = openLibraryForScan(folder);
    return createScanJobs({
      raw: database.raw,
      createSearch: createSearchIndex,
      createCapture: isFollowed === 'followed' ? createCapture : undefined,
      statePath: join(folder, stateFile),
      createReaders: () => createTagReaders({ size: Number(readerCount) }),
      openBucket: (access) => createBucketClient(access, systemClock),
      isCancelled: () => isCancelled,
      tell,
      nowMs: systemClock.nowMs,
      beforeCommit: leaveOrphaned,
      giveBack: beginTidying(database.raw),
      end: () => {
        database.close();
        own.end();
      },
    });
  } catch (error) {
    return refuseJobs(error, { tell, end: own.end });
  }
};
const jobs = openJobs(dataFolder);
own.serve((message) => {
  if (message.kind === 'scan' || message.kind === 'cancel') isCancelled = message.kind === 'cancel';
  jobs.take(message);
});
