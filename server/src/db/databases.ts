import { join } from 'node:path';
import type { LibraryDatabase } from './library-schema.ts';
import { migrate } from './migrate.ts';
import { libraryMigrations } from './migrations/library.ts';
import { stateMigrations } from './migrations/state.ts';
import { type OpenDatabase, openSqlite } from './sqlite.ts';
import type { StateDatabase } from './state-schema.ts';

/** Opens (and makes or migrates) `state.db` of a data folder for reading and writing. */
export const openState = (dataFolder: string): OpenDatabase<StateDatabase> => {
  const database = openSqlite<StateDatabase>({ path: join(dataFolder, 'state.db'), durability: 'full' });
  migrate(database.raw, stateMigrations, { keepSnapshot: true });
  return database;
};

/** Opens (and makes or migrates) `library.db` for writing: the scanner's thread, and once at start. */
export const openLibraryWriter = (dataFolder: string): OpenDatabase<LibraryDatabase> => {
  const database = openSqlite<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    durability: 'normal',
    cacheKib: 16_384,
  });
  migrate(database.raw, libraryMigrations, { keepSnapshot: false });
  return database;
};

/** Opens `library.db`, which must exist, for reading. */
export const openLibraryReader = (dataFolder: string): OpenDatabase<LibraryDatabase> =>
  openSqlite<LibraryDatabase>({
    path: join(dataFolder, 'library.db'),
    isReadOnly: true,
    durability: 'normal',
  });
