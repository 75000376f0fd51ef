import { randomBytes } from 'node:crypto';
import { openPostgres, type Postgres, type PostgresOptions } from '../src/db/postgres.ts';

/** The PostgreSQL that tests may make databases in. @throws Error where there is none */
const serverUrl = (): string => {
  const { TONEARM_TEST_POSTGRES: url } = process.env;
  if (url === undefined) throw new Error('This test needs PostgreSQL: npm run test:postgres.');
  return url;
};

/** A database that is there for one test. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Opens it once more; closed with it. */
  open(options?: Partial<PostgresOptions>): Postgres;
}

const withDatabase = (url: string, name: string): string => {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
};

const onServer = async (statement: string): Promise<void> => {
  const server = openPostgres({ url: serverUrl(), schema: 'public', mostConnections: 1 });
  try {
    await server.query(statement);
  } finally {
    await server.close();
  }
};

/** Makes an empty database, or a copy of another one. */
export const makeDatabase = async (template = 'template0'): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = withDatabase(serverUrl(), name);
  const opened: Postgres[] = [];
  return {
    url,
    open: (options = {}) => {
      const database = openPostgres({ url, schema: 'state', mostConnections: 4, ...options });
      opened.push(database);
      return database;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};
