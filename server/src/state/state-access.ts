import { Kysely, type Transaction } from 'kysely';
import { sqliteDialect } from '../db/builder.ts';
import type { Connection } from '../db/connection.ts';
import { guardWrites, type WriteGuard } from '../db/guarded-writes.ts';
import { patiently, withPatience } from '../db/patient-dialect.ts';
import { failWhereLocked, setDurable } from '../db/settings.ts';
import { freePages } from '../db/sqlite.ts';
import { type OnWrite, watchWrites } from '../db/watch-writes.ts';
import type { StateDatabase } from './state-schema.ts';

/** The builder of queries to `state.db`, within a transaction or not. */
export type StateQuery = Kysely<StateDatabase>;

/** The same within a transaction. */
export type StateTransaction = Transaction<StateDatabase>;

/** Writes as one: all or none. */
type StateWrites<Result> = (transaction: StateTransaction) => Promise<Result>;

/**
 * What features see of `state.db`. All that belongs together runs in one transaction; meanwhile every other query
 * waits, so nothing comes between. What only this kind of database knows has a name here.
 */
export interface StateAccess {
  readonly query: StateQuery;
  /** How long what was read may be believed where nobody tells of a change, in milliseconds. */
  readonly believedMs: number;
  /** Whether a statement is a trip over a network: one is better then than several that do less together. */
  readonly isFar: boolean;
  /**
   * Calls `tell` whenever rows of these tables may have been changed or deleted, also by those that go with them,
   * before anybody else reads.
   */
  onChange(tables: readonly (keyof StateDatabase)[], tell: () => void): void;
  /** As a transaction that does not wait for the disk: it is durable with the next one that does. */
  writeLazily<Result>(writes: StateWrites<Result>): Promise<Result>;
  /** As a transaction that does not wait for another process that writes: it fails at once. */
  writeAtOnce<Result>(writes: StateWrites<Result>): Promise<Result>;
  /** Gives back the memory of pages that were read. */
  freePages(): void;
}

/** @see StateAccess; and what the keeper of the connection needs beside. */
export interface StateAccessOfKeeper extends StateAccess {
  /** Everything may be another by now. */
  tellAll(): void;
}

const unguarded: WriteGuard = { before: () => {}, after: () => {} };

/** Over the connection that writes. @param guard looks whether what is written is kept */
export const createStateAccess = (raw: Connection, guard: WriteGuard = unguarded): StateAccessOfKeeper => {
  const listeners: { readonly tables: ReadonlySet<string>; readonly tell: () => void }[] = [];
  const tellOf: OnWrite = (table) => {
    for (const { tables, tell } of listeners) if (table === null || tables.has(table)) tell();
  };
  failWhereLocked(raw);
  let isAlone = false;
  const dialect = withPatience(sqliteDialect(raw), {
    isInTransaction: () => raw.inTransaction,
    isAlone: () => isAlone,
  });
  const query = new Kysely<StateDatabase>({ dialect: guardWrites(watchWrites(dialect, tellOf), guard) });

  /** The connection is ours alone until this ends. Fails at once where another process writes. */
  const alone = <Result>(isDurable: boolean, writes: StateWrites<Result>): Promise<Result> =>
    query.connection().execute(async (connection) => {
      isAlone = true;
      setDurable(raw, isDurable);
      try {
        return await connection.transaction().execute(writes);
      } finally {
        setDurable(raw, true);
        isAlone = false;
      }
    });

  return {
    query,
    // Nobody else writes.
    believedMs: Number.POSITIVE_INFINITY,
    isFar: false,
    onChange: (tables, tell) => void listeners.push({ tables: new Set(tables), tell }),
    writeLazily: (writes) => patiently(() => alone(false, writes)),
    writeAtOnce: (writes) => alone(true, writes),
    freePages: () => freePages([raw]),
    tellAll: () => tellOf(null),
  };
};
