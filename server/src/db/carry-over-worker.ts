import Database from 'better-sqlite3';
import { serveTasks } from '../platform/child/serve-tasks.ts';

/*
 * Carries the log of a database over into it: waits for the disk, and changes nothing that is not written already.
 * Frames that somebody still reads around stay for the next time.
 */
let raw: Database.Database | null = null;

serveTasks<null, null>(async (_task, { step, options }) => {
  raw ??= new Database(options as string, { fileMustExist: true });
  step();
  raw.pragma('wal_checkpoint(PASSIVE)');
  return { result: null };
});
