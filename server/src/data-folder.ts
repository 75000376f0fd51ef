import { accessSync, chmodSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkFiles, makeFolder, StartError } from './data-folder-files.ts';
import { type FileLock, lockFile, lockForReading } from './db/file-lock.ts';
import { fileAt } from './db/open-files.ts';
import { writeTrouble } from './platform/storage-trouble.ts';

/** The data folder, held by this process alone. */
export interface DataFolder {
  readonly path: string;
  /** Whether it is held for writing. Where nothing could be written at start, that is tried again now. */
  hold(): boolean;
  /**
   * Takes hold again where the file that holds it was deleted or replaced: nobody else would be kept out by it.
   * @returns false when another server was quicker and has the folder now
   */
  keep(): boolean;
  release(): void;
}

const ownerOnly = 0o600;

/** Of two servers that start at the same moment one has got hold by then, in milliseconds. */
const startWaitMs = 250;

/** Files that hold what people made, and the keys to it; also copies of them. */
const isPrivate = (name: string): boolean => /^(?:state\.db|library\.db|lock$|secret\.key$)/.test(name);

/**
 * Takes files that everybody on the machine could read back to their owner, as those are that a process with
 * our umask makes. The folder itself, if it was there before, is as its owner wants it.
 */
const keepPrivate = (folder: string): void => {
  for (const name of readdirSync(folder).filter(isPrivate)) {
    const file = join(folder, name);
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, ownerOnly);
    } catch {
      // Not ours to change, or on a disk without rights: it is used as it is.
    }
  }
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** A hold on the folder; one that only reads lets others read too. */
interface Held {
  readonly lock: FileLock | null;
  readonly isForWriting: boolean;
  /** What the disk knows the file by that is locked. */
  readonly file: string | null;
}

/** SQLite opens what it must not write to for reading, and a lock on that keeps nobody out. */
const isWritable = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const hold = (path: string, waitMs = 0): Held => {
  const file = join(path, 'lock');
  try {
    const held = lockFile(file, waitMs);
    if (isWritable(file)) return { lock: held, isForWriting: true, file: fileAt(file) };
    held.close();
  } catch (error) {
    if (writeTrouble(error) === null) throw error;
  }
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  return { lock: isThere ? lockForReading(file) : null, isForWriting: false, file: null };
};

/** Takes hold of a folder that was only read so far. Nobody else may have taken it meanwhile. */
const holdAgain = (path: string, before: Held): Held => {
  if (before.isForWriting) return before;
  before.lock?.close();
  try {
    return hold(path);
  } catch {
    // Another server was quicker: this one goes on reading.
    return { lock: null, isForWriting: false, file: null };
  }
};

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** Takes hold of a folder whose lock lies there no more, or is another file. @returns null when somebody else has it */
const holdAnew = (path: string, before: Held): Held | null => {
  const file = join(path, 'lock');
  try {
    if (!before.isForWriting || fileAt(file) === before.file) return before;
    // Nobody can hold anything else, and whoever reads from a pipe waits for ever.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return before;
    const next = hold(path);
    if (!next.isForWriting) {
      next.lock?.close();
      return before;
    }
    before.lock?.close();
    return next;
  } catch (error) {
    // Shut, full, or something else in its place: nobody can take it there, and it is tried again.
    return isBusy(error) ? null : before;
  }
};

/**
 * Makes the data folder if it is missing and takes hold of it. The hold is a lock of the operating
 * system, so it ends with the process however that ends. A folder that cannot be written to is held as far
 * as that goes: what is in it can be listened to.
 * @throws StartError when another server holds it or it cannot be used
 */
export const holdDataFolder = (path: string): DataFolder => {
  try {
    makeFolder(path, 0o700);
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be made: ${(error as Error).message}. Choose another folder with --data.`,
    );
  }
  checkFiles(path);
  try {
    let held = hold(path, startWaitMs);
    keepPrivate(path);
    return {
      path,
      hold: () => {
        held = holdAgain(path, held);
        return held.isForWriting;
      },
      keep: () => {
        const next = holdAnew(path, held);
        held = next ?? held;
        return next !== null;
      },
      release: () => held.lock?.close(),
    };
  } catch (error) {
    const why = (error as Error).message;
    throw new StartError(
      isBusy(error)
        ? `Another Tonearm is using the data folder ${path}. Stop it, or choose another folder with --data.`
        : `The data folder ${path} cannot be used: its file lock is damaged (${why}). Remove that file and start again.`,
    );
  }
};
