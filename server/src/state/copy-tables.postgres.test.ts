import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/account-server.ts';
import { makeDatabase, type TestDatabase } from '../../test/test-postgres.ts';
import type { Postgres } from '../db/postgres.ts';
import { migratePostgres } from '../db/postgres-migrate.ts';
import { maintain } from '../maintenance.ts';
import { copiedTables } from './copy-tables.ts';
import { openState } from './open-state.ts';
import { stateSchema } from './postgres/postgres-access.ts';
import { postgresStateMigrations } from './postgres/postgres-migrations.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;
beforeEach(async () => {
  folder = temporaryFolder();
  database = await makeDatabase();
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  folder.remove();
});

const here = (): string => join(folder.path, 'here');
const there = (): string => join(folder.path, 'there');
const moveTo = (): Promise<string> =>
  maintain({ kind: 'move-to', database: database.url }, { dataFolder: here() });
const moveFrom = (dataFolder: string): Promise<string> =>
  maintain({ kind: 'move-from', database: database.url }, { dataFolder });

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const rowsEach = 5;

/** Something that no other row has: of every script, long and short, the largest number that there is, and nothing. */
const madeUp = ({ name, type, notnull, pk }: Column, table: string, row: number): unknown => {
  const words = ['é', '東京', '🎵 ', 'ß'.repeat(3_000), "a'b\\c\n"];
  const digest = createHash('sha256').update(`${table} ${name} ${row}`).digest();
  if (notnull === 0 && pk === 0 && row % 2 === 0) return null;
  if (type === 'BLOB') return name === 'public_id' || name === 'item' ? digest.subarray(0, 16) : digest;
  if (type === 'TEXT') return `${words[row - 1]}${digest.toString('hex')}`;
  if (name.startsWith('is_') || name.startsWith('may_')) return row % 2;
  return name.endsWith('_ms') ? Number.MAX_SAFE_INTEGER - row : row;
};

/** A `state.db` that has some rows in every table. */
const fillEveryTable = (): void => {
  mkdirSync(here());
  openState(here()).close();
  const raw = new Database(join(here(), 'state.db'));
  for (const table of Object.keys(copiedTables)) {
    const columns = raw.pragma(`table_info(${table})`) as Column[];
    const insert = raw.prepare(
      `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) VALUES (${columns.map(() => '?').join()})`,
    );
    for (let row = 1; row <= rowsEach; row += 1)
      insert.run(
        columns.map((column) =>
          // Of a session's parents, as of all rows that others point to, there are those before it.
          column.name === 'parent_id' ? (row > 1 ? row - 1 : null) : madeUp(column, table, row),
        ),
      );
  }
  raw.close();
};

/** All rows of all tables, by table, as SQLite has them. */
const rowsOf = (dataFolder: string): Record<string, unknown[]> => {
  const raw = new Database(join(dataFolder, 'state.db'), { readonly: true });
  try {
    const tables = raw
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.sort().map((table) => {
        const keys: readonly string[] = copiedTables[table as keyof typeof copiedTables];
        return [table, raw.prepare(`SELECT * FROM ${table} ORDER BY ${keys.join()}`).all()];
      }),
    );
  } finally {
    raw.close();
  }
};

const openMigrated = async (): Promise<Postgres> => {
  const opened = database.open();
  await migratePostgres(opened, { schema: stateSchema, migrations: postgresStateMigrations });
  return opened;
};

/** How many rows there are of what people made, by table. */
const countsOf = async (opened: Postgres): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(copiedTables)) {
    const [row] = await opened.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    counts[table] = row?.count ?? -1;
  }
  return counts;
};

const nothing = Object.fromEntries(
  Object.keys(copiedTables).map((table) => [table, table === 'meta' ? 1 : 0]),
);

