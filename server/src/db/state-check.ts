import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createWorkerPool } from '../platform/worker-pool.ts';
import { quickCheck } from './quick-check.ts';

/** They grow with the collection and with every play: a million dates alone take some 150 ms to check. */
const largeTables = ['first_seen', 'listens'];

/** How long the server has answered before the large tables are checked, in milliseconds. */
const quietMs = 10_000;

/** A thread that is still at it is stuck, in milliseconds. */
const deadlineMs = 10 * 60_000;

/**
 * Looks through all of `state.db` but its large tables: a few milliseconds with playlists of 100,000 songs.
 * @returns what is wrong, in SQLite's words, or null
 */
export const findDamage = (raw: Database.Database): string | null => {
  const tables = raw
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .pluck()
    .all();
  for (const table of tables.filter((name) => !largeTables.includes(name))) {
    const damage = quickCheck(raw, table);
    if (damage !== null) return damage;
  }
  return null;
};

/**
 * Looks through all of `state.db` on a thread of its own, once the server has answered for a while, and says
 * in the log what is wrong.
 */
export const createStateCheck = (deps: {
  dataFolder: string;
  clock: Pick<Clock, 'schedule'>;
  log: Pick<Log, 'error'>;
}) => {
  const path = join(deps.dataFolder, 'state.db');
  const pool = createWorkerPool<string, string | null>({
    entry: new URL('./state-check-worker.ts', import.meta.url),
    size: 1,
    stepDeadlineMs: deadlineMs,
    limits: { maxOldGenerationSizeMb: 64 },
  });
  let isClosed = false;
  let cancel = (): void => {};
  let checking: Promise<void> = Promise.resolve();

  const check = async (): Promise<void> => {
    try {
      const damage = await pool.run(path);
      if (damage === null) return;
      deps.log.error(
        'state.db is damaged: stop the server soon and put back a copy of it (from a backup, or a file state.db.before-…)',
        { damage },
      );
    } catch (error) {
      if (!isClosed) deps.log.error('state.db could not be checked', { error });
    } finally {
      await pool.close();
    }
  };

  return {
    start: (): void => {
      cancel = deps.clock.schedule(quietMs, () => {
        checking = check();
      });
    },
    /** Resolves when a check that runs has ended. */
    settled: (): Promise<void> => checking,
    close: async (): Promise<void> => {
      isClosed = true;
      cancel();
      await pool.close();
    },
  };
};
