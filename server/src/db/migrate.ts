import type Database from 'better-sqlite3';
import { type WriteTrouble, writeTrouble } from '../platform/storage-trouble.ts';
import { findCopyBefore, keepSnapshot } from './snapshot.ts';

/** One step forward of a schema. */
export interface Migration {
  /** Sorts in the order of application. */
  readonly name: string;
  readonly sql: string;
}

/** Why a database cannot be used. The message is a sentence for the person who runs the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const appliedNames = (raw: Database.Database): string[] => {
  const isNew = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() === undefined;
  // Not asked for where nothing can be written and nothing has to be.
  if (!isNew) return raw.prepare<[], string>('SELECT name FROM migrations ORDER BY name').pluck().all();
  raw.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  );
  return raw.prepare('SELECT name FROM migrations ORDER BY name').pluck().all() as string[];
};

const copyBefore = (raw: Database.Database, step: string): void => {
  try {
    keepSnapshot(raw, { step, nowMs: Date.now() });
  } catch (error) {
    throw new MigrationError(
      `${raw.name} was left as it is: no sound copy of it could be made before the upgrade (${(error as Error).message}).`,
      { cause: error },
    );
  }
};

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** How to go back to before a step that this version does not know. */
const wayBack = (path: string, step: string): string => {
  const copy = findCopyBefore(path, step);
  if (copy === null) return `put back a copy from before it (${path}.before-…) and start again`;
  const [file, aside] = [quoted(path), quoted(`${path}.newer`)];
  const logs = `${quoted(`${path}-wal`)} ${quoted(`${path}-shm`)}`;
  return `go back to the copy that was made before it, without what was changed since: mv ${file} ${aside} && rm -f ${logs} && cp -p ${quoted(copy)} ${file}`;
};

/**
 * Brings a database to the newest schema: each missing step in a transaction of its own, after a
 * snapshot of what was there.
 * @throws MigrationError when the database was written by a newer version, or no sound copy can be made
 */
export const migrate = (
  raw: Database.Database,
  migrations: readonly Migration[],
  options: { keepSnapshot: boolean },
): void => {
  const applied = appliedNames(raw);
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new MigrationError(
      `${raw.name} was written by a newer version of Tonearm (step ${unknown}). Start that version, or ${wayBack(raw.name, unknown)}`,
    );
  }
  const missing = migrations.filter((migration) => !applied.includes(migration.name));
  const next = missing[0];
  if (next !== undefined && applied.length > 0 && options.keepSnapshot) copyBefore(raw, next.name);
  for (const migration of missing) runStep(raw, migration);
};

const runStep = (raw: Database.Database, migration: Migration): void =>
  changeSchema(raw, () => {
    raw.exec(migration.sql);
    raw.prepare('INSERT INTO migrations VALUES (?, ?)').run(migration.name, Date.now());
  });

const whatHelps: Readonly<Record<WriteTrouble, string>> = {
  full: 'the disk is full. Free some space',
  'read-only': 'it cannot be written to. Allow that',
  failing: 'the disk reports errors. Look after it',
};

/**
 * Changes a schema in a transaction of its own.
 * @throws MigrationError when nothing can be written; nothing was changed then
 */
export const changeSchema = (raw: Database.Database, work: () => void): void => {
  try {
    raw.transaction(work).immediate();
  } catch (error) {
    const trouble = writeTrouble(error);
    if (trouble === null) throw error;
    throw new MigrationError(
      `${raw.name} has to be changed for this version of Tonearm, and cannot be: ${
        whatHelps[trouble]
      } and start again, or start the version that was used before. Nothing was changed.`,
      { cause: error },
    );
  }
};
