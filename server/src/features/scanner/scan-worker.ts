import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openLibraryWriter } from '../../db/databases.ts';
import { createSearchIndex } from '../search/search-index-store.ts';
import { createTagReaders } from '../tags/index.ts';
import { createScanThread, type ScanThreadData } from './scan-thread.ts';

/*
 * Entry of the scan thread: the only one that writes `library.db`. It ends when it has had nothing to do for
 * a while, so that an idle server is small.
 */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataFolder, cancelFlag, readerCount } = workerData as ScanThreadData;
const database = openLibraryWriter(dataFolder);
const thread = createScanThread({
  raw: database.raw,
  createSearch: createSearchIndex,
  statePath: join(dataFolder, 'state.db'),
  createReaders: () => createTagReaders({ size: readerCount }),
  isCancelled: () => Atomics.load(cancelFlag, 0) === 1,
  tell: (message, transfer = []) => port.postMessage(message, transfer),
  end: () => {
    database.close();
    port.close();
  },
});
port.on('message', thread.take);
