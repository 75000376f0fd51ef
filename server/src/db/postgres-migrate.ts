import { type Migration, MigrationError } from './migrate.ts';
import type { Postgres, PostgresSession } from './postgres.ts';

/** The oldest PostgreSQL that is supported: what the tests run on. */
const oldestVersion = 15;

/** Held while a schema is changed: processes that start at once do it one after the other. */
const migrationLock = 7_013_001;

const versionOf = async (
  session: PostgresSession,
): Promise<{ number: number; shown: string; encoding: string }> => {
  const [row] = await session.query<{ number: string; shown: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS shown,
            current_setting('server_encoding') AS encoding`,
  );
  return { number: Number(row?.number ?? 0), shown: row?.shown ?? '', encoding: row?.encoding ?? '' };
};

/**
 * Looks whether a database can be used at all.
 * @throws MigrationError with a sentence when PostgreSQL is too old or keeps texts in another encoding
 */
const checkPostgres = async (session: PostgresSession): Promise<void> => {
  const { number, shown, encoding } = await versionOf(session);
  if (number < oldestVersion * 10_000) {
    throw new MigrationError(`PostgreSQL ${shown} is too old; ${oldestVersion} or later is needed.`);
  }
  if (encoding !== 'UTF8') {
    throw new MigrationError(
      `The database keeps texts as ${encoding}; UTF8 is needed. Make another one: CREATE DATABASE tonearm ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
};

/** How long a step may take on what people made in years, in milliseconds; what else is asked takes none. */
const stepMs = 60_000;

const missingOf = (
  schema: string,
  applied: readonly string[],
  migrations: readonly Migration[],
): readonly Migration[] => {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new MigrationError(
      `The schema ${schema} of the database was written by a newer version of Tonearm (step ${unknown}). Start that version, or put back a copy of the database from before it.`,
    );
  }
  return migrations.filter(({ name }) => !applied.includes(name));
};

/**
 * Brings a schema of a database to its newest form, all missing steps as one: another process that starts meanwhile
 * waits, and finds nothing left to do. Steps name the schema's tables without it.
 * @throws MigrationError when the database cannot be used, or was written by a newer version
 */
export const migratePostgres = async (
  database: Postgres,
  { schema, migrations }: { readonly schema: string; readonly migrations: readonly Migration[] },
): Promise<void> => {
  await checkPostgres(database);
  await database.transaction(async (session) => {
    await session.query({ text: `SELECT pg_advisory_xact_lock(${migrationLock})`, answerMs: stepMs });
    await session.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await session.query(`SET LOCAL search_path = ${schema}`);
    await session.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text COLLATE "C" PRIMARY KEY, applied_at_ms int8 NOT NULL)',
    );
    const rows = await session.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
    const missing = missingOf(
      schema,
      rows.map(({ name }) => name),
      migrations,
    );
    for (const { name, sql } of missing) {
      await session.query({ text: sql, answerMs: stepMs });
      await session.query('INSERT INTO migrations VALUES ($1, $2)', [name, Date.now()]);
    }
  });
};
