import { errorCodeOf } from './system-error.ts';

/** A page that cannot be read or says what it cannot mean, a file that is no database or too short. */
const damageCodes = /^SQLITE_(NOTADB|CORRUPT|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)/;

/** What is said of tables that are not those of the product, or not all of them. */
const otherTables =
  /^(no such (table|column)|(table|index|view|trigger) .* already exists|there is already |table .* has no column )/;

/** Whether a database is damaged, by what reading or writing it threw. */
export const isDamage = (error: unknown): error is Error =>
  damageCodes.test(errorCodeOf(error)) ||
  // Another file took its place, or the page that names its tables is an old one.
  (errorCodeOf(error) === 'SQLITE_ERROR' && otherTables.test((error as Error).message));

/**
 * Whether the disk did not give what was asked of it, which may be so because a file or a log was deleted under who has
 * it open: a fresh connection then meets none of it.
 */
export const isDiskError = (error: unknown): boolean =>
  errorCodeOf(error).startsWith('SQLITE_IOERR') ||
  (typeof error === 'string' && error.includes('disk I/O error'));

/** Why nothing can be written: there is no room, writing is not allowed, or the disk reports errors. */
export type WriteTrouble = 'full' | 'read-only' | 'failing';

/** Each as a word of the wire. */
export const troubleWords = { full: 'full', 'read-only': 'read_only', failing: 'failing' } as const;

/** @returns null for an error that says something else */
export const writeTrouble = (error: unknown): WriteTrouble | null => {
  const code = errorCodeOf(error);
  // The first is PostgreSQL's own.
  if (/^(53100|SQLITE_FULL|ENOSPC|EDQUOT|EFBIG|SQLITE_IOERR_(SHMSIZE|SHMOPEN))/.test(code)) return 'full';
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES|EPERM)/.test(code)) return 'read-only';
  return /^(EIO|SQLITE_IOERR_(WRITE|TRUNCATE|FSYNC|DIR_FSYNC))$/.test(code) ? 'failing' : null;
};
