import type { Connection } from './connection.ts';

/** The names of all tables but SQLite's own. */
export const tablesOf = (raw: Connection): string[] =>
  raw
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .pluck()
    .all();

/** Every column as `table.column`, in order. */
export const columnsOf = (raw: Connection): string[] =>
  raw
    .prepare<[], string>(
      `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' ORDER BY 1`,
    )
    .pluck()
    .all();
