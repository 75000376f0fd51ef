import { join } from 'node:path';
import type { Connection } from '../db/connection.ts';
import { MigrationError, migrate } from '../db/migrate.ts';
import { openReadable } from '../db/open-readable.ts';
import { hasRoom, leavePlain, type OpenDatabase } from '../db/sqlite.ts';
import { isDamage } from '../platform/storage-trouble.ts';
import { findMissing } from './check-shape.ts';
import { stateMigrations } from './migrations.ts';
import { wayBack } from './restore-state.ts';
import { createStateAccess, type StateAccess } from './state-access.ts';
import { findDamage } from './state-check.ts';

/** `state.db`, opened: what features see of it, and the connection beneath for those who keep it. */
export interface OpenState extends StateAccess {
  readonly raw: Connection;
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
      `The database ${path} is damaged (${what}). ${wayBack(dataFolder)} — and start again.`,
    );
  let database: OpenDatabase | null = null;
  try {
    database = openReadable({ path, durability: 'full' });
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
