import type Database from 'better-sqlite3';
import { createWorkerPool, WorkerFailure, type WorkerPool } from '../platform/child/worker-pool.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/**
 * The log of a database that is written to a lot: it is carried over into the database on a thread of its own,
 * because that waits for the disk, twice, for as long as everybody else would have to wait.
 */
export interface CarriedLog {
  /** Carries over all that is written by now, which is durable then. Never fails: the log only stays longer. */
  carryOver(): Promise<void>;
  /**
   * From now on nobody carries over on the thread that writes; whoever writes much asks for it.
   * @returns ends that, when what is left is carried over
   */
  hold(): () => Promise<void>;
  close(): Promise<void>;
}

/** Where there is no such log: PostgreSQL looks after its own. */
export const noCarriedLog: CarriedLog = {
  carryOver: async () => {},
  hold: () => async () => {},
  close: async () => {},
};

/** Pages in the log after which SQLite carries over by itself where nobody holds it: its own default. */
const ownPages = 1000;

/** The thread ends when nobody needed it for so long, in milliseconds. */
const idleMs = 10_000;

/** Disks may take their time. */
const limits = { cpuMs: 60_000, stillMs: 120_000, longestMs: 600_000 };

/** Does its work once at a time, for everybody who asked before it began. */
const createShared = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    if (running === null) {
      running = work().finally(() => {
        running = null;
      });
      return running;
    }
    // What runs may have begun before the last write.
    next ??= running.then(() => {
      next = null;
      return run();
    });
    return next;
  };
  return { run, running: () => running };
};

/** Over the writing connection. No thread starts before it is needed. */
export const createCarriedLog = (deps: {
  raw: Database.Database;
  clock: Pick<Clock, 'schedule'>;
  log: Log;
}): CarriedLog => {
  const { raw } = deps;
  let pool: WorkerPool<null, null> | null = null;
  let cancelIdle = (): void => {};
  let holders = 0;

  const rest = async (): Promise<void> => {
    cancelIdle();
    const ending = pool;
    pool = null;
    await ending?.close();
  };

  const carryOnce = async (): Promise<void> => {
    cancelIdle();
    pool ??= createWorkerPool<null, null>({
      entry: new URL('./carry-over-worker.ts', import.meta.url),
      size: 1,
      stepLimits: limits,
      limits: { maxOldGenerationSizeMb: 32 },
      workerOptions: raw.name,
    });
    try {
      await pool.run(null);
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      deps.log.warn('the log of a database could not be carried over', { error });
    }
    cancelIdle = deps.clock.schedule(idleMs, () => void rest());
  };

  const carrying = createShared(carryOnce);

  const setOwnPages = (pages: number): void => {
    if (raw.open) raw.pragma(`wal_autocheckpoint = ${pages}`);
  };

  return {
    carryOver: carrying.run,
    hold: () => {
      holders += 1;
      setOwnPages(0);
      return async () => {
        await carrying.run();
        holders -= 1;
        if (holders === 0) setOwnPages(ownPages);
      };
    },
    close: async () => {
      await carrying.running();
      await rest();
    },
  };
};
