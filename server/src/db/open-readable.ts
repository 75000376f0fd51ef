import { existsSync } from 'node:fs';
import { writeTrouble } from '../platform/storage-trouble.ts';
import { openReadCopy } from './read-copy.ts';
import { type OpenDatabase, type OpenOptions, openSqlite } from './sqlite.ts';

/** Opens a database of which there is a file, or a copy of it where nothing can be written. */
export const openReadable = (options: OpenOptions): OpenDatabase => {
  let database: OpenDatabase | null = null;
  try {
    database = openSqlite(options);
    database.raw.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database?.close();
    if (writeTrouble(error) === null || !existsSync(options.path)) throw error;
    return openReadCopy(options);
  }
};
