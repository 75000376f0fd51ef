import { type CompiledQuery, PostgresAdapter, sql } from 'kysely';
import type { StateQuery } from '../state-access.ts';

/*
 * What is read at one time, as one statement where a statement is a trip: one after the other from `state.db`, and beside
 * one another from PostgreSQL. Rows come as JSON there: numbers, texts and nulls only.
 */

/** A statement that reads, and was not asked yet. */
interface RowsRead<Row> {
  compile(): CompiledQuery<Row>;
  execute(): Promise<Row[]>;
}

/** What is read of something, and who takes it. */
export interface Reading {
  ask(query: StateQuery): RowsRead<object>;
  /** Given the rows in their order. */
  take(rows: readonly object[]): void | Promise<void>;
}

/** Says what is read, and who takes its rows, with their types. */
export const readingOf = <Row extends object>(
  ask: (query: StateQuery) => RowsRead<Row>,
  take: (rows: readonly Row[]) => void | Promise<void>,
): Reading => ({ ask, take: (rows) => take(rows as readonly Row[]) });

const askTogether = async (query: StateQuery, readings: readonly Reading[]): Promise<object[][]> => {
  const rowsOf = (reading: Reading, at: number) =>
    sql<object[]>`(SELECT coalesce(json_agg(one), '[]') FROM (${reading.ask(query)}) AS one)`.as(
      `read_${at}`,
    );
  const row = await query.selectNoFrom(readings.map(rowsOf)).executeTakeFirstOrThrow();
  return readings.map((_, at) => (row as Record<string, object[]>)[`read_${at}`] ?? []);
};

/** Reads all of it, and gives each what is its own, in this order. */
export const readTogether = async (query: StateQuery, readings: readonly Reading[]): Promise<void> => {
  const isOneTrip = query.getExecutor().adapter instanceof PostgresAdapter;
  if (readings.length > 1 && isOneTrip) {
    const found = await askTogether(query, readings);
    for (const [at, reading] of readings.entries()) await reading.take(found[at] ?? []);
    return;
  }
  for (const reading of readings) await reading.take(await reading.ask(query).execute());
};
