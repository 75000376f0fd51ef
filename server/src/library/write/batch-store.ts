import type Database from 'better-sqlite3';
import type { Capture } from '../feed/capture.ts';
import type { SearchIndexWriter } from '../search-index/search-index.ts';
import type { DirectoriesStore } from './directories-store.ts';
import type { Model } from './model/settle-model.ts';

/** Gathers writes into short transactions of the one connection that writes `library.db`. */
export interface Batch {
  /**
   * Call before each write, with how many rows it is about: begins a transaction when none is open.
   * @param kind `ornament` for what no app is told of: the library counts as changed when it was before
   */
  begin(rows: number, kind?: 'content' | 'ornament'): void;
  /** Commits when enough was written or time has passed. */
  commitIfDue(): void;
  /** Commits what is open. What changed nothing is no new revision: nobody has to look again. */
  commit(): void;
  /** Drops what is open, after an error. */
  rollback(): void;
}

/**
 * A batch is committed after so many rows, or milliseconds of work, or of waiting for a busy machine: readers see
 * results as they come, and what many rows share, pages and names, is written once. The first are committed after few
 * rows, so that something is to be seen at once.
 */
const mostRows = 8_000;
const firstRows = 500;
const batchWorkMs = 1_000;
const batchMs = 2_500;

/** How often a begin is tried that somebody's lock keeps waiting; each try waits ten seconds. */
const mostTries = 60;

/** Under this key of `meta` stands when the library was changed last, in milliseconds since the epoch. */
const changedAtKey = 'changed_at_ms';

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

/** Tells whether a batch has gone on for long, by what was done in it or by the clock. */
const createStopwatch = () => {
  let begunAtMs = 0;
  let workBefore: NodeJS.CpuUsage | undefined;
  return {
    start: (): void => {
      begunAtMs = performance.now();
      workBefore = process.threadCpuUsage();
    },
    isLong: (): boolean => {
      const elapsedMs = performance.now() - begunAtMs;
      if (elapsedMs < batchWorkMs) return false;
      const { user, system } = process.threadCpuUsage(workBefore);
      return elapsedMs > batchMs || (user + system) / 1000 > batchWorkMs;
    },
  };
};

/** Counts rows of batches, and tells when they are enough for one. @param most in one */
const createRowCount = (most: number) => {
  let rows = 0;
  let rowsBefore = 0;
  return {
    add: (count: number): void => {
      rows += count;
    },
    isMuch: (): boolean => rows >= Math.min(most, Math.max(firstRows, rowsBefore)),
    /** A batch ends. */
    end: (): void => {
      rowsBefore += rows;
      rows = 0;
    },
  };
};

/** Gives the library another number, and notes when its content changed: within the transaction that changed it. */
const createRevisions = (raw: Database.Database, nowMs: () => number): ((isContent: boolean) => number) => {
  const next = raw
    .prepare(
      `INSERT INTO meta VALUES ('revision', '1')
       ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`,
    )
    .pluck();
  // Later than the one before also where the clock was put back.
  const noteTime = raw.prepare(
    `INSERT INTO meta VALUES ('${changedAtKey}', CAST(@nowMs AS TEXT))
     ON CONFLICT (key) DO UPDATE SET value = CAST(max(CAST(value AS INTEGER) + 1, @nowMs) AS TEXT)`,
  );
  return (isContent) => {
    const revision = Number(next.get());
    if (isContent) noteTime.run({ nowMs: BigInt(Math.floor(nowMs())) });
    return revision;
  };
};

/**
 * @param deps.rowsPerBatch how much is written before a commit is due; 8,000 unless given
 * @param deps.capture keeps what changed for those who follow; absent where nobody does
 * @param deps.beforeCommit called at the end of each transaction; may end the process
 * @param deps.onCommit called after each commit with the new revision of the library
 */
export const createBatch = (deps: {
  raw: Database.Database;
  search: SearchIndexWriter;
  directories: Pick<DirectoriesStore, 'flushTotals' | 'discardTotals'>;
  model: Pick<Model, 'flush' | 'discard'>;
  capture?: Pick<Capture, 'keep'> | undefined;
  rowsPerBatch?: number | undefined;
  nowMs: () => number;
  beforeCommit: () => void;
  onCommit: (revision: number) => void;
}): Batch => {
  const { raw, search, directories, model, nowMs, rowsPerBatch = mostRows } = deps;
  const beginNow = raw.prepare('BEGIN IMMEDIATE');
  const commitNow = raw.prepare('COMMIT');
  const noteRevision = createRevisions(raw, nowMs);
  const changes = raw.prepare('SELECT total_changes()').pluck();
  const rows = createRowCount(rowsPerBatch);
  let hasContent = false;
  const watch = createStopwatch();
  let changesBefore = 0;
  const commit = (): void => {
    if (!raw.inTransaction) return;
    directories.flushTotals();
    model.flush();
    search.flush();
    rows.end();
    if (changes.get() === changesBefore) {
      commitNow.run();
      return;
    }
    deps.beforeCommit();
    const revision = noteRevision(hasContent);
    deps.capture?.keep();
    commitNow.run();
    deps.onCommit(revision);
  };
  return {
    begin: (count, kind = 'content') => {
      rows.add(count);
      hasContent = kind === 'content' || (hasContent && raw.inTransaction);
      if (raw.inTransaction) return;
      persistently(() => beginNow.run());
      changesBefore = changes.get() as number;
      watch.start();
    },
    commitIfDue: () => {
      if (rows.isMuch() || (raw.inTransaction && watch.isLong())) commit();
    },
    commit,
    rollback: () => {
      if (raw.inTransaction) raw.exec('ROLLBACK');
      search.discard();
      directories.discardTotals();
      model.discard();
      rows.end();
    },
  };
};
