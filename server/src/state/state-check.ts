import type { Connection } from '../db/connection.ts';
import { quickCheck } from '../db/quick-check.ts';
import { tablesOf } from '../db/tables.ts';
import type { Child } from '../platform/child/child.ts';
import { startProcess } from '../platform/child/start-process.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** They grow with the collection and with every play: a million dates alone take some 150 ms to check. */
const largeTables = ['first_seen', 'listens'];

/** How long the server has answered before the large tables are checked, in milliseconds. */
const quietMs = 10_000;

/** How often it is checked again. */
const dayMs = 24 * 60 * 60 * 1000;

/** One query on one thread needs little beside SQLite itself. */
const nodeFlags = ['--max-old-space-size=64', '--single-threaded-gc', '--v8-pool-size=0'];

/** What the process that checks tells, in SQLite's words; null when all is well. */
export interface StateReport {
  /** Of `state.db`. */
  readonly damage: string | null;
  /** Of `library.db`. */
  readonly libraryDamage: string | null;
}

/**
 * Looks through all of `state.db` but its large tables: a few milliseconds with playlists of 100,000 songs.
 * @returns what is wrong, in SQLite's words, or null
 */
export const findDamage = (raw: Connection): string | null => {
  for (const table of tablesOf(raw)) {
    const damage = largeTables.includes(table) ? null : quickCheck(raw, table);
    if (damage !== null) return damage;
  }
  return null;
};

/**
 * Looks through all of `state.db` and `library.db` in a process of its own, once the server has answered for
 * a while and every day from then on, but not beside a scan. What is wrong with `state.db` is said in the log.
 * Whoever starts it closes it.
 */
export const createStateCheck = (deps: {
  dataFolder: string;
  clock: Pick<Clock, 'schedule'>;
  log: Pick<Log, 'error'>;
  onLibraryDamage: (damage: string) => void;
}) => {
  let child: Child<never> | null = null;
  let isClosed = false;
  let cancel = (): void => {};
  let checking: Promise<void> = Promise.resolve();

  const tell = ({ damage, libraryDamage }: StateReport): void => {
    if (isClosed) return;
    if (libraryDamage !== null) deps.onLibraryDamage(libraryDamage);
    if (damage === null) return;
    deps.log.error(
      'state.db is damaged: stop the server soon and put back a copy of it (tonearm restore lists those that there are)',
      { damage },
    );
  };

  const check = async (): Promise<void> => {
    child = startProcess(new URL('./state-check-process.ts', import.meta.url), {
      onMessage: tell,
      argv: [deps.dataFolder],
      nodeFlags,
      niceness: 19,
    });
    const { isWell, why } = await child.ended;
    if (!isWell && !isClosed) deps.log.error('state.db could not be checked', { reason: why });
  };

  /** @param isQuiet whether no scan ran when it was looked before */
  const checkIn = (delayMs: number, isScanning: () => boolean, isQuiet = true): void => {
    cancel = deps.clock.schedule(delayMs, () => {
      // A scan takes most memory of all, some of it beyond its end, and looks through the library itself.
      const isNow = !isScanning();
      if (!isNow || !isQuiet) return checkIn(quietMs, isScanning, isNow);
      checkIn(dayMs, isScanning);
      checking = check();
    });
  };

  return {
    /** @param isScanning while a scan runs, nothing is checked */
    start: (isScanning: () => boolean): void => checkIn(quietMs, isScanning),
    /** Resolves when a check that runs has ended. */
    settled: (): Promise<void> => checking,
    /** Nothing is waited for: the process only reads. */
    close: (): void => {
      isClosed = true;
      cancel();
      child?.kill();
    },
  };
};
