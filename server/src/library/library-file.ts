import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { away, createLiveConnection } from '../db/live-connection.ts';
import { MigrationError } from '../db/migrate.ts';
import { type FileLoss, fileAt, lossOf, openFilesAt } from '../db/open-files.ts';
import { canBeWritten, leavePlain } from '../db/sqlite.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { isDamage, writeTrouble } from '../platform/storage-trouble.ts';
import type { LibraryConnection } from './connection.ts';
import {
  openEmptyLibrary,
  openLibraryReader,
  openLibraryWriter,
  recoverLibrary,
  replaceLibrary,
} from './open-library.ts';
import { metaKeys } from './write/library.ts';

/** What the library is opened with. */
export interface LibraryFileDeps {
  readonly dataFolder: string;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs' | 'schedule'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Whether the data folder is held, so that nobody else writes to it; always unless told. */
  readonly mayWrite?: () => boolean;
  /** Whether there was one before, where there is none at start; never unless told. */
  readonly wasThere?: boolean;
}

/** Makes the file usable where the disk allows that. @returns whether it did */
const prepare = (path: string, deps: LibraryFileDeps): boolean => {
  const { dataFolder, clock, log, mayWrite = () => true, wasThere = false } = deps;
  if (!mayWrite()) return false;
  try {
    if (fileAt(path) === null && wasThere) {
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
const openFirst = (path: string, dataFolder: string, isWritable: boolean): LibraryConnection => {
  try {
    return (isWritable || fileAt(path) !== null ? openLibraryReader(dataFolder) : openEmptyLibrary()).raw;
  } catch (error) {
    if (isWritable || (writeTrouble(error) === null && !isDamage(error))) throw error;
    return openEmptyLibrary().raw;
  }
};

/**
 * Opens `library.db`, makes it where there is none, and reads whichever file lies there.
 * @param onDamage told of damage that a read met
 */
export const openLibraryFile = (deps: LibraryFileDeps, onDamage: (error: unknown) => void) => {
  const { dataFolder } = deps;
  const path = join(dataFolder, 'library.db');
  let isWritable = prepare(path, deps);
  const live = createLiveConnection(openFirst(path, dataFolder, isWritable), (error) => {
    if (!isDamage(error)) return error;
    onDamage(error);
    return away(error);
  });
  const stateOfFilling = live.raw
    .prepare(`SELECT count(*) FILTER (WHERE key = ?) > count(*) FILTER (WHERE key = ?) FROM meta`)
    .pluck();

  let known = openFilesAt(path);
  const lead = (): void => {
    live.lead(openLibraryReader(dataFolder).raw);
    known = openFilesAt(path);
  };

  return {
    live,
    isWritable: () => isWritable,
    isFilling: () => stateOfFilling.get(metaKeys.rebuilt, metaKeys.isScanned) === 1,
    /** What was deleted or replaced under who reads it, null where nothing was. */
    loss: (): FileLoss | null => lossOf(known),
    /** Reads the file that lies there now. */
    lead,
    /** Reads what lies there through a fresh connection, under a revision. @throws what is wrong with it */
    openAgain: (as: { revision: number; nowMs: number }): void => {
      recoverLibrary(dataFolder, as);
      lead();
    },
    /** Puts another library, closed and whole, in its place and reads that one. Nobody else has either open. @returns that it did */
    leadTo: (other: string): true => {
      live.suspend()?.close();
      for (const tail of ['-wal', '-shm']) rmSync(path + tail, { force: true });
      renameSync(other, path);
      lead();
      return true;
    },
    /** Where nothing could be written at start, it is looked at again until that is over. @returns whether it now is */
    leadBack: (): boolean => {
      if (isWritable || !canBeWritten(path) || !prepare(path, deps)) return false;
      isWritable = true;
      const before = live.suspend();
      lead();
      before?.close();
      return true;
    },
    close: (): void => {
      live.raw.close();
      leavePlain(path);
    },
  };
};
