import Database from 'better-sqlite3';
import { serveTasks } from '../platform/serve-tasks.ts';
import { quickCheck } from './quick-check.ts';

const isDamage = (error: unknown): error is Error =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT');

/** Looks through a whole database; the answer is what is wrong, or null. */
serveTasks<string, string | null>(async (path, step) => {
  step();
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return { result: quickCheck(raw) };
  } catch (error) {
    if (isDamage(error)) return { result: error.message };
    throw error;
  } finally {
    raw.close();
  }
});
