import {
  type AliasedRawBuilder,
  type OperationNodeSource,
  PostgresAdapter,
  type QueryCreator,
  sql,
} from 'kysely';
import type { StateQuery } from './state-access.ts';
import type { StateDatabase } from './state-schema.ts';

/*
 * What is written within one transaction, as one statement where a statement is a trip: one after the other in
 * `state.db`, and beside one another in PostgreSQL, where none sees what the others do. What holds in both is written
 * with these.
 */

/** A statement that writes, and was not asked yet. */
export interface Write extends OperationNodeSource {
  execute(): Promise<unknown>;
}

/** A statement that writes rows, and answers what is asked of them. */
interface RowsWrite<Row> extends OperationNodeSource {
  execute(): Promise<Row[]>;
}

/** Where the number of a row is found that is written by the same: a table of one row, or of none. */
export type Made = AliasedRawBuilder<{ id: number }, 'made'>;

const isOneTrip = (query: StateQuery): boolean => query.getExecutor().adapter instanceof PostgresAdapter;

/** Puts statements before another one, by names of their own. */
const withAll = (
  query: QueryCreator<StateDatabase>,
  writes: readonly OperationNodeSource[],
): QueryCreator<StateDatabase> =>
  writes.reduce(
    (all, write, at) =>
      all.with(`write_${at}`, () => write as never) as unknown as QueryCreator<StateDatabase>,
    query,
  );

/** Writes all of it, in this order or beside one another. */
export const writeTogether = async (transaction: StateQuery, writes: readonly Write[]): Promise<void> => {
  const [only] = writes;
  if (writes.length > 1 && isOneTrip(transaction)) {
    await withAll(transaction, writes)
      .selectNoFrom((row) => row.lit(1).as('done'))
      .execute();
  } else if (writes.length === 1) await only?.execute();
  else for (const write of writes) await write.execute();
};

const begunWith = (transaction: StateQuery, first: OperationNodeSource): QueryCreator<StateDatabase> =>
  transaction.with('made', () => first as never) as unknown as QueryCreator<StateDatabase>;

const madeThere = sql<{ id: number }>`made`.as<'made'>('made');

/**
 * Writes rows, and what goes with them.
 * @returns what the first statement answers
 */
export const writeWithRows = async <Row>(
  transaction: StateQuery,
  first: RowsWrite<Row>,
  others: readonly Write[],
): Promise<Row[]> => {
  if (isOneTrip(transaction)) {
    const all = withAll(begunWith(transaction, first), others);
    return (await all.selectFrom(madeThere).selectAll('made').execute()) as Row[];
  }
  const rows = await first.execute();
  for (const write of others) await write.execute();
  return rows;
};

/**
 * Writes a row, or none, and what has to know its number.
 * @param others what is selected from `made` is written when the row was
 * @returns what the first one answers; undefined when it wrote nothing
 */
export const writeWithRow = async <Row extends { id: number }>(
  transaction: StateQuery,
  first: RowsWrite<Row>,
  others: (made: Made) => readonly Write[],
): Promise<Row | undefined> => {
  if (isOneTrip(transaction)) return (await writeWithRows(transaction, first, others(madeThere)))[0];
  const [row] = await first.execute();
  if (row === undefined) return undefined;
  const made = sql<{ id: number }>`(SELECT ${row.id} AS id)`.as<'made'>('made');
  for (const write of others(made)) await write.execute();
  return row;
};
