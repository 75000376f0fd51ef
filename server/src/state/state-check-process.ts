// A process of its own, started by state-check.ts: a million rows are read, and all memory is given back.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { quickCheck } from '../db/quick-check.ts';
import { takeOwnEnd } from '../platform/child/own-end.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import type { StateReport } from './state-check.ts';

/** What SQLite does not look at: where a long text goes on in a page of its own, that page is all text to it. */
const unreadableSongs = `SELECT count(*) FROM songs WHERE NOT json_valid('{"path":""' || wire || '}')`;

const damageOf = (path: string, look: (raw: Database.Database) => string | null): string | null => {
  let raw: Database.Database | null = null;
  try {
    raw = new Database(path, { readonly: true, fileMustExist: true });
    return look(raw);
  } catch (error) {
    if (isDamage(error)) return error.message;
    // On a full disk, or where nothing can be written, it cannot always be read from beside. The next check can.
    if (writeTrouble(error) !== null) return null;
    throw error;
  } finally {
    raw?.close();
  }
};

const lookThroughLibrary = (raw: Database.Database): string | null => {
  const damage = quickCheck(raw);
  if (damage !== null) return damage;
  const count = raw.prepare(unreadableSongs).pluck().get() as number;
  return count === 0 ? null : `${count} songs are unreadable`;
};

const { tell, end } = takeOwnEnd<never, StateReport>();
const dataFolder = process.argv[2] ?? '';
const libraryPath = join(dataFolder, 'library.db');
tell({
  damage: damageOf(join(dataFolder, 'state.db'), (raw) => quickCheck(raw)),
  // It may just be on its way to be made anew.
  libraryDamage: existsSync(libraryPath) ? damageOf(libraryPath, lookThroughLibrary) : null,
});
end();
