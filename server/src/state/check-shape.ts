import type { Connection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { columnsOf } from '../db/tables.ts';
import { stateMigrations } from './migrations.ts';

/** What a `state.db` of this version has that this one lacks: something else took a table away. */
export const findMissing = (raw: Connection): string | null => {
  const model = openSqlite({ path: ':memory:', durability: 'normal' });
  try {
    migrate(model.raw, stateMigrations, { keepSnapshot: false });
    const there = new Set(columnsOf(raw));
    const missing = columnsOf(model.raw).find((column) => !there.has(column));
    return missing === undefined ? null : `${missing} is missing`;
  } finally {
    model.close();
  }
};
