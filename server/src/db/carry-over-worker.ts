import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { serveTasks } from '../platform/child/serve-tasks.ts';
import type { PoolWorkerData } from '../platform/child/worker-pool.ts';

/*
 * Carries the log of a database over into it: waits for the disk, and changes nothing that is not written already.
 * Frames that somebody still reads around stay for the next time.
 */
const raw = new Database((workerData as PoolWorkerData).options as string, { fileMustExist: true });

serveTasks<null, null>(async (_task, { step }) => {
  step();
  raw.pragma('wal_checkpoint(PASSIVE)');
  return { result: null };
});
