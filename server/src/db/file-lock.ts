import Database from 'better-sqlite3';

/** Held until it is closed, or until the process ends, however that ends. */
export interface FileLock {
  close(): void;
}

const locked = (held: Database.Database, lock: () => void): FileLock => {
  try {
    lock();
    return held;
  } catch (error) {
    held.close();
    throw error;
  }
};

/**
 * Takes a file for one process alone, by the lock of the operating system that SQLite knows how to take everywhere. It
 * needs nothing written: on a full disk it holds as well. Of two who try at the same moment each may be in the way of
 * the other: who waits a little lets one of them have it.
 * @param waitMs how long it is tried; nothing else runs meanwhile
 * @throws SqliteError, busy when another process holds it
 */
export const lockFile = (file: string, waitMs = 0): FileLock => {
  const held = new Database(file, { timeout: waitMs });
  return locked(held, () => void held.exec('BEGIN EXCLUSIVE'));
};

/** Shared with others who read; where nothing can be written, it still tells of somebody elsewhere who writes. */
export const lockForReading = (file: string): FileLock => {
  const held = new Database(file, { timeout: 0, readonly: true, fileMustExist: true });
  return locked(held, () => {
    held.exec('BEGIN');
    held.prepare('SELECT count(*) FROM sqlite_schema').get();
  });
};
