import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { hasRoom, openSqlite } from '../../db/sqlite.ts';
import type { StateSums } from '../copy-tables.ts';
import { stateMigrations } from '../migrations.ts';
import { createStateAccess } from '../state-access.ts';
import { copyFromPostgres } from './postgres-state.ts';

/** Room that has to be there before it is begun, in bytes. */
const leastRoom = 16 * 1024 * 1024;

/**
 * Writes what people made out of PostgreSQL into a new `state.db`, compared and on the disk when its promise is kept.
 * @throws Error with a sentence; no file is left then
 */
export const writePostgresCopy = async (
  url: string,
  target: string,
  options: { readonly isAlone: boolean },
): Promise<StateSums> => {
  if (!hasRoom(dirname(target), leastRoom)) {
    throw Object.assign(new Error('there is not enough room on its disk'), { code: 'ENOSPC' });
  }
  let isGood = false;
  const { raw, close } = openSqlite({ path: target, isPlain: true, durability: 'full' });
  try {
    migrate(raw, stateMigrations, { keepSnapshot: false });
    const sums = await copyFromPostgres(url, createStateAccess(raw).query, options);
    isGood = true;
    return sums;
  } finally {
    close();
    if (!isGood) for (const tail of ['', '-journal']) rmSync(target + tail, { force: true });
  }
};
