import { lstatSync, realpathSync, statSync } from 'node:fs';

/** Which files on the disk a database that is open has in use. */
export interface OpenFiles {
  /** Of the database, links followed: its log lies beside that. */
  readonly path: string;
  /** What the disk knows each by; null where there was none. */
  readonly database: string | null;
  readonly log: string | null;
  /** Of the log: whoever opens the database next makes another, and the two know nothing of each other. */
  readonly index: string | null;
}

/** What is not any more what it was when the database was opened. */
export type FileLoss = 'database' | 'log';

/** A link that leads back to itself leads to no file; a folder that is one says nothing of what is in it. */
const leadsNowhere = (path: string, error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ELOOP' && lstatSync(path).isSymbolicLink();

/** What the disk knows a file by, whatever its name; null where there is no file. @throws what the folder says */
export const fileAt = (path: string): string | null => {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? `${stats.dev} ${stats.ino}` : null;
  } catch (error) {
    if (leadsNowhere(path, error)) return null;
    throw error;
  }
};

/** Takes note of the files of a database that was just opened and asked something: its log is there by then. */
export const openFilesAt = (path: string): OpenFiles => {
  const real = fileAt(path) === null ? path : realpathSync(path);
  return { path: real, database: fileAt(real), log: fileAt(`${real}-wal`), index: fileAt(`${real}-shm`) };
};

/**
 * Whether a file was deleted or replaced under who has it open: what is written to it is then found by nobody who opens
 * it anew. Three looks at a folder, some microseconds.
 * @returns null when none was, or where the folder does not say now (it is shut, or on a drive that is away)
 */
export const lossOf = ({ path, database, log, index }: OpenFiles): FileLoss | null => {
  try {
    if (fileAt(path) !== database) return 'database';
    const isOther = (tail: string, file: string | null): boolean =>
      file !== null && fileAt(path + tail) !== file;
    return isOther('-wal', log) || isOther('-shm', index) ? 'log' : null;
  } catch {
    return null;
  }
};
