// A process of its own, started by state-check.ts: a million rows are read, and all memory is given back.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../db/connection.ts';
import { quickCheck } from '../db/quick-check.ts';
import { type OpenDatabase, openSqlite } from '../db/sqlite.ts';
import { takeOwnEnd } from '../platform/child/own-end.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import type { StateReport } from './state-check.ts';

/** What SQLite does not look at: where a long text goes on in a page of its own, that page is all text to it. */
const unreadableSongs = `SELECT count(*) FROM songs WHERE NOT json_valid('{"path":""' || wire || '}')`;

const damageOf = (path: string, look: (raw: Connection) => string | null): string | null => {
  let database: OpenDatabase | null = null;
  try {
    database = openSqlite({ path, isReadOnly: true, durability: 'full', cacheKib: 2000 });
    return look(database.raw);
  } catch (error) {
    if (isDamage(error)) return error.message;
    // On a full disk, or where nothing can be written, it cannot always be read from beside. The next check can.
    if (writeTrouble(error) !== null) return null;
    throw error;
  } finally {
    database?.close();
  }
};

const lookThroughLibrary = (raw: Connection): string | null => {
  const damage = quickCheck(raw);
  if (damage !== null) return damage;
  const count = raw.prepare(unreadableSongs).pluck().get() as number;
  return count === 0 ? null : `${count} songs are unreadable`;
};

const { tell, end } = takeOwnEnd<never, StateReport>();
const dataFolder = process.argv[2] ?? '';
const libraryPath = join(dataFolder, 'library.db');
const statePath = join(dataFolder, 'state.db');
tell({
  // What people made may lie elsewhere.
  damage: existsSync(statePath) ? damageOf(statePath, quickCheck) : null,
  // It may just be on its way to be made anew.
  libraryDamage: existsSync(libraryPath) ? damageOf(libraryPath, lookThroughLibrary) : null,
});
end();
