import type Database from 'better-sqlite3';

/** Rows of one statement. */
const rowsAtOnce = 16;

/** Rows of a table that are inserted in turn. */
export interface RowsInTurn {
  /** @param row a value for each column */
  add(...row: readonly unknown[]): void;
  /** Inserts those that wait: not all are there before. */
  end(): void;
}

/**
 * Makes what inserts many small rows, sixteen with each statement: what a statement takes besides is more than such a row.
 * @returns begins some rows, and forgets those of before that did not come to their end
 */
export const createRowsAtOnce = (
  raw: Database.Database,
  table: string,
  columns: number,
): (() => RowsInTurn) => {
  const row = `(?${', ?'.repeat(columns - 1)})`;
  const one = raw.prepare(`INSERT INTO ${table} VALUES ${row}`);
  const many = raw.prepare(`INSERT INTO ${table} VALUES ${row}${`, ${row}`.repeat(rowsAtOnce - 1)}`);
  const waiting: unknown[] = new Array(columns * rowsAtOnce).fill(null);
  let length = 0;
  const rows: RowsInTurn = {
    add: (...values) => {
      for (let column = 0; column < columns; column += 1) {
        waiting[length] = values[column];
        length += 1;
      }
      if (length < waiting.length) return;
      length = 0;
      many.run(...waiting);
    },
    end: () => {
      const last = waiting.slice(0, length);
      length = 0;
      for (let at = 0; at < last.length; at += columns) one.run(last.slice(at, at + columns));
    },
  };
  return () => {
    length = 0;
    return rows;
  };
};
