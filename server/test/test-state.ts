import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../src/db/connection.ts';
import { openPostgres } from '../src/db/postgres.ts';
import { type OpenState, openState } from '../src/state/open-state.ts';
import { createPostgresAccess, stateSchema } from '../src/state/postgres/postgres-access.ts';

/*
 * What people made, for tests that run on both kinds of database: on SQLite with `npm test`, on PostgreSQL with
 * `npm run test:postgres`.
 */

/** Whether tests run on PostgreSQL. */
export const isOnPostgres = (): boolean => process.env['TONEARM_TEST_STATE'] === 'postgres';

const urlOf = (name: string): string => {
  const url = new URL(process.env['TONEARM_TEST_POSTGRES'] ?? '');
  if (name !== '') url.pathname = `/${name}`;
  return url.href;
};

/** Runs SQL in a process of its own, so that a test can go on at once. @returns what it printed */
const psql = (database: string, sql: string): string => {
  const { status, stdout, stderr } = spawnSync(
    'psql',
    [urlOf(database), '-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1'],
    { input: sql, encoding: 'utf8', env: { ...process.env, PGOPTIONS: `-c search_path=${stateSchema}` } },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
};

const withValues = (sql: string, values: readonly unknown[]): string => {
  let next = 0;
  return sql.replaceAll('?', () => {
    next += 1;
    return literal(values[next - 1]);
  });
};

/** As much of a connection as tests use to write and read behind the back of what they try. */
const connectionTo = (database: string): Connection => {
  const prepare = (sql: string) => {
    let isPlucked = false;
    const all = (...values: unknown[]): unknown[] => {
      const said = withValues(sql, values.flat());
      const rows = JSON.parse(
        psql(database, `SELECT coalesce(json_agg(found), '[]') FROM (${said}) AS found`),
      ) as Record<string, unknown>[];
      return isPlucked ? rows.map((row) => Object.values(row)[0]) : rows;
    };
    const statement = {
      all,
      get: (...values: unknown[]) => all(...values)[0],
      run: (...values: unknown[]) => void psql(database, withValues(sql, values.flat())),
      pluck: () => {
        isPlucked = true;
        return statement;
      },
    };
    return statement;
  };
  return {
    prepare,
    // Rows with numbers that a test chose take part in the counting.
    exec: (sql: string) => void psql(database, `${sql}; SELECT count_on_from_here()`),
    // Settings of SQLite's: how it waits for the disk.
    pragma: () => {},
    serialize: () => {
      const { stdout } = spawnSync('pg_dump', [urlOf(database), '--data-only', '--inserts']);
      return stdout;
    },
  } as unknown as Connection;
};

/** Databases by the data folder that they belong to. */
const databases = new Map<string, string>();

const databaseOf = (folder: string): string => {
  const known = databases.get(folder);
  if (known !== undefined) return known;
  const { TONEARM_TEST_RUN: run = '' } = process.env;
  const name = `${run}_${randomBytes(8).toString('hex')}`;
  psql('', `CREATE DATABASE ${name} TEMPLATE ${run}`);
  databases.set(folder, name);
  return name;
};

/** What people made, and when nothing is asked of it any more. */
export interface TestState extends OpenState {
  /** Resolves when everything that was asked, and what followed from that, is answered. */
  settled(): Promise<void>;
}

/** How many turns without a question it takes. */
const quietTurns = 10;

const settledOf = (isBusy: () => boolean) => async (): Promise<void> => {
  for (let quiet = 0; quiet < quietTurns; quiet += 1) {
    await turn();
    if (isBusy()) quiet = 0;
  }
};

/** Opens what people made of a data folder, as `openState` does. */
export const openTestState = (folder: string): TestState => {
  if (!isOnPostgres()) return { ...openState(folder), settled: settledOf(() => false) };
  const name = databaseOf(folder);
  const database = openPostgres({ url: urlOf(name), schema: stateSchema, mostConnections: 4 });
  return {
    ...createPostgresAccess(database, { on: () => {} }),
    raw: connectionTo(name),
    close: () => void database.close(),
    settled: settledOf(() => database.use().busy > 0 || database.use().waiting > 0),
  };
};
