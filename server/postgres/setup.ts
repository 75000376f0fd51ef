import { randomBytes } from 'node:crypto';
import { startPostgres } from '../../testkit/src/index.ts';
import { openPostgres } from '../src/db/postgres.ts';
import { migratePostgres } from '../src/db/postgres-migrate.ts';
import { stateSchema } from '../src/state/postgres/postgres-access.ts';
import { postgresStateMigrations } from '../src/state/postgres/postgres-migrations.ts';

const onServer = async <Result>(
  url: string,
  work: (server: ReturnType<typeof openPostgres>) => Promise<Result>,
): Promise<Result> => {
  const server = openPostgres({ url, schema: 'public', mostConnections: 1 });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
};

/** What tests say in SQLite's words. */
const wordsOfTests = `
  CREATE FUNCTION ${stateSchema}.randomblob(length int) RETURNS bytea LANGUAGE sql VOLATILE AS
    $$ SELECT decode(substr(md5(random()::text), 1, 2 * length), 'hex') $$;
  CREATE FUNCTION ${stateSchema}.printf(format text, value int) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT lpad(value::text, substring(format FROM '%0(\\d+)d')::int, '0') $$;
`;

/** The database that others are copies of. */
const makeTemplate = async (serverUrl: string, name: string): Promise<void> => {
  await onServer(serverUrl, (server) => server.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await onServer(url.href, async (database) => {
    await migratePostgres(database, { schema: stateSchema, migrations: postgresStateMigrations });
    await database.query(wordsOfTests);
  });
};

const dropAll = (serverUrl: string, run: string): Promise<void> =>
  onServer(serverUrl, async (server) => {
    const names = await server.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)`,
      [run],
    );
    for (const { name } of names) await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

/** What vitest calls around all files: starts a PostgreSQL, unless `TONEARM_TEST_POSTGRES` names one. */
export const setup = async (): Promise<() => Promise<void>> => {
  const given = process.env['TONEARM_TEST_POSTGRES'];
  const own = given === undefined ? await startPostgres() : null;
  const url = given ?? own?.url() ?? '';
  const run = `test_${randomBytes(6).toString('hex')}`;
  await makeTemplate(url, run);
  process.env['TONEARM_TEST_POSTGRES'] = url;
  process.env['TONEARM_TEST_RUN'] = run;
  return async () => {
    await (own === null ? dropAll(url, run) : own.close());
  };
};
