import { createHash, type Hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StateDatabase } from './state-schema.ts';

type Table = keyof StateDatabase;

/** Every table with what its rows are ordered by, after those that its rows point to. */
export const copiedTables: { readonly [Name in Table]: readonly (keyof StateDatabase[Name] & string)[] } = {
  meta: ['key'],
  users: ['id'],
  sessions: ['id'],
  ended_sessions: ['token_hash'],
  settings: ['key'],
  sources: ['id'],
  music_folders: ['id'],
  playlist_contents: ['id'],
  playlist_chunks: ['content_id', 'chunk'],
  playlists: ['id'],
  linked_accounts: ['user_id', 'service'],
  outbox: ['id'],
  listens: ['id'],
  first_seen: ['path_key'],
  song_ids: ['natural'],
  app_passwords: ['id'],
  stars: ['user_id', 'item'],
  ratings: ['user_id', 'item'],
  play_counts: ['user_id', 'item'],
  bookmarks: ['user_id', 'song'],
  play_queues: ['user_id'],
  play_queue_chunks: ['user_id', 'chunk'],
  corrections: ['id'],
  smart_lists: ['user_id', 'name'],
  radio_stations: ['id'],
};

/** What belongs to one kind of database and not to what people made. */
const ownFacts = ['secret_key_sha256', 'setup_code'];

/** Rows that are read at once, and inserted by one statement. */
const pageRows = 2_000;
const insertRows = 100;
/** A row of these may be a megabyte. */
const largeRows: ReadonlySet<Table> = new Set(['playlist_chunks', 'play_queue_chunks']);

type Row = Readonly<Record<string, unknown>>;

/** How many rows a table has, and a digest of all of them in order. */
interface TableSum {
  readonly rows: number;
  readonly digest: string;
}

/** By table. */
export type StateSums = Readonly<Record<string, TableSum>>;

/** The pages of a table, in the order of its key. */
async function* pagesOf(from: Kysely<StateDatabase>, table: Table): AsyncGenerator<Row[]> {
  const keys: readonly string[] = copiedTables[table];
  const limit = largeRows.has(table) ? 20 : pageRows;
  let after: readonly unknown[] | null = null;
  for (;;) {
    const columns = sql.join(keys.map((key) => sql.ref(key)));
    const beyond: RawBuilder<unknown> =
      after === null ? sql`1 = 1` : sql`(${columns}) > (${sql.join(after.map((value) => sql.val(value)))})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      SELECT * FROM ${sql.table(table)} WHERE ${beyond} ORDER BY ${columns} LIMIT ${sql.lit(limit)}`.execute(
      from,
    );
    const kept = table === 'meta' ? rows.filter(({ key }) => !ownFacts.includes(String(key))) : rows;
    if (kept.length > 0) yield kept.map(withoutNul);
    const last: Row | undefined = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = keys.map((key) => last[key]);
  }
}

/** No text of PostgreSQL's holds it. */
const withoutNul = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '') : value,
    ]),
  );

const note = (hash: Hash, row: Row): void => {
  for (const name of Object.keys(row).sort()) {
    const value = row[name];
    const shown = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value);
    hash.update(`${name}=${shown};`);
  }
};

/** Counts and digests of everything that people made, the same whichever database it lies in. */
const sumsOf = async (from: Kysely<StateDatabase>): Promise<StateSums> => {
  const sums: Record<string, TableSum> = {};
  for (const table of Object.keys(copiedTables) as Table[]) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const page of pagesOf(from, table)) {
      for (const row of page) note(hash, row);
      rows += page.length;
    }
    sums[table] = { rows, digest: hash.digest('hex') };
  }
  return sums;
};

/** Sessions point to sessions: those without a parent have smaller numbers, so the order of the key is right. */
const insertAll = async (to: Kysely<StateDatabase>, table: Table, page: readonly Row[]): Promise<void> => {
  const atOnce = largeRows.has(table) ? 1 : insertRows;
  for (let at = 0; at < page.length; at += atOnce) {
    await to
      .insertInto(table)
      .values(page.slice(at, at + atOnce) as never)
      .execute();
  }
};

/** What the target holds when it is new: facts that every database makes for itself. */
const isEmpty = (sums: StateSums): boolean =>
  Object.entries(sums).every(([table, { rows }]) => table === 'meta' || rows === 0);

/** Why a copy was not made or is none. The message is a sentence. */
export class CopyTablesError extends Error {
  override readonly name = 'CopyTablesError';
}

/**
 * Copies everything that people made into a database that holds nothing yet, as one transaction of it, and compares.
 * @throws CopyTablesError when there is something already, or what arrived is not the same; nothing is kept then
 */
export const copyTables = async (
  from: Kysely<StateDatabase>,
  to: Kysely<StateDatabase>,
): Promise<StateSums> =>
  to.transaction().execute(async (transaction) => {
    if (!isEmpty(await sumsOf(transaction))) {
      throw new CopyTablesError('The database that it should go to holds something already.');
    }
    await transaction.deleteFrom('meta').execute();
    const sums: Record<string, TableSum> = {};
    for (const table of Object.keys(copiedTables) as Table[]) {
      const hash = createHash('sha256');
      let rows = 0;
      for await (const page of pagesOf(from, table)) {
        await insertAll(transaction, table, page);
        for (const row of page) note(hash, row);
        rows += page.length;
      }
      sums[table] = { rows, digest: hash.digest('hex') };
    }
    const arrived = await sumsOf(transaction);
    const differing = Object.keys(sums).find((table) => sums[table]?.digest !== arrived[table]?.digest);
    if (differing !== undefined) {
      throw new CopyTablesError(`What arrived of ${differing} is not what was there.`);
    }
    return sums;
  });
