import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LibraryDatabase } from './library-schema.ts';
import { MigrationError, migrate } from './migrate.ts';
import { libraryMigrations } from './migrations/library.ts';
import { stateMigrations } from './migrations/state.ts';
import { type OpenDatabase, openSqlite } from './sqlite.ts';
import { findDamage } from './state-check.ts';
import type { StateDatabase } from './state-schema.ts';

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code));

/**
 * Opens (and makes or migrates) `state.db` of a data folder for reading and writing.
 * @throws MigrationError when it is damaged or was written by a newer version
 */
export const openState = (dataFolder: string): OpenDatabase<StateDatabase> => {
  const path = join(dataFolder, 'state.db');
  const damaged = (what: string): MigrationError =>
    new MigrationError(
      `The database ${path} is damaged (${what}). Put back a copy of it (from a backup, or a file state.db.before-…) and start again.`,
    );
  let database: OpenDatabase<StateDatabase> | null = null;
  try {
    database = openSqlite<StateDatabase>({ path, durability: 'full' });
    const damage = findDamage(database.raw);
    if (damage !== null) throw damaged(damage);
    migrate(database.raw, stateMigrations, { keepSnapshot: true });
    return database;
  } catch (error) {
    database?.close();
    throw isDamage(error) ? damaged(error.message) : error;
  }
};

/**
 * Pages in the log of `library.db` before they are carried over: 32 MiB. A first scan changes the same pages
 * of its indexes over and over, and each is carried over once.
 */
const libraryLogPages = 8_000;

const openLibraryFile = (dataFolder: string): OpenDatabase<LibraryDatabase> => {
  const database = openSqlite<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    durability: 'normal',
    cacheKib: 16_384,
  });
  database.raw.pragma(`wal_autocheckpoint = ${libraryLogPages}`);
  migrate(database.raw, libraryMigrations, { keepSnapshot: false });
  return database;
};

/**
 * Opens (and makes or migrates) `library.db` for writing: the scanner's thread, and once at start. A damaged
 * one is made anew: a scan fills it again.
 */
export const openLibraryWriter = (dataFolder: string): OpenDatabase<LibraryDatabase> => {
  try {
    return openLibraryFile(dataFolder);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const tail of ['', '-wal', '-shm']) rmSync(join(dataFolder, `library.db${tail}`), { force: true });
    return openLibraryFile(dataFolder);
  }
};

/** Opens `library.db`, which must exist, for reading. */
export const openLibraryReader = (dataFolder: string): OpenDatabase<LibraryDatabase> =>
  openSqlite<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    isReadOnly: true,
    durability: 'normal',
    cacheKib: 16_384,
  });
