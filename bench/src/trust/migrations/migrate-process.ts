// Brings `state.db` of a folder to this version and ends: what is killed under way.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { stateMigrations } from '../../../../server/src/state/migrations.ts';
import { openState } from '../../../../server/src/state/open-state.ts';

const [folder = '', kind] = process.argv.slice(2);

/** As one would who knows no transactions. */
const migrateNaively = (): void => {
  const raw = new Database(join(folder, 'state.db'));
  const done = new Set(raw.prepare('SELECT name FROM migrations').pluck().all());
  for (const { name, sql } of stateMigrations.filter((step) => !done.has(step.name))) {
    raw.exec(sql);
    raw.prepare('INSERT INTO migrations VALUES (?, ?)').run(name, Date.now());
  }
  raw.close();
};

if (kind === 'naive') migrateNaively();
else openState(folder).close();
