import { type CompiledQuery, type Dialect, Kysely, sql } from 'kysely';
import type { Postgres } from '../../db/postgres.ts';
import { oneWriter, tryToWrite } from '../../db/postgres-one-writer.ts';
import type { PostgresSignals } from '../../db/postgres-signals.ts';
import { type OnWrite, watchWrites } from '../../db/watch-writes.ts';
import type { StateAccess } from '../state-access.ts';
import type { StateDatabase } from '../state-schema.ts';

/** Where what people made lies in a database. */
export const stateSchema = 'state';

/** What the database tells everybody: the name of a table that was written to. */
const stateChannel = 'tonearm_state';

/** How long what was read is believed where a notice of the database may have got lost, in milliseconds. */
const believedMs = 1_000;

/** What is said for the transaction alone, in words that the builder has none for. */
const isSetting = ({ sql: text }: CompiledQuery): boolean =>
  text === tryToWrite.sql || text.startsWith('SET LOCAL ');

/** Somebody else writes, and it was not to be waited for. */
const busy = (): Error => Object.assign(new Error('somebody else writes'), { code: '55P03' });

/**
 * What features see of what people made, where it lies in PostgreSQL: for several processes at once. Transactions come
 * one after the other in all of them together, and whoever remembers something hears of every write.
 */
export const createPostgresAccess = (
  database: Pick<Postgres, 'dialect'>,
  signals: Pick<PostgresSignals, 'on'>,
): StateAccess => {
  const listeners: { readonly tables: ReadonlySet<string>; readonly tell: () => void }[] = [];
  const tellOf: OnWrite = (table) => {
    for (const { tables, tell } of listeners) if (table === null || tables.has(table)) tell();
  };
  // Of our own writes at once, of those of others when they are told.
  signals.on(stateChannel, tellOf);
  const built = (dialect: Dialect): Kysely<StateDatabase> =>
    new Kysely<StateDatabase>({ dialect: watchWrites(dialect, tellOf, isSetting) });
  const query = built(oneWriter(database.dialect));
  const impatient = built(oneWriter(database.dialect, { waits: false }));
  return {
    query,
    believedMs,
    isFar: true,
    onChange: (tables, tell) => void listeners.push({ tables: new Set(tables), tell }),
    writeLazily: (writes) =>
      query.transaction().execute(async (transaction) => {
        await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
        return writes(transaction);
      }),
    writeAtOnce: (writes) =>
      impatient.transaction().execute(async (transaction) => {
        const { rows } = await transaction.executeQuery<{ taken: boolean }>(tryToWrite);
        if (rows[0]?.taken !== true) throw busy();
        return writes(transaction);
      }),
    // PostgreSQL looks after its own.
    freePages: () => {},
  };
};
