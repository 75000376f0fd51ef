import { startPostgresRelay } from '@tonearm/testkit';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test/test-postgres.ts';
import { AppError } from '../platform/app-error.ts';
import { MigrationError } from './migrate.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { migratePostgres } from './postgres-migrate.ts';

let test: TestDatabase;
let database: Postgres;
beforeEach(async () => {
  test = await makeDatabase();
  database = test.open();
});
afterEach(() => test[Symbol.asyncDispose]());

const plain = [
  { name: '0001', sql: 'CREATE TABLE notes (id int8 PRIMARY KEY, text text COLLATE "C", bytes bytea)' },
];
const steps = { schema: 'state', migrations: plain };

describe('values', () => {
  it('come back as they went, numbers of eight bytes as numbers and texts without NUL', async () => {
    await migratePostgres(database, steps);
    const bytes = Buffer.from([0, 1, 255]);
    await database.query('INSERT INTO notes VALUES ($1, $2, $3)', [2 ** 52, 'a\0b', new Uint8Array(bytes)]);
    const named = { name: 'all_notes', text: 'SELECT *, (SELECT sum(id) FROM notes) AS total FROM notes' };
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await database.query(named)).toEqual([{ id: 2 ** 52, text: 'ab', bytes, total: 2 ** 52 }]);
    }
    await expect(database.query('SELECT 9007199254740993::int8')).rejects.toThrow(RangeError);
  });

  it('go through the builder too, whose statements are kept prepared', async () => {
    await migratePostgres(database, steps);
    const builder = new Kysely<{ notes: { id: number; text: string | null; bytes: Uint8Array | null } }>({
      dialect: test.open({ mostConnections: 1 }).dialect,
    });
    for (const id of [1, 2])
      await builder.insertInto('notes').values({ id, text: 'x\0', bytes: null }).execute();
    expect(await builder.selectFrom('notes').select(['id', 'text']).where('id', '>', 1).execute()).toEqual([
      { id: 2, text: 'x' },
    ]);
    const prepared = await builder
      .withTables<{ pg_prepared_statements: { statement: string } }>()
      .selectFrom('pg_prepared_statements')
      .select('statement')
      .where('statement', 'like', 'insert%')
      .execute();
    expect(prepared).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('is taken back whole when it fails', async () => {
    await migratePostgres(database, steps);
    const failing = database.transaction(async (session) => {
      await session.query('INSERT INTO notes VALUES (1)');
      await session.query('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await database.query('SELECT * FROM notes')).toEqual([]);
  });

  it('that stops half way holds nobody up for ever', async () => {
    const { 0: row } = await database.query<{ limit: string }>(
      "SELECT current_setting('idle_in_transaction_session_timeout') AS limit",
    );
    expect(row).toEqual({ limit: '5s' });
  });
});

describe('a connection that is ended', () => {
  it('in the midst of a transaction ends that, and nothing else', async () => {
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    const other = test.open({ mostConnections: 1 });
    const [row] = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = other.transaction(async (session) => {
      await session.query('SELECT 1');
      await isLeft;
      return session.query('SELECT 1');
    });
    await database.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
    leave();
    await expect(ended).rejects.toThrow();
    expect(await other.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a session of its own', () => {
  it('hears what it listens to, and tells when it was ended', async () => {
    const session = await database.openSession();
    const { promise: heard, resolve } = Promise.withResolvers<string>();
    session.onNotify((channel, payload) => resolve(`${channel} ${payload}`));
    await session.query('LISTEN things');
    await database.query("SELECT pg_notify('things', 'one')");
    expect(await heard).toBe('things one');
    const [{ pid } = { pid: 0 }] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.query('SELECT pg_terminate_backend($1)', [pid]);
    await session.ended;
    await expect(session.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a database that is away', () => {
  it('is an answer with a time to come again', async () => {
    const nobody = openPostgres({ url: 'postgres://nobody@127.0.0.1:9/none', schema: 'state' });
    const error = await nobody.query('SELECT 1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '2' } });
    await nobody.close();
  });

  it('answers again on a new connection when all were ended', async () => {
    await database.query('SELECT 1');
    const other = test.open({ mostConnections: 1 });
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await expect.poll(() => database.query('SELECT 1 AS one').catch(() => null)).toEqual([{ one: 1 }]);
  });
});

describe('a network that is cut', () => {
  it('is an answer with a time to come again, to whoever asks, and is forgotten when it is whole again', async () => {
    await migratePostgres(database, steps);
    const relay = await startPostgresRelay(test.url);
    const other = test.open({ url: relay.url, answerMs: 2_000, mostConnections: 3 });
    const builder = new Kysely<{ notes: { id: number } }>({ dialect: other.dialect });
    const { promise: isCut, resolve: cut } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    const inTheMidst = other.transaction(async (session) => {
      await session.query('INSERT INTO notes VALUES (1)');
      begun();
      await isCut;
      await session.query('INSERT INTO notes VALUES (2)');
    });
    const session = await other.openSession();
    await hasBegun;
    relay.stall();
    cut();
    const asked = [
      inTheMidst,
      other.query('SELECT 1'),
      builder.selectFrom('notes').selectAll().execute(),
      builder.transaction().execute((transaction) => transaction.selectFrom('notes').selectAll().execute()),
      session.query('SELECT 1'),
    ];
    for (const each of await Promise.allSettled(asked)) {
      expect(each).toMatchObject({
        status: 'rejected',
        reason: { code: 'unavailable', headers: { 'Retry-After': '2' } },
      });
    }
    await session.ended;
    relay.goOn();
    await expect.poll(() => other.query('SELECT 1 AS one').catch(() => null)).toEqual([{ one: 1 }]);
    await expect.poll(() => database.query('SELECT * FROM notes')).toEqual([]);
    await session.close();
    await relay.close();
  });
});

describe('the schema', () => {
  it('is made once, however many start at once', async () => {
    const others = [test.open(), test.open()];
    await Promise.all([database, ...others].map((one) => migratePostgres(one, steps)));
    expect(await database.query('SELECT name FROM migrations')).toEqual([{ name: '0001' }]);
  });

  it('is left as it is by a version that does not know it', async () => {
    await migratePostgres(database, steps);
    const older = migratePostgres(database, { schema: 'state', migrations: [] });
    await expect(older).rejects.toThrow(MigrationError);
    await expect(older).rejects.toThrow(/newer version of Tonearm \(step 0001\)/);
  });

  it('keeps none of its steps when one of them fails', async () => {
    const broken = [...plain, { name: '0002', sql: 'ALTER TABLE nothing ADD COLUMN x int8' }];
    await expect(migratePostgres(database, { schema: 'state', migrations: broken })).rejects.toMatchObject({
      code: '42P01',
    });
    expect(await database.query("SELECT 1 FROM pg_namespace WHERE nspname = 'state'")).toEqual([]);
  });
});
