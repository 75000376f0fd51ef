import { join } from 'node:path';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { stateMigrations } from './migrations.ts';
import { createStateAccess, type StateAccess, type StateQuery } from './state-access.ts';

/**
 * What the scan process reads of what people made: a file, which it asks within transactions where nothing can be
 * awaited.
 */
export interface ScanCopy {
  /** Name of the file in the data folder. */
  readonly fileName: string;
  /** Where else what a scan notes has to be written; null where the file is the original. */
  readonly access: Pick<StateAccess, 'query' | 'writeLazily'> | null;
  /** Makes it as the original is now. */
  refresh(): Promise<void>;
  close(): void;
}

/** The file itself is what a scan reads. */
export const originalFile: ScanCopy = {
  fileName: 'state.db',
  access: null,
  refresh: async () => {},
  close: () => {},
};

const fileName = 'scan-state.db';

/** Rows that are asked for at once. */
const pageRows = 20_000;

const copyFacts = async (from: StateQuery, access: StateAccess): Promise<void> => {
  const facts = await from
    .selectFrom('meta')
    .selectAll()
    .where('key', 'in', ['installation_id', 'ids_followed_move'])
    .execute();
  const ids = await from.selectFrom('song_ids').selectAll().execute();
  await access.query.transaction().execute(async (transaction) => {
    for (const table of ['meta', 'song_ids', 'first_seen'] as const)
      await transaction.deleteFrom(table).execute();
    for (const fact of facts) await transaction.insertInto('meta').values(fact).execute();
    for (const id of ids) await transaction.insertInto('song_ids').values(id).execute();
  });
};

const copyDates = async (from: StateQuery, access: StateAccess): Promise<void> => {
  let after: Uint8Array = new Uint8Array();
  for (;;) {
    const rows = await from
      .selectFrom('first_seen')
      .selectAll()
      .where('path_key', '>', after)
      .orderBy('path_key')
      .limit(pageRows)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.path_key;
    await access.writeLazily(async (transaction) => {
      for (const row of rows) await transaction.insertInto('first_seen').values(row).execute();
    });
  }
};

/** Opens the copy beside the library. Whoever opens it closes it. */
export const openScanCopy = (dataFolder: string, from: StateQuery): ScanCopy => {
  const { raw, close } = openSqlite({ path: join(dataFolder, fileName), durability: 'normal' });
  migrate(raw, stateMigrations, { keepSnapshot: false });
  const access = createStateAccess(raw);
  return {
    fileName,
    access,
    refresh: async () => {
      await copyFacts(from, access);
      await copyDates(from, access);
    },
    close,
  };
};
