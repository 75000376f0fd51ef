import type Database from 'better-sqlite3';
import { musicStatements } from './music-statements.ts';

type Name = keyof typeof musicStatements;
type Statements = Readonly<Record<Name, Database.Statement<unknown[], unknown>>>;

/** Runs the statements of the model by their names. */
export interface Runner {
  all<Row>(name: Name, ...parameters: unknown[]): Row[];
  one<Row>(name: Name, ...parameters: unknown[]): Row | null;
}

/** Prepares them on a connection that reads. */
export const createRunner = (raw: Database.Database): Runner => {
  const statements = Object.fromEntries(
    Object.entries(musicStatements).map(([name, sql]) => [name, raw.prepare(sql)]),
  ) as Statements;
  return {
    all: <Row>(name: Name, ...parameters: unknown[]): Row[] => statements[name].all(...parameters) as Row[],
    one: <Row>(name: Name, ...parameters: unknown[]): Row | null =>
      (statements[name].get(...parameters) as Row | undefined) ?? null,
  };
};

/** A JSON list of numbers, as statements take many. */
export const listed = (ids: readonly number[]): string => JSON.stringify(ids);

/** The same with each once. */
export const listedOnce = (ids: Iterable<number>): string => listed([...new Set(ids)]);

/** Lists by a number, where each is there. */
export const grouped = <Row, Part>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  entryOf: (row: Row) => Part,
): ReadonlyMap<number, readonly Part[]> => {
  const found = new Map<number, Part[]>();
  for (const row of rows) {
    const list = found.get(keyOf(row));
    if (list === undefined) found.set(keyOf(row), [entryOf(row)]);
    else list.push(entryOf(row));
  }
  return found;
};
