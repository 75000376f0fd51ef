import { join } from 'node:path';
import { MigrationError } from '../db/migrate.ts';
import { openReadable } from '../db/open-readable.ts';
import { type OpenDatabase, openSqlite } from '../db/sqlite.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import type { LibraryConnection } from './connection.ts';
import { leavingFeed, putTriggersBack } from './feed/following.ts';
import { migrateLibrary } from './migrations/library.ts';
import { isLogBlocked, removeSetAside, setLibraryAside } from './set-aside.ts';

/**
 * Pages in the log of `library.db` before they are carried over: 125 MiB. A first scan changes the same pages
 * of its indexes over and over, and each is carried over once. The scan process empties it when it ends.
 */
const libraryLogPages = 32_000;

/** For pages, in KiB: a first scan is no faster with twice as many. */
const writerCacheKib = 8_192;

const openLibraryFile = (dataFolder: string, mustExist: boolean): OpenDatabase => {
  const database = openSqlite({
    path: join(dataFolder, 'library.db'),
    mustExist,
    durability: 'normal',
    cacheKib: writerCacheKib,
  });
  try {
    database.raw.pragma(`wal_autocheckpoint = ${libraryLogPages}`);
    putTriggersBack(database.raw);
    leavingFeed(database.raw, () => migrateLibrary(database.raw));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Opens `library.db`, which must exist, for writing: the scan process. Damage is thrown as it is. */
export const openLibraryForScan = (dataFolder: string): OpenDatabase => openLibraryFile(dataFolder, true);

/** Facts that a library knows about itself, in its own words. */
const noteFacts = (raw: LibraryConnection, facts: Readonly<Record<string, string>>): void => {
  const put = raw.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  for (const [key, value] of Object.entries(facts)) put.run(key, value);
};

/** So many numbers of moves are passed over: more than a log holds. */
const passedOver = 1_000_000;

/**
 * Looks through what lies there by a fresh connection, after what was written last may have gone with its log. Lists begin
 * with another revision, numbers of moves that somebody may have followed are not given again, and until a scan has ended
 * more is to come.
 * @throws damage, as it is
 */
export const recoverLibrary = (
  dataFolder: string,
  { revision, nowMs }: { revision: number; nowMs: number },
): void => {
  const { raw, close } = openLibraryFile(dataFolder, true);
  try {
    noteFacts(raw, { revision: String(revision), rebuilt: `${Math.floor(nowMs / 1000)} lost` });
    raw.prepare("DELETE FROM meta WHERE key = 'is_scanned'").run();
    raw.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'moves'").run(passedOver);
  } finally {
    close();
  }
};

/**
 * Takes `library.db` out of the way and opens a new one: a scan fills it again.
 * @param because why, and the revision that lists begin with again: clients notice only another one
 */
export const replaceLibrary = (
  dataFolder: string,
  because: { reason: 'damaged' | 'lost'; nowMs: number; revision: number },
): OpenDatabase => {
  setLibraryAside(dataFolder, because.nowMs);
  const open = (): OpenDatabase => {
    const database = openLibraryFile(dataFolder, false);
    noteFacts(database.raw, {
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
): OpenDatabase => {
  try {
    if (isLogBlocked(dataFolder)) throw new MigrationError('its log is no file');
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
export const openEmptyLibrary = (): OpenDatabase => {
  const database = openSqlite({ path: ':memory:', durability: 'normal' });
  migrateLibrary(database.raw);
  return database;
};

/** Opens `library.db`, which must exist, for reading. */
export const openLibraryReader = (
  dataFolder: string,
  { cacheKib = 16_384 }: { readonly cacheKib?: number } = {},
): OpenDatabase =>
  openReadable({
    path: join(dataFolder, 'library.db'),
    isReadOnly: true,
    durability: 'normal',
    cacheKib,
  });
