import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/test-postgres.ts';
import type { Postgres } from '../../db/postgres.ts';
import { createPostgresSignals, type PostgresSignals } from '../../db/postgres-signals.ts';
import { silentLog } from '../../platform/log.ts';
import type { StateAccess } from '../state-access.ts';
import { createPostgresAccess } from './postgres-access.ts';

const { TONEARM_TEST_RUN: template = '' } = process.env;

interface Process {
  readonly state: StateAccess;
  readonly database: Postgres;
  readonly signals: PostgresSignals;
  readonly clock: ReturnType<typeof createFakeClock>;
}

let test: TestDatabase;
let running: Process[];
const startProcess = async (): Promise<Process> => {
  const database = test.open();
  const clock = createFakeClock();
  const signals = createPostgresSignals({ database, clock, log: silentLog });
  const state = createPostgresAccess(database, signals);
  await signals.start();
  const started = { state, database, signals, clock };
  running.push(started);
  return started;
};
beforeEach(async () => {
  running = [];
  test = await makeDatabase(template);
});
afterEach(async () => {
  for (const { signals } of running) await signals.close();
  await test[Symbol.asyncDispose]();
});

const addUser = ({ query }: StateAccess, name: string) =>
  query
    .insertInto('users')
    .values({ name, password_hash: '', is_admin: 1, created_at_ms: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();

const countUsers = async ({ query }: Pick<StateAccess, 'query'>): Promise<number> => {
  const { count } = await query
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

it('tells of the tables that are written to, and of no others, whatever a transaction asks for', async () => {
  const { state } = await startProcess();
  const { id } = await addUser(state, 'anna');
  const told: string[] = [];
  state.onChange(['settings', 'sources'], () => told.push('settings'));
  state.onChange(['users'], () => told.push('users'));
  const rename = (name: string) => (transaction: Pick<StateAccess['query'], 'updateTable'>) =>
    transaction.updateTable('users').set({ name }).where('id', '=', id).execute();
  await state.writeAtOnce(rename('ben'));
  await state.writeLazily(rename('zoe'));
  await state.query.transaction().execute(rename('anna'));
  expect(new Set(told)).toEqual(new Set(['users']));
});

describe('two processes', () => {
  it('write one after the other: what one has read is so until it has written', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const ids = [await addUser(one.state, 'anna'), await addUser(one.state, 'ben')];
    /** The last one stays, as the last administrator does. */
    const removeButLast = ({ query }: StateAccess, id: number): Promise<boolean> =>
      query.transaction().execute(async (transaction) => {
        if ((await countUsers({ query: transaction })) === 1) return false;
        await transaction.deleteFrom('users').where('id', '=', id).execute();
        return true;
      });
    for (let round = 0; round < 20; round += 1) {
      const removed = await Promise.all(
        ids.map(({ id }, index) => removeButLast((index === 0 ? one : other).state, id)),
      );
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await countUsers(one.state)).toBe(1);
      ids[removed.indexOf(true)] = await addUser(one.state, `user ${round}`);
    }
  });

  it('hear of what the other one changed, also of what went with it', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const { id } = await addUser(one.state, 'anna');
    const hash = Buffer.alloc(32);
    await one.state.query
      .insertInto('sessions')
      .values({
        ...{ user_id: id, token_hash: hash, scope: 'full', parent_id: null, client: '' },
        ...{ created_at_ms: 0, last_used_at_ms: 0, expires_at_ms: 0 },
      })
      .execute();
    const { promise, resolve } = Promise.withResolvers<void>();
    other.state.onChange(['sessions'], resolve);
    await one.state.query.deleteFrom('users').execute();
    await promise;
  });

  it('take a connection that was cut for a change of everything, and hear again on the next one', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    let told = 0;
    other.state.onChange(['sources'], () => {
      told += 1;
    });
    await one.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    await expect.poll(() => told).toBe(1);
    await other.clock.advance(500);
    await expect.poll(() => told).toBe(2);
    await one.state.query.insertInto('sources').values({ position: 0, name: 'a', source: '/a' }).execute();
    await expect.poll(() => told).toBe(3);
  });
});

describe('writes that wait for less', () => {
  it('do not wait for the disk, and only those', async () => {
    const { state } = await startProcess();
    const levelIn = async (query: StateAccess['query']): Promise<unknown> => {
      const found = await query
        .withTables<{ pg_settings: { name: string; setting: string } }>()
        .selectFrom('pg_settings')
        .select('setting')
        .where('name', '=', 'synchronous_commit')
        .executeTakeFirst();
      return found?.setting;
    };
    expect(await state.writeLazily(levelIn)).toBe('off');
    expect(await state.query.transaction().execute(levelIn)).toBe('on');
  });

  it('fail at once where somebody else writes', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    await one.state.query.transaction().execute(async () => {
      await expect(other.state.writeAtOnce(countUsersOf)).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await other.state.writeAtOnce(countUsersOf)).toBe(0);
  });
});

const countUsersOf = (query: StateAccess['query']): Promise<number> => countUsers({ query });
