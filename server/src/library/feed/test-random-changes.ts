import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { isSqliteError } from '../../db/sqlite.ts';
import { quoted, readFeedTables } from './feed-tables.ts';

/** A change of one row of some table, in one of the ways in which rows are changed. */
export interface Change {
  readonly table: number;
  readonly verb: (typeof verbs)[number];
  /** What the values are made of. */
  readonly seed: number;
  /** Which row, by a number from which all that are there can be reached. */
  readonly row: number;
}

const verbs = [
  'insert',
  'insert',
  'insert or replace',
  'upsert',
  'update',
  'update or replace',
  'update key',
  'delete',
  'delete many',
] as const;

/** Changes, some of them of the same table. */
export const changes = fc.array(
  fc.record({
    table: fc.nat(99),
    verb: fc.constantFrom(...verbs),
    seed: fc.nat(9999),
    row: fc.nat(20),
  }),
  { minLength: 1, maxLength: 12 },
);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly pk: number;
}

const texts = ['a', 'b', 'Ünï "quoted"; \\', '["x","y"]', 'nul\0in it', '東京 𝄞', ''];
const numbers = [0, 1, 2, 255, 256, -1, -4_294_967_297, 4_294_967_296, Number.MAX_SAFE_INTEGER];

/** A value of a column; from a few, so that rows get into each other's way. */
const madeValue = ({ name, type, notnull, pk }: Column, seed: number): unknown => {
  // Folders without an id are given theirs when the library is opened.
  if (notnull === 0 && pk === 0 && name !== 'public_id' && seed % 3 === 0) return null;
  if (type === 'INTEGER') return pk > 0 ? seed % 7 : numbers[seed % numbers.length];
  if (type === 'REAL') return (seed % 9) - 3.25;
  if (type === 'TEXT') return texts[seed % texts.length];
  return Buffer.from(Array.from({ length: seed % 5 }, (_, at) => (seed + at) % 256));
};

const columnsOf = (raw: Database.Database, name: string): Column[] =>
  raw
    .prepare<[string], Column>('SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(name);

const sqlOf = (name: string, columns: readonly Column[], verb: Change['verb']): string => {
  const table = quoted(name);
  const listed = columns.map((column) => quoted(column.name)).join(', ');
  const places = columns.map((column) => `@${column.name}`).join(', ');
  const keys = columns.filter(({ pk }) => pk > 0);
  const others = columns.filter(({ pk }) => pk === 0);
  const set = (of: readonly Column[]): string =>
    of.map((column) => `${quoted(column.name)} = @${column.name}`).join(', ');
  const key = keys.map((column) => quoted(column.name)).join(', ');
  const picked = `WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT 1 OFFSET @row)`;
  switch (verb) {
    case 'insert':
      return `INSERT INTO ${table} (${listed}) VALUES (${places})`;
    case 'insert or replace':
      return `INSERT OR REPLACE INTO ${table} (${listed}) VALUES (${places})`;
    case 'upsert':
      return others.length === 0
        ? `INSERT OR IGNORE INTO ${table} (${listed}) VALUES (${places})`
        : `INSERT INTO ${table} (${listed}) VALUES (${places}) ON CONFLICT (${key}) DO UPDATE SET ${set(others)}`;
    case 'update':
      return others.length === 0
        ? `DELETE FROM ${table} ${picked}`
        : `UPDATE ${table} SET ${set(others)} ${picked}`;
    case 'update or replace':
      return `UPDATE OR REPLACE ${table} SET ${set(columns)} ${picked}`;
    case 'update key':
      return `UPDATE ${table} SET ${set(keys)} ${picked}`;
    case 'delete':
      return `DELETE FROM ${table} ${picked}`;
    case 'delete many':
      return `DELETE FROM ${table} WHERE @row > 17`;
  }
};

/** Makes a change where the library allows it. */
export const change = (raw: Database.Database, { table, verb, seed, row }: Change): void => {
  const tables = readFeedTables(raw).filter(({ name }) => name !== 'migrations');
  const { name } = tables[table % tables.length] as (typeof tables)[number];
  const columns = columnsOf(raw, name);
  const values = columns.map((column, at) => [
    column.name,
    madeValue(column, (seed * (at + 3) + row) % 9973),
  ]);
  const statement = raw.prepare(sqlOf(name, columns, verb));
  try {
    statement.run({ ...Object.fromEntries(values), row });
  } catch (error) {
    if (!isSqliteError(error) || !/constraint failed/.test(error.message)) throw error;
  }
};
