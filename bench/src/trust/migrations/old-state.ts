import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '../../../../server/src/db/migrate.ts';
import { stateMigrations } from '../../../../server/src/state/migrations.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** Where a step reads what is there, and any text would not do. */
const meaningful: Readonly<Record<string, (row: number) => unknown>> = {
  'playlist_chunks.tracks': () => JSON.stringify(['Music/a.mp3', 'Music/b.mp3']),
  'outbox.refusal': (row) =>
    ['Last.fm does not take this artist.', 'It says no (error 7).', null][row % 3] ?? null,
  'outbox.play': () => JSON.stringify({ artist: 'Anna', title: 'Basket' }),
};

const valueFor = (table: string, { name, type }: Column, row: number): unknown => {
  const known = meaningful[`${table}.${name}`];
  if (known !== undefined) return known(row);
  if (type === 'BLOB') return randomBytes(16);
  return type === 'INTEGER' ? row + 1 : `${name} ${row}`;
};

const rowsEach = 3;

const fill = (raw: Database.Database, table: string): void => {
  const columns = raw.pragma(`table_info(${table})`) as Column[];
  const names = columns.map(({ name }) => name);
  const statement = raw.prepare(
    `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (let row = 0; row < rowsEach; row += 1)
    statement.run(columns.map((column) => valueFor(table, column, row)));
};

const tablesOf = (raw: Database.Database): string[] =>
  raw
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
    )
    .pluck()
    .all();

/** Writes a `state.db` as the version with so many steps left it, with rows in every table. */
export const writeOldState = (folder: string, steps: number): void => {
  const raw = new Database(join(folder, 'state.db'));
  try {
    raw.pragma('journal_mode = WAL');
    raw.pragma('foreign_keys = OFF');
    migrate(raw, stateMigrations.slice(0, steps), { keepSnapshot: false });
    for (const table of tablesOf(raw)) if (table !== 'migrations') fill(raw, table);
  } finally {
    raw.close();
  }
};

/** Everything in a `state.db` that does not differ from one upgrade to the next. */
export const contentOf = (raw: Database.Database): string =>
  JSON.stringify(
    tablesOf(raw).map((table) => [
      table,
      table === 'migrations'
        ? raw.prepare('SELECT name FROM migrations ORDER BY name').all()
        : raw
            .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY 1, 2`)
            .all()
            // Made at random by steps.
            .filter((row) => row['key'] !== 'installation_id')
            .map((row) => ('public_id' in row ? { ...row, public_id: row['public_id'] !== null } : row)),
    ]),
  );
