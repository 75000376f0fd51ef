import { accessSync, constants, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { AppError } from '../../platform/app-error.ts';
import { writeTrouble } from '../../platform/storage-trouble.ts';
import type { BackupReport } from '../../state/state-backup.ts';
import { backupName, type Dated, madeAtMsOf, surplusOf } from './backup-names.ts';

/** A backup on a disk. */
export interface StoredBackup extends Dated {
  readonly file: string;
  readonly sizeBytes: number;
}

/** A backup that is too many and stays all the same. */
export interface Unremoved {
  readonly name: string;
  readonly why: string;
}

/** A folder with backups of one installation, maybe among other files. */
export interface BackupFolder {
  /** The newest first; empty where the folder cannot be read. */
  list(): StoredBackup[];
  /** Makes it where it is the server's own. @returns why that could not be done; null when it was, or is not ours to do */
  ensure(): BackupReport | null;
  /** Where a new one goes. */
  fileFor(madeAtMs: number): string;
  /** Removes the oldest. @returns what could not be removed, with why */
  prune(options: { keepCount: number; nowMs: number; newest: string }): Unremoved[];
}

const ownerOnly = 0o700;

const statsOf = (file: string) => {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // A drive that was taken away while it was read.
    return undefined;
  }
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Makes a folder for its owner alone. @returns why it could not be made */
const makeFolder = (folder: string): BackupReport | null => {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerOnly });
    return null;
  } catch (error) {
    const isTaken = statsOf(folder)?.isDirectory() === false;
    return {
      problem: isTaken ? `${folder} is not a folder: move it away` : (error as Error).message,
      isFull: writeTrouble(error) === 'full',
    };
  }
};

const removeFile = (file: string): void => rmSync(file, { force: true });

/**
 * The folder need not be there yet.
 * @param options.isOwn whether it is made when it is needed
 * @param options.remove takes a file away; what it throws is told
 */
export const openBackupFolder = (
  folder: string,
  {
    shortId,
    isOwn,
    remove = removeFile,
  }: {
    readonly shortId: string;
    readonly isOwn: boolean;
    readonly remove?: ((file: string) => void) | undefined;
  },
): BackupFolder => {
  const list = (): StoredBackup[] =>
    namesIn(folder)
      .flatMap((name) => {
        const madeAtMs = madeAtMsOf(name, shortId);
        const file = join(folder, name);
        const stats = madeAtMs === null ? undefined : statsOf(file);
        return madeAtMs === null || stats?.isFile() !== true
          ? []
          : [{ name, madeAtMs, file, sizeBytes: stats.size }];
      })
      .toSorted((one, other) => other.madeAtMs - one.madeAtMs);
  return {
    list,
    ensure: () => (isOwn ? makeFolder(folder) : null),
    fileFor: (madeAtMs) => join(folder, backupName(shortId, madeAtMs)),
    prune: (options) => {
      const unremoved: Unremoved[] = [];
      for (const { name, file } of surplusOf(list(), options)) {
        try {
          remove(file);
        } catch (error) {
          unremoved.push({ name, why: (error as Error).message });
        }
      }
      return unremoved;
    },
  };
};

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
};

/**
 * Looks whether backups can go to a folder that somebody typed.
 * @param served folders of music sources: what lies there is listed to everybody
 * @throws AppError invalid_backup_folder
 */
export const assertUsable = (folder: string, served: readonly string[]): void => {
  const refuse = (sentence: string): never => {
    throw new AppError('invalid_backup_folder', sentence);
  };
  if (!isAbsolute(folder)) refuse('Please enter the whole path of the folder, from the root of the disk.');
  if (statsOf(folder)?.isDirectory() !== true)
    refuse('There is no such folder on the machine of the server.');
  try {
    accessSync(folder, constants.W_OK | constants.R_OK);
  } catch {
    refuse('The server may not write to this folder.');
  }
  const real = realpathSync(folder);
  if (served.some((source) => isWithin(real, source)))
    refuse('This folder lies in a music source. Please choose one that is not played from.');
};
