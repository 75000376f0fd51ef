import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { away, createLiveConnection } from '../db/live-connection.ts';
import { MigrationError } from '../db/migrate.ts';
import { canBeWritten, leavePlain, type OpenDatabase } from '../db/sqlite.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import type { LibraryDatabase } from './library-schema.ts';
import { createOneLibrary, type OneLibrary } from './one-library.ts';
import { openEmptyLibrary, openLibraryReader, openLibraryWriter, replaceLibrary } from './open-library.ts';
import { metaKeys } from './write/library.ts';

/** Who writes the library, and lets go of it while it is made anew. */
interface LibraryUsers {
  /** Resolves when nobody writes to it any more. */
  letGo(): Promise<void>;
  /** A new one is there, empty. */
  begin(): void;
}

/**
 * `library.db` as the answering thread reads it. One that turns out to be damaged, or was deleted or replaced
 * from outside, is set aside; a new one takes its place under the same connection, and a scan fills it.
 */
export interface LibraryKeeper {
  readonly raw: OpenDatabase<LibraryDatabase>['raw'];
  readonly oneLibrary: OneLibrary;
  /** Whether scans can write to it. */
  isWritable(): boolean;
  /** Whether it was made in place of another and no scan of everything has ended since: there is more to come. */
  isFilling(): boolean;
  /** Looks whether the file is still the one that is read; takes microseconds. */
  check(): void;
  /** Somebody else found the library to be damaged. */
  report(error: string): void;
  /** Begins to look by itself, for those who use it. */
  start(users: LibraryUsers): void;
  /** Resolves when no library is being made. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** How often the file is looked at, and how soon making a new one is tried again, in milliseconds. */
const checkEveryMs = 5_000;
const retryMs = 10_000;

const fileAt = (path: string): string | null => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? `${stats.dev} ${stats.ino}` : null;
};

/** Opens the library, makes it where there is none, and keeps it usable. Whoever opens it closes it. */
export const openLibraryKeeper = (deps: {
  dataFolder: string;
  clock: Pick<Clock, 'nowMs' | 'schedule'>;
  log: Pick<Log, 'error' | 'warn'>;
  /** Whether the data folder is held, so that nobody else writes to it; always unless told. */
  mayWrite?: () => boolean;
  /** Whether there was one before, where there is none at start; never unless told. */
  wasThere?: () => boolean;
}): LibraryKeeper => {
  const { dataFolder, clock, log, mayWrite = () => true, wasThere = () => false } = deps;
  const path = join(dataFolder, 'library.db');
  let users: LibraryUsers | null = null;
  let isClosed = false;
  let making: Promise<void> | null = null;
  let cancel = (): void => {};

  /** Makes it usable where the disk allows that. @returns whether it did */
  const prepare = (): boolean => {
    if (!mayWrite()) return false;
    try {
      if (fileAt(path) === null && wasThere()) {
        replaceLibrary(dataFolder, { reason: 'lost', nowMs: clock.nowMs(), revision: 1 }).close();
      }
      openLibraryWriter(dataFolder, (error) => {
        log.error('library.db could not be used: it was set aside, and a scan makes it anew', { error });
      }).close();
      return true;
    } catch (error) {
      if (writeTrouble(error) === null && !(error instanceof MigrationError)) throw error;
      return false;
    }
  };

  /** What can be read of it; nothing where there is none yet. */
  const openFirst = (): OpenDatabase<LibraryDatabase> => {
    try {
      return isWritable || fileAt(path) !== null ? openLibraryReader(dataFolder) : openEmptyLibrary();
    } catch (error) {
      if (isWritable || (writeTrouble(error) === null && !isDamage(error))) throw error;
      return openEmptyLibrary();
    }
  };

  let isWritable = prepare();
  let known = fileAt(path);
  const live = createLiveConnection(openFirst().raw, (error) => {
    if (!isDamage(error)) return error;
    lose('damaged', error);
    return away(error);
  });

  const stateOfFilling = live.raw
    .prepare(`SELECT count(*) FILTER (WHERE key = ?) > count(*) FILTER (WHERE key = ?) FROM meta`)
    .pluck();

  /** Where nothing could be written at start, the library is looked at again until that is over. */
  const leadBack = (): void => {
    if (isWritable || !canBeWritten(path) || !prepare()) return;
    isWritable = true;
    const before = live.suspend();
    known = fileAt(path);
    live.lead(openLibraryReader(dataFolder).raw);
    before?.close();
    users?.begin();
  };

  const lastRevision = (from: OpenDatabase<LibraryDatabase>['raw'] | null): number => {
    try {
      return Number(from?.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get() ?? 0);
    } catch {
      // Just there it is damaged: a number that no count of changes comes to.
      return clock.nowMs();
    }
  };

  const make = async (reason: 'damaged' | 'lost', before: OpenDatabase<LibraryDatabase>['raw'] | null) => {
    // Whoever met the damage is still in a statement of it.
    await turn();
    const revision = lastRevision(before) + 1;
    before?.close();
    for (let isMade = false; !isMade && !isClosed; ) {
      await users?.letGo();
      try {
        replaceLibrary(dataFolder, { reason, nowMs: clock.nowMs(), revision }).close();
        known = fileAt(path);
        live.lead(openLibraryReader(dataFolder).raw);
        isMade = true;
      } catch (error) {
        log.error('a new library.db could not be made; it is tried again', { error });
        await new Promise<void>((resolve) => {
          const cancelRetry = clock.schedule(retryMs, resolve);
          cancel = () => {
            cancelRetry();
            resolve();
          };
        });
      }
    }
    making = null;
    if (isClosed) return;
    users?.begin();
    watch();
  };

  const lose = (reason: 'damaged' | 'lost', error?: unknown): void => {
    if (isClosed || making !== null) return;
    cancel();
    log.error(
      reason === 'damaged'
        ? 'library.db is damaged: it is set aside, and a scan makes it anew. Users, playlists and dates are elsewhere and untouched'
        : 'library.db was deleted or replaced while the server runs: a scan makes it anew',
      error === undefined ? {} : { error },
    );
    making = make(reason, live.suspend());
  };

  const check = (): void => {
    if (making === null && fileAt(path) !== known) lose('lost');
  };

  const watch = (): void => {
    cancel = clock.schedule(checkEveryMs, () => {
      leadBack();
      check();
      if (making === null && !isClosed) watch();
    });
  };

  return {
    raw: live.raw,
    oneLibrary: createOneLibrary(live.generation),
    isWritable: () => isWritable,
    isFilling: () => making !== null || stateOfFilling.get(metaKeys.rebuilt, metaKeys.isScanned) === 1,
    check,
    report: (error) => lose('damaged', error),
    start: (them) => {
      users = them;
      watch();
    },
    settled: async () => {
      while (making !== null) await making;
    },
    close: async () => {
      isClosed = true;
      cancel();
      await making;
      live.raw.close();
      leavePlain(path);
    },
  };
};
