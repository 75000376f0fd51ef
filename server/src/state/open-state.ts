import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MigrationError, migrate } from '../db/migrate.ts';
import { openReadable } from '../db/open-readable.ts';
import { hasRoom, leavePlain, type OpenDatabase } from '../db/sqlite.ts';
import { isDamage } from '../platform/storage-trouble.ts';
import { stateMigrations } from './migrations.ts';
import { createStateAccess, type StateAccess } from './state-access.ts';
import { findDamage } from './state-check.ts';

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

/** `state.db`, opened: what features see of it, and the plain connection beneath for those who keep it. */
export interface OpenState extends StateAccess {
  readonly raw: Database.Database;
  close(): void;
}

/**
 * Closes `state.db`. On a full disk it is left open for the end of the process: the files beside it could not
 * be made again by the next start.
 */
export const closeState = (dataFolder: string, state: Pick<OpenState, 'close'>): void => {
  const path = join(dataFolder, 'state.db');
  if (!hasRoom(path)) return;
  state.close();
  leavePlain(path);
};

/**
 * Opens (and makes or migrates) `state.db` of a data folder for reading and writing.
 * @throws MigrationError when it is damaged or was written by a newer version
 */
export const openState = (dataFolder: string): OpenState => {
  const path = join(dataFolder, 'state.db');
  const damaged = (what: string): MigrationError =>
    new MigrationError(
      `The database ${path} is damaged (${what}). Put back a copy of it (from a backup, or a file state.db.before-…) and start again.`,
    );
  let database: OpenDatabase<unknown> | null = null;
  try {
    database = openReadable<unknown>({ path, durability: 'full' });
    const damage = findDamage(database.raw);
    if (damage !== null) throw damaged(damage);
    migrate(database.raw, stateMigrations, { keepSnapshot: true });
    const missing = findMissing(database.raw);
    if (missing !== null) throw damaged(missing);
    const { raw, close } = database;
    return { ...createStateAccess(raw), raw, close };
  } catch (error) {
    database?.close();
    throw isDamage(error) ? damaged(error.message) : error;
  }
};
