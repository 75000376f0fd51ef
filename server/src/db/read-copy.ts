import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { refuseWrites } from './settings.ts';
import { type OpenDatabase, type OpenOptions, openSqlite } from './sqlite.ts';

/**
 * Opens a copy of a database elsewhere, for reading: one with a write-ahead log that was closed well cannot be
 * read where no file can be made beside it. The copy has no name any more when this returns and goes with the
 * connection; writes are refused as if it were the original.
 */
export const openReadCopy = (options: OpenOptions): OpenDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-read-'));
  try {
    const path = join(folder, basename(options.path));
    for (const tail of ['', '-wal']) {
      if (existsSync(options.path + tail)) copyFileSync(options.path + tail, path + tail);
    }
    const database = openSqlite({ ...options, path, isReadOnly: false, mustExist: true });
    database.raw.prepare('SELECT count(*) FROM sqlite_schema').get();
    refuseWrites(database.raw);
    return database;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
