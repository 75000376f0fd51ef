import { Kysely, sql } from 'kysely';
import { MigrationError } from '../../db/migrate.ts';
import { openPostgres, type Postgres, type PostgresOwnSession } from '../../db/postgres.ts';
import { migratePostgres } from '../../db/postgres-migrate.ts';
import { createPostgresSignals, type PostgresSignals } from '../../db/postgres-signals.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { copyTables, type StateSums } from '../copy-tables.ts';
import type { StateAccess, StateQuery } from '../state-access.ts';
import type { StateDatabase } from '../state-schema.ts';
import { createPostgresAccess, stateSchema } from './postgres-access.ts';
import { postgresStateMigrations } from './postgres-migrations.ts';

/** What people made, in PostgreSQL, for as long as the server runs. */
export interface PostgresState extends StateAccess {
  readonly database: Postgres;
  readonly signals: PostgresSignals;
  close(): Promise<void>;
}

const withoutPassword = (url: string): string => {
  const shown = URL.parse(url);
  if (shown === null) return 'that was named';
  shown.password = '';
  shown.search = '';
  return shown.href;
};

/** Troubles that a sentence explains. */
const explain = (error: unknown, url: string): unknown => {
  if (error instanceof AppError && error.code === 'unavailable') {
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    return new MigrationError(`The database ${withoutPassword(url)} does not answer (${why}).`, {
      cause: error,
    });
  }
  // What PostgreSQL says itself: no such database, a wrong password, no right to make a schema.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(3D000|28...|42501)$/.test(code)
    ? new MigrationError(
        `The database ${withoutPassword(url)} cannot be used: ${(error as Error).message}.`,
        {
          cause: error,
        },
      )
    : error;
};

/** Held by every process that serves the database, and by whoever may only work on it while nobody does. */
const servedLock = 7_013_004;

/** How long a server waits for an answer, in milliseconds: longer than for a lock that somebody else holds. */
const answerMs = 10_000;

/**
 * Opens what people made where it lies in PostgreSQL, and brings it to the newest form.
 * @throws MigrationError with a sentence when the database does not answer or cannot be used
 */
export const openPostgresState = async (deps: {
  url: string;
  clock: Clock;
  log: Log;
}): Promise<PostgresState> => {
  const { url, clock, log } = deps;
  const database = openPostgres({
    url,
    schema: stateSchema,
    answerMs,
    onLost: (error) => log.debug('a connection to the database is gone', { error }),
  });
  const signals = createPostgresSignals({ database, lock: servedLock, clock, log });
  try {
    await migratePostgres(database, { schema: stateSchema, migrations: postgresStateMigrations });
    const access = createPostgresAccess(database, signals);
    await signals.start();
    const close = async (): Promise<void> => {
      await signals.close();
      await database.close();
    };
    return { ...access, database, signals, close };
  } catch (error) {
    await signals.close();
    await database.close();
    throw explain(error, url);
  }
};

const keyFact = 'secret_key_sha256';

/**
 * Looks whether a process has the key that the others have: secrets that one sealed have to be opened by all.
 * @param value the fingerprint of its key
 * @throws MigrationError for another key
 */
export const checkSharedKey = async ({ query }: Pick<StateAccess, 'query'>, value: string): Promise<void> => {
  await query
    .insertInto('meta')
    .values({ key: keyFact, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await query.selectFrom('meta').select('value').where('key', '=', keyFact).executeTakeFirst();
  if (known?.value === value) return;
  throw new MigrationError(
    'The secret.key of this process is another one than that of the database: give every process the same file with --secret-key-file.',
  );
};

/**
 * What people made as it is at one moment, for whoever reads all of it; nobody who writes waits. It may take long over
 * what it has read.
 */
const snapshotOf = <Result>(
  database: Postgres,
  work: (snapshot: StateQuery) => Promise<Result>,
): Promise<Result> =>
  new Kysely<StateDatabase>({ dialect: database.dialect })
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(snapshot);
      return work(snapshot);
    });

/** How one piece of work is done. */
interface WorkOptions {
  /** Whether no server may use the database meanwhile. */
  readonly isAlone: boolean;
}

/** @throws MigrationError while a server uses the database */
const takeAlone = async (database: Postgres, url: string): Promise<PostgresOwnSession> => {
  const session = await database.openSession();
  const [row] = await session.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(${servedLock}) AS taken`,
  );
  if (row?.taken === true) return session;
  await session.close();
  throw new MigrationError(
    `A server uses the database ${withoutPassword(url)}. Stop every one that does, and try again.`,
  );
};

/** Opens a database for one piece of work. @throws MigrationError with a sentence when it cannot be used */
const withDatabase = async <Result>(
  url: string,
  work: (database: Postgres) => Promise<Result>,
  { isAlone }: WorkOptions,
): Promise<Result> => {
  const database = openPostgres({ url, schema: stateSchema, mostConnections: 2 });
  let session: PostgresOwnSession | null = null;
  try {
    if (isAlone) session = await takeAlone(database, url);
    await migratePostgres(database, { schema: stateSchema, migrations: postgresStateMigrations });
    return await work(database);
  } catch (error) {
    throw explain(error, url);
  } finally {
    await session?.close();
    await database.close();
  }
};

/** Writes everything that people made into an empty `state.db`, and compares. @throws CopyTablesError */
export const copyFromPostgres = (url: string, to: StateQuery, options: WorkOptions): Promise<StateSums> =>
  withDatabase(url, (database) => snapshotOf(database, (from) => copyTables(from, to)), options);

/** The other way. The database must hold nothing that people made. @throws CopyTablesError */
export const copyToPostgres = (from: StateQuery, url: string): Promise<StateSums> =>
  withDatabase(
    url,
    async (database) => {
      const { query } = createPostgresAccess(database, { on: () => {} });
      const sums = await copyTables(from, query);
      await database.query('SELECT count_on_from_here()');
      return sums;
    },
    { isAlone: true },
  );

/** Works on what people made. @throws MigrationError where it has to be alone, and a server uses it */
export const withPostgresState = <Result>(
  url: string,
  work: (state: StateAccess) => Promise<Result>,
  options: WorkOptions,
): Promise<Result> =>
  withDatabase(url, (database) => work(createPostgresAccess(database, { on: () => {} })), options);
