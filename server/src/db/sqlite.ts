import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { type WriteTrouble, writeTrouble } from '../platform/storage-trouble.ts';
import type { Connection } from './connection.ts';

/** Whether a column is true, as SQLite keeps it. */
export type Flag = 0 | 1;

/** A database file opened once. */
export interface OpenDatabase {
  readonly raw: Connection;
  close(): void;
}

/** How to open a database file. */
export interface OpenOptions {
  readonly path: string;
  /** A second connection that only reads; the file must exist. */
  readonly isReadOnly?: boolean;
  /** It stays one plain file: what is written goes through a rollback journal. */
  readonly isPlain?: boolean;
  /** The file is not made when it is missing. */
  readonly mustExist?: boolean;
  /** `full` syncs on every commit (what people made); `normal` may lose the last commits on power loss. */
  readonly durability: 'full' | 'normal';
  /** Page cache in KiB. */
  readonly cacheKib?: number;
}

/** Older versions can corrupt a write-ahead log that two threads use. */
const oldestSqlite = [3, 51, 3] as const;

/** How long a write waits for another connection's, in milliseconds. */
const busyTimeoutMs = 10_000;

const isTooOld = (version: string): boolean => {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of oldestSqlite.entries()) {
    const got = parts[index] ?? 0;
    if (got !== wanted) return got < wanted;
  }
  return false;
};

/**
 * On a full disk, or where nothing can be written, a database stays as it lies there: it is read all the same,
 * and what is written is refused, or goes through a rollback journal once there is room.
 */
const enterWal = (raw: Connection): void => {
  try {
    raw.pragma('journal_mode = WAL');
  } catch (error) {
    if (writeTrouble(error) === null) throw error;
  }
};

/** Less room than this on the disk, and nothing is rearranged, in bytes. */
const roomToRearrange = 4 * 1024 * 1024;
/** A longer log is left for the next start, so that a stop is quick, in bytes. */
const longestLog = 8 * 1024 * 1024;

/** Less room than this, and it is not even tried to write again, in bytes. */
const roomToWrite = 1024 * 1024;

/** Whether the disk of a file, or of a folder, has some room. */
export const hasRoom = (path: string, neededBytes = roomToRearrange): boolean => {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= neededBytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
};

/** Whether a file could be written to if there was room. */
export const isFull = (path: string): boolean => {
  try {
    accessSync(dirname(path), constants.W_OK);
    return !hasRoom(dirname(path), roomToWrite);
  } catch {
    return false;
  }
};

/** Gives back the pages that connections keep: what somebody asks for again is read again. */
export const freePages = (databases: readonly Connection[]): void => {
  for (const database of databases) if (database.open) database.pragma('shrink_memory');
};

/** What is written to find out whether a disk takes it, in bytes. */
const probeBytes = 64 * 1024;

const removeIfPossible = (path: string): void => {
  try {
    rmSync(path, { force: true });
  } catch {
    // A disk in trouble may refuse this too.
  }
};

/**
 * Why the disk of a file takes nothing, whatever SQLite calls what it met: to it a quota, a disk that became read-only
 * and one that breaks are the same. Writes a little file beside it and removes it. @returns null when that went well
 */
export const diskTrouble = (path: string): WriteTrouble | null => {
  const probe = join(dirname(path), '.room');
  try {
    accessSync(dirname(path), constants.W_OK);
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
    return null;
  } catch (error) {
    return writeTrouble(error);
  } finally {
    removeIfPossible(probe);
  }
};

/** Why a write to a file failed, the disk being asked where the error leaves that open. */
export const troubleAt = (
  error: unknown,
  path: string,
  troubleOf: typeof diskTrouble = diskTrouble,
): WriteTrouble | null => {
  const trouble = writeTrouble(error);
  return trouble === 'failing' ? (troubleOf(path) ?? trouble) : trouble;
};

/** Whether it is worth trying to write to a database again; changes nothing and takes microseconds. */
export const canBeWritten = (path: string): boolean => {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
    return hasRoom(dirname(path), roomToWrite);
  } catch {
    return false;
  }
};

/** Whether a database that was just opened is the file itself, with all that writing to it takes. */
export const isWhole = (raw: Connection, path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
  } catch {
    return false;
  }
  return (
    raw.pragma('journal_mode', { simple: true }) === 'wal' && raw.pragma('query_only', { simple: true }) === 0
  );
};

/**
 * Leaves a database that nobody has open any more as one plain file: with a write-ahead log it could not be read
 * on a full disk or in a folder that cannot be written to. What does not allow that is no trouble.
 */
export const leavePlain = (path: string): void => {
  let raw: Connection | null = null;
  try {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (!hasRoom(path) || log > longestLog) return;
    raw = new Database(path, { fileMustExist: true, timeout: 0 });
    raw.pragma('journal_mode = DELETE');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    raw?.close();
  }
};

/** Version of the SQLite that is inside the driver. */
export const sqliteVersion = (): string => {
  const raw = new Database(':memory:');
  try {
    return raw.prepare('SELECT sqlite_version()').pluck().get() as string;
  } finally {
    raw.close();
  }
};

/** A value that is bound, behind what has SQLite look at it when it plans. */
const plannedValue = /([=<>]|\bIS(?: NOT)?|\bLIMIT|\bOFFSET)(\s*)(?=[?@])/gi;

/**
 * SQLite with `SQLITE_ENABLE_STAT4` compiles a statement anew each time it is run with another value, where such a value
 * is compared for equality and anything is joined or sorted, or is a limit. A value behind a plus sign is the same value
 * and nothing that is planned by.
 */
const planOnce = (sql: string): string => sql.replace(plannedValue, '$1$2+');

/** Has a connection plan its statements once. */
const keepPlans = (raw: Connection): void => {
  const { prepare } = raw;
  raw.prepare = ((sql: string) => prepare.call(raw, planOnce(sql))) as typeof prepare;
};

const settle = (raw: Connection, options: OpenOptions): void => {
  const version = raw.prepare('SELECT sqlite_version()').pluck().get() as string;
  if (isTooOld(version)) {
    throw new Error(`SQLite ${version} is too old; ${oldestSqlite.join('.')} or later is needed.`);
  }
  if (options.isReadOnly !== true) {
    if (options.isPlain !== true) enterWal(raw);
    raw.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
    raw.pragma('foreign_keys = ON');
  }
  raw.pragma(`cache_size = -${options.cacheKib ?? 8192}`);
  raw.pragma('temp_store = MEMORY');
};

/**
 * Opens a database file with the settings every connection of ours has.
 * @throws Error when the SQLite library is too old to be safe
 */
export const openSqlite = (options: OpenOptions): OpenDatabase => {
  const raw = new Database(options.path, {
    readonly: options.isReadOnly === true,
    fileMustExist: options.isReadOnly === true || options.mustExist === true,
    timeout: busyTimeoutMs,
  });
  try {
    keepPlans(raw);
    settle(raw, options);
  } catch (error) {
    raw.close();
    throw error;
  }
  return { raw, close: () => raw.close() };
};

/** Whether SQLite itself said so, whatever it is. */
export const isSqliteError = (error: unknown): error is Error => error instanceof Database.SqliteError;
