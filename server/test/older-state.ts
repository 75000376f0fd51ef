import Database from 'better-sqlite3';
import { type Migration, migrate } from '../src/db/migrate.ts';
import { migratePostgres } from '../src/db/postgres-migrate.ts';
import { stateMigrations } from '../src/state/migrations.ts';
import { createPostgresAccess, stateSchema } from '../src/state/postgres/postgres-access.ts';
import { postgresStateMigrations } from '../src/state/postgres/postgres-migrations.ts';
import { createStateAccess, type StateQuery } from '../src/state/state-access.ts';
import { makeDatabase } from './test-postgres.ts';
import { isOnPostgres } from './test-state.ts';

/** What people made, as a version left it that did not know a step yet. */
export interface OlderState extends AsyncDisposable {
  readonly query: StateQuery;
  /** Takes the step and those after it. */
  upgrade(): Promise<void>;
}

/** Those before a step, which has another number in each kind of database. @throws Error where there is no such step */
const before = (step: string, all: readonly Migration[]): readonly Migration[] => {
  const at = all.findIndex(({ name }) => name.replace(/^\d+-/, '') === step);
  if (at === -1) throw new Error(`There is no step ${step}.`);
  return all.slice(0, at);
};

const olderOnSqlite = (step: string): OlderState => {
  const raw = new Database(':memory:');
  migrate(raw, before(step, stateMigrations), { keepSnapshot: false });
  return {
    query: createStateAccess(raw).query,
    upgrade: async () => migrate(raw, stateMigrations, { keepSnapshot: false }),
    [Symbol.asyncDispose]: async () => void raw.close(),
  };
};

const olderOnPostgres = async (step: string): Promise<OlderState> => {
  const made = await makeDatabase();
  const database = made.open();
  const reach = (migrations: readonly Migration[]) =>
    migratePostgres(database, { schema: stateSchema, migrations });
  await reach(before(step, postgresStateMigrations));
  return {
    query: createPostgresAccess(database, { on: () => {} }).query,
    upgrade: () => reach(postgresStateMigrations),
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
};

/** An empty one of either kind. @param step the name of the first step that it has not taken, without its number */
export const openOlderState = async (step: string): Promise<OlderState> =>
  isOnPostgres() ? olderOnPostgres(step) : olderOnSqlite(step);
