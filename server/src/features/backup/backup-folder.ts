import { accessSync, constants, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { AppError } from '../../platform/app-error.ts';
import { backupName, type Dated, madeAtMsOf, surplusOf } from './backup-names.ts';

/** A backup on a disk. */
export interface StoredBackup extends Dated {
  readonly file: string;
  readonly sizeBytes: number;
}

/** A folder with backups of one installation, maybe among other files. */
export interface BackupFolder {
  /** The newest first; empty where the folder cannot be read. */
  list(): StoredBackup[];
  /** Where a new one goes. */
  fileFor(madeAtMs: number): string;
  /** Removes the oldest. @returns how many stay */
  prune(options: { keepCount: number; nowMs: number; newest: string }): number;
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

/** The folder need not be there yet. */
export const openBackupFolder = (folder: string, shortId: string): BackupFolder => {
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
    fileFor: (madeAtMs) => join(folder, backupName(shortId, madeAtMs)),
    prune: (options) => {
      const all = list();
      const surplus = surplusOf(all, options);
      for (const { file } of surplus) rmSync(file, { force: true });
      return all.length - surplus.length;
    },
  };
};

/** Makes the folder of backups below the data folder. */
export const makeOwnFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
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
