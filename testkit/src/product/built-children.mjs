/*
 * Loaded first into the processes of tests where the product was built: processes and threads of its sources run as they
 * are delivered. A file of each is read and compiled in half the time that a hundred take.
 */
import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';

const server = join(import.meta.dirname, '..', '..', '..', 'server');
const sources = pathToFileURL(join(server, 'src')).href;

/** What was built of an entry; the entry itself where nothing was. */
const builtOf = (entry) => {
  if (!(entry instanceof URL) || !entry.href.startsWith(`${sources}/`)) return entry;
  const built = join(server, 'dist', `${basename(fileURLToPath(entry), '.ts')}.js`);
  return existsSync(built) ? pathToFileURL(built) : entry;
};

const { fork } = childProcess;
childProcess.fork = (entry, ...rest) => fork(builtOf(entry), ...rest);
workerThreads.Worker = class extends workerThreads.Worker {
  constructor(entry, options) {
    super(builtOf(entry), options);
  }
};
syncBuiltinESMExports();
