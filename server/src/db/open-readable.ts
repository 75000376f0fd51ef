import { existsSync } from 'node:fs';
import { writeTrouble } from '../platform/storage-trouble.ts';
import { openReadCopy } from './read-copy.ts';
import { type OpenDatabase, type OpenOptions, openSqlite } from './sqlite.ts';

/** Opens a database of which there is a file, or a copy of it where nothing can be written. */
export const openReadable = <Schema>(options: OpenOptions): OpenDatabase<Schema> => {
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
