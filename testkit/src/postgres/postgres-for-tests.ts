import { startPostgres } from './start-postgres.ts';

/** Where tests learn of a PostgreSQL in which they may make databases. */
const postgresVariable = 'TONEARM_TEST_POSTGRES';

/** What vitest calls around all files: starts a PostgreSQL, unless `TONEARM_TEST_POSTGRES` names one. */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env[postgresVariable] !== undefined) return async () => {};
  const postgres = await startPostgres();
  process.env[postgresVariable] = postgres.url();
  return async () => {
    delete process.env[postgresVariable];
    await postgres.close();
  };
};
