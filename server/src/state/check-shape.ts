import Database from 'better-sqlite3';
import { migrate } from '../db/migrate.ts';
import { stateMigrations } from './migrations.ts';

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
export const findMissing = (raw: Database.Database): string | null => {
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
