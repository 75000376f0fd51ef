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

/** Where PostgreSQL finds what one of several statements made. */
const nameOfMade = (at: number): string => `made_${at}`;

/** Puts a statement before another one, under the name of what it makes. */
const begunWith = (
  query: QueryCreator<StateDatabase>,
  first: OperationNodeSource,
  at = 0,
): QueryCreator<StateDatabase> =>
  query.with(nameOfMade(at), () => first as never) as unknown as QueryCreator<StateDatabase>;

const madeThere = (at = 0): Made => sql<{ id: number }>`${sql.table(nameOfMade(at))}`.as<'made'>('made');

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
    return (await all.selectFrom(madeThere()).selectAll('made').execute()) as Row[];
  }
  const rows = await first.execute();
  for (const write of others) await write.execute();
  return rows;
};

/** A statement that writes a row, or none, and what has to know its number. */
interface RowAndOthers<Row extends { id: number }> {
  readonly first: RowsWrite<Row>;
  /** What is selected from `made` is written when the row was. */
  readonly others: (made: Made) => readonly Write[];
}

const writeAfterRow = async <Row extends { id: number }>({
  first,
  others,
}: RowAndOthers<Row>): Promise<Row | undefined> => {
  const [row] = await first.execute();
  if (row === undefined) return undefined;
  const made = sql<{ id: number }>`(SELECT ${row.id} AS id)`.as<'made'>('made');
  for (const write of others(made)) await write.execute();
  return row;
};

/**
 * Writes a row, or none, and what has to know its number.
 * @returns what the first one answers; undefined when it wrote nothing
 */
export const writeWithRow = async <Row extends { id: number }>(
  transaction: StateQuery,
  first: RowsWrite<Row>,
  others: RowAndOthers<Row>['others'],
): Promise<Row | undefined> =>
  isOneTrip(transaction)
    ? (await writeWithRows(transaction, first, others(madeThere())))[0]
    : writeAfterRow({ first, others });

/**
 * Writes several rows, and with each what has to know its number.
 * @returns their numbers; null of one that was not written
 */
export const writeEachWithRow = async (
  transaction: StateQuery,
  all: readonly RowAndOthers<{ id: number }>[],
): Promise<(number | null)[]> => {
  const ids: (number | null)[] = [];
  if (!isOneTrip(transaction)) {
    for (const each of all) ids.push((await writeAfterRow(each))?.id ?? null);
    return ids;
  }
  const begun = all.reduce(
    (query, { first }, at) => begunWith(query, first, at),
    transaction as QueryCreator<StateDatabase>,
  );
  const writes = all.flatMap(({ others }, at) => others(madeThere(at)));
  const numbers = all.map((_, at) =>
    transaction.selectFrom(madeThere(at)).select('made.id').as(nameOfMade(at)),
  );
  const row = await withAll(begun, writes).selectNoFrom(numbers).executeTakeFirstOrThrow();
  return all.map((_, at) => (row as Record<string, number | null>)[nameOfMade(at)] ?? null);
};
