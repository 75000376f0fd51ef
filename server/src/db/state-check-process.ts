// A process of its own, started by state-check.ts: a million rows are read, and all memory is given back.
import Database from 'better-sqlite3';
import { quickCheck } from './quick-check.ts';
import type { StateReport } from './state-check.ts';

const damageOf = (path: string): string | null => {
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return quickCheck(raw);
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))
      return error.message;
    throw error;
  } finally {
    raw.close();
  }
};

const report: StateReport = { damage: damageOf(process.argv[2] ?? '') };
process.send?.(report, undefined, undefined, () => process.disconnect());
