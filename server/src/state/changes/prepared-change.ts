import type { Kysely } from 'kysely';
import type { StateTransaction } from '../state-access.ts';
import type { StateDatabase } from '../state-schema.ts';
import { type Write, writeTogether, writeWithRows } from '../written-together.ts';
import { type Reading, readTogether } from './read-together.ts';
import { writingSettings } from './setting-rows.ts';

/** Rows that are made, and who takes what the database says of them. */
interface Making {
  readonly statement: Parameters<typeof writeWithRows<object>>[1];
  take(rows: readonly object[]): void;
}

/** Says what makes rows, and who takes what comes of it, with their types. */
export const makingOf = <Row extends object>(
  statement: Parameters<typeof writeWithRows<Row>>[1],
  take: (rows: readonly Row[]) => void,
): Making => ({ statement, take: (rows) => take(rows as readonly Row[]) });

/** What a change writes: beside what others write, none of which it sees. */
export interface ChangeWrites {
  /** Of the table of settings, where several changes may name one: the last of them counts. */
  readonly settings?: ReadonlyMap<string, unknown>;
  readonly writes?: readonly Write[];
  /** Of all changes that are written together, one may make rows. */
  readonly making?: Making | null;
}

/**
 * A change that has been checked and only needs to be written, so that several can be written as one.
 */
export interface PreparedChange {
  /** What it has to know of that moment, read within the transaction. */
  readonly needs?: readonly Reading[];
  /** Looks once more whether it may be done. Awaits nothing but queries: what runs in between would be part of the transaction. */
  check?(transaction: StateTransaction): Promise<void>;
  /** What it writes, once what it needs was read. */
  write(transaction: StateTransaction): ChangeWrites;
  /** Called after the transaction was committed: refreshes what is kept in memory and tells others. */
  announce(): void;
}

const writeAll = async (transaction: StateTransaction, all: readonly ChangeWrites[]): Promise<void> => {
  const settings = new Map(all.flatMap(({ settings: values }) => [...(values ?? [])]));
  const writes = [...writingSettings(transaction, settings), ...all.flatMap((each) => each.writes ?? [])];
  const making = all.find((each) => each.making)?.making;
  if (making) making.take(await writeWithRows(transaction, making.statement, writes));
  else await writeTogether(transaction, writes);
};

/** Writes changes in one transaction, all or none, and announces them. */
export const applyChanges = async (
  query: Kysely<StateDatabase>,
  changes: readonly PreparedChange[],
): Promise<void> => {
  await query.transaction().execute(async (transaction) => {
    const needs = changes.flatMap((change) => change.needs ?? []);
    await readTogether(transaction, needs);
    for (const change of changes) await change.check?.(transaction);
    const writes = changes.map((change) => change.write(transaction));
    await writeAll(transaction, writes);
  });
  for (const change of changes) change.announce();
};
