import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { LibraryDatabase } from '../library/library-schema.ts';
import { migrateLibrary } from '../library/migrations/library.ts';
import { removeSetAside, setLibraryAside } from '../library/set-aside.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import { stateMigrations } from '../state/migrations.ts';
import { findDamage } from '../state/state-check.ts';
import type { StateDatabase } from '../state/state-schema.ts';
import { MigrationError, migrate } from './migrate.ts';
import { openReadCopy } from './read-copy.ts';
import { hasRoom, leavePlain, type OpenDatabase, type OpenOptions, openSqlite } from './sqlite.ts';

/** Opens a database of which there is a file, or a copy of it where nothing can be written. */
const openReadable = <Schema>(options: OpenOptions): OpenDatabase<Schema> => {
  let database: OpenDatabase<Schema> | null = null;
  try {
    database = openSqlite<Schema>(options);
    database.raw.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database?.close();
    if (writeTrouble(error) === null || !existsSync(options.path)) throw error;
    return openReadCopy<Schema>(options);
  }
};

/** Tables and their columns. */
const shapeOf = (raw: Database.Database): string[] =>
  raw
    .prepare<[], string>(
      `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' ORDER BY 1`,
    )
    .pluck()
    .all();

/** What a `state.db` of this version has that this one lacks: something else took a table away. */
const findMissing = (raw: Database.Database): string | null => {
  const model = new Database(':memory:');
  try {
    migrate(model, stateMigrations, { keepSnapshot: false });
    const there = new Set(shapeOf(raw));
    const missing = shapeOf(model).find((column) => !there.has(column));
    return missing === undefined ? null : `${missing} is missing`;
  } finally {
    model.close();
  }
};

/**
 * Closes `state.db`. On a full disk it is left open for the end of the process: the files beside it could not
 * be made again by the next start.
 */
export const closeState = (dataFolder: string, state: OpenDatabase<StateDatabase>): void => {
  const path = join(dataFolder, 'state.db');
  if (!hasRoom(path)) return;
  state.close();
  leavePlain(path);
};

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
    database = openReadable<StateDatabase>({ path, durability: 'full' });
    const damage = findDamage(database.raw);
    if (damage !== null) throw damaged(damage);
    migrate(database.raw, stateMigrations, { keepSnapshot: true });
    const missing = findMissing(database.raw);
    if (missing !== null) throw damaged(missing);
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

const openLibraryFile = (dataFolder: string, mustExist: boolean): OpenDatabase<LibraryDatabase> => {
  const database = openSqlite<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    mustExist,
    durability: 'normal',
    cacheKib: 16_384,
  });
  try {
    database.raw.pragma(`wal_autocheckpoint = ${libraryLogPages}`);
    migrateLibrary(database.raw);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Opens `library.db`, which must exist, for writing: the scan process. Damage is thrown as it is. */
export const openLibraryForScan = (dataFolder: string): OpenDatabase<LibraryDatabase> =>
  openLibraryFile(dataFolder, true);

/** When and why a library was made in place of another, in its own words: facts about itself. */
const noteRebuilt = (
  raw: OpenDatabase<LibraryDatabase>['raw'],
  facts: Readonly<Record<string, string>>,
): void => {
  const put = raw.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  for (const [key, value] of Object.entries(facts)) put.run(key, value);
};

/**
 * Takes `library.db` out of the way and opens a new one: a scan fills it again.
 * @param because why, and the revision that lists begin with again: clients notice only another one
 */
export const replaceLibrary = (
  dataFolder: string,
  because: { reason: 'damaged' | 'lost'; nowMs: number; revision: number },
): OpenDatabase<LibraryDatabase> => {
  setLibraryAside(dataFolder, because.nowMs);
  const open = (): OpenDatabase<LibraryDatabase> => {
    const database = openLibraryFile(dataFolder, false);
    noteRebuilt(database.raw, {
      revision: String(because.revision),
      rebuilt: `${Math.floor(because.nowMs / 1000)} ${because.reason}`,
    });
    return database;
  };
  try {
    return open();
  } catch (error) {
    if (writeTrouble(error) !== 'full') throw error;
    removeSetAside(dataFolder);
    return open();
  }
};

/**
 * Opens (and makes or migrates) `library.db` for writing, at start. One that cannot be used, whatever the
 * reason, is set aside and made anew: a scan fills it again.
 * @param onSetAside told why
 */
export const openLibraryWriter = (
  dataFolder: string,
  onSetAside: (error: Error) => void = () => {},
): OpenDatabase<LibraryDatabase> => {
  try {
    return openLibraryFile(dataFolder, false);
  } catch (error) {
    const isOfNoUse =
      isDamage(error) || error instanceof MigrationError || writeTrouble(error) === 'read-only';
    if (!isOfNoUse) throw error;
    try {
      const database = replaceLibrary(dataFolder, { reason: 'damaged', nowMs: Date.now(), revision: 1 });
      onSetAside(error as Error);
      return database;
    } catch {
      // It is not the file, but the folder: nothing can be changed in it.
      throw error;
    }
  }
};

/** An empty library that lives as long as its connection: where none can be made yet. */
export const openEmptyLibrary = (): OpenDatabase<LibraryDatabase> => {
  const database = openSqlite<LibraryDatabase>({ path: ':memory:', durability: 'normal' });
  migrateLibrary(database.raw);
  return database;
};

/** Opens `library.db`, which must exist, for reading. */
export const openLibraryReader = (dataFolder: string): OpenDatabase<LibraryDatabase> =>
  openReadable<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    isReadOnly: true,
    durability: 'normal',
    cacheKib: 16_384,
  });