describe('moving what people made', () => {
  it('there and back changes no row of any table', async () => {
    fillEveryTable();
    const before = rowsOf(here());
    expect(Object.keys(before)).toEqual(Object.keys(copiedTables).sort());
    expect(await moveTo()).toContain(`${rowsEach * Object.keys(copiedTables).length + 1} rows`);
    await moveFrom(there());
    expect(rowsOf(there())).toEqual(before);
    expect(rowsOf(here())).toEqual(before);
  });

  it('goes on counting where the original would: no number is given twice', async () => {
    fillEveryTable();
    await moveTo();
    const [row] = await database
      .open()
      .query<{ id: number }>("INSERT INTO sources (position, name, source) VALUES (0, '', '') RETURNING id");
    expect(row?.id).toBe(rowsEach + 1);
  });

  it('keeps nothing of a move that fails, at whichever table, and does all of it the next time', async () => {
    fillEveryTable();
    const opened = await openMigrated();
    await opened.query(
      "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no further'; END $$",
    );
    for (const table of Object.keys(copiedTables)) {
      await opened.query(`CREATE TRIGGER fail AFTER INSERT ON ${table} EXECUTE FUNCTION fail()`);
      await expect(moveTo(), table).rejects.toThrow('no further');
      expect(await countsOf(opened), table).toEqual(nothing);
      await opened.query(`DROP TRIGGER fail ON ${table}`);
    }
    await moveTo();
    await moveFrom(there());
    expect(rowsOf(there())).toEqual(rowsOf(here()));
  });

  it('keeps nothing where a single value arrived as another', async () => {
    fillEveryTable();
    const opened = await openMigrated();
    await opened.query(
      `CREATE FUNCTION bend() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = 3 THEN NEW.path := NEW.path || '.'; END IF; RETURN NEW; END $$`,
    );
    await opened.query('CREATE TRIGGER bend BEFORE INSERT ON listens FOR EACH ROW EXECUTE FUNCTION bend()');
    await expect(moveTo()).rejects.toThrow(
      /^What arrived of listens is not what was there\. Nothing was changed\.$/,
    );
    expect(await countsOf(opened)).toEqual(nothing);
  });

  it('keeps nothing where a row did not arrive', async () => {
    fillEveryTable();
    const opened = await openMigrated();
    await opened.query(
      'CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    );
    await opened.query(
      'CREATE TRIGGER lose BEFORE INSERT ON stars FOR EACH ROW WHEN (NEW.user_id = 2) EXECUTE FUNCTION lose()',
    );
    await expect(moveTo()).rejects.toThrow(/^What arrived of stars is not what was there\./);
    expect(await countsOf(opened)).toEqual(nothing);
  });

  it('leaves no file behind that is not whole', async () => {
    fillEveryTable();
    await moveTo();
    // A user of SQLite's schema has no such name twice.
    await database.open().query('ALTER TABLE users DROP CONSTRAINT users_name_key');
    await database.open().query('UPDATE users SET name = $1', ['the same']);
    await expect(moveFrom(there())).rejects.toThrow(/UNIQUE constraint failed/);
    expect(readdirSync(there()).filter((name) => name.startsWith('state.db'))).toEqual([]);
  });

  it('takes away what a move that was ended half way has left', async () => {
    fillEveryTable();
    await moveTo();
    for (const tail of ['', '-journal']) writeFileSync(join(here(), `state.db.moving${tail}`), 'half');
    await expect(moveFrom(here())).rejects.toThrow('move it away first');
    expect(readdirSync(here()).filter((name) => name.includes('moving'))).toEqual([]);
  });

  it('writes over nothing that is there already, either way', async () => {
    fillEveryTable();
    await moveTo();
    await expect(moveTo()).rejects.toThrow(
      /^The database that it should go to holds something already\. Nothing was changed\.$/,
    );
    const before = rowsOf(here());
    await expect(moveFrom(here())).rejects.toThrow(/^There is a state\.db in .*: move it away first\.$/);
    expect(rowsOf(here())).toEqual(before);
    rmSync(join(here(), 'state.db'));
    await moveFrom(here());
    expect(existsSync(join(here(), 'state.db'))).toBe(true);
  });
});
