import { crc32 } from 'node:zlib';
import type { Connection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { columnsOf } from '../db/tables.ts';
import { stateMigrations } from './migrations.ts';

/**
 * Checksum of the columns that all migrations make, which `check-shape.test.ts` tells anew when there is another one: a
 * start need not make them in memory to see that a database has just these.
 */
export const shapeOfNow = 4_142_573_854;

/** The same of columns there are. */
export const shapeOf = (columns: readonly string[]): number => crc32(columns.join('\n'));

/** Columns of a `state.db` of this version. */
export const columnsOfNow = (): string[] => {
  const model = openSqlite({ path: ':memory:', durability: 'normal' });
  try {
    migrate(model.raw, stateMigrations, { keepSnapshot: false });
    return columnsOf(model.raw);
  } finally {
    model.close();
  }
};

/** What a `state.db` of this version has that this one lacks: something else took a table away. */
export const findMissing = (raw: Connection): string | null => {
  const columns = columnsOf(raw);
  if (shapeOf(columns) === shapeOfNow) return null;
  const there = new Set(columns);
  const missing = columnsOfNow().find((column) => !there.has(column));
  return missing === undefined ? null : `${missing} is missing`;
};
