import type Database from 'better-sqlite3';
import type { SearchIndexWriter } from '../search-index/search-index.ts';
import type { DirectoriesStore } from './directories-store.ts';

/** Gathers writes into short transactions of the one connection that writes `library.db`. */
export interface Batch {
  /** Call before each write, with how many rows it is about: begins a transaction when none is open. */
  begin(rows: number): void;
  /** Commits when enough was written or time has passed. */
  commitIfDue(): void;
  /** Commits what is open. What changed nothing is no new revision: nobody has to look again. */
  commit(): void;
  /** Drops what is open, after an error. */
  rollback(): void;
}

/**
 * A batch is committed after so many rows or milliseconds: readers see results as they come, and pages that
 * many rows meet in are written once.
 */
const quickRows = 2_000;
const batchMs = 500;

/** How often a begin is tried that somebody's lock keeps waiting; each try waits ten seconds. */
const mostTries = 60;

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** A scan that finds the database locked, by a backup for instance, waits: it does not fail. */
const persistently = (run: () => void): void => {
  for (let tries = 1; ; tries += 1) {
    try {
      run();
      return;
    } catch (error) {
      if (!isLocked(error) || tries >= mostTries) throw error;
    }
  }
};

/**
 * @param deps.rowsPerBatch how much is written before a commit is due; as many as is quick unless given
 * @param deps.beforeCommit called at the end of each transaction; may end the process
 * @param deps.onCommit called after each commit with the new revision of the library
 */
export const createBatch = (deps: {
  raw: Database.Database;
  search: SearchIndexWriter;
  directories: Pick<DirectoriesStore, 'flushTotals' | 'discardTotals'>;
  rowsPerBatch?: number | undefined;
  beforeCommit: () => void;
  onCommit: (revision: number) => void;
}): Batch => {
  const { raw, search, directories, rowsPerBatch = quickRows } = deps;
  const beginNow = raw.prepare('BEGIN IMMEDIATE');
  const commitNow = raw.prepare('COMMIT');
  const nextRevision = raw
    .prepare(
      `INSERT INTO meta VALUES ('revision', '1')
       ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`,
    )
    .pluck();
  const changes = raw.prepare('SELECT total_changes()').pluck();
  let rows = 0;
  let begunAtMs = 0;
  let changesBefore = 0;
  const commit = (): void => {
    if (!raw.inTransaction) return;
    directories.flushTotals();
    search.flush();
    rows = 0;
    if (changes.get() === changesBefore) {
      commitNow.run();
      return;
    }
    deps.beforeCommit();
    const revision = Number(nextRevision.get());
    commitNow.run();
    deps.onCommit(revision);
  };
  return {
    begin: (count) => {
      rows += count;
      if (raw.inTransaction) return;
      persistently(() => beginNow.run());
      changesBefore = changes.get() as number;
      begunAtMs = performance.now();
    },
    commitIfDue: () => {
      if (rows >= rowsPerBatch || (raw.inTransaction && performance.now() - begunAtMs > batchMs)) commit();
    },
    commit,
    rollback: () => {
      if (raw.inTransaction) raw.exec('ROLLBACK');
      search.discard();
      directories.discardTotals();
      rows = 0;
    },
  };
};
