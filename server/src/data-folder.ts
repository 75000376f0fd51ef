import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Why the server cannot start. The message is a sentence for the person who runs it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The data folder, held by this process alone. */
export interface DataFolder {
  readonly path: string;
  release(): void;
}

const ownerOnly = 0o600;

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

/**
 * Makes the data folder if it is missing and takes hold of it. The hold is a lock of the operating
 * system, so it ends with the process however that ends.
 * @throws StartError when another server holds it or it cannot be written
 */
export const holdDataFolder = (path: string): DataFolder => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`The data folder ${path} cannot be made: ${(error as Error).message}.`);
  }
  try {
    const lock = new Database(join(path, 'lock'), { timeout: 0 });
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER)');
    keepPrivate(path);
    return { path, release: () => lock.close() };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    throw new StartError(
      code.startsWith('SQLITE_BUSY')
        ? `Another Tonearm is using the data folder ${path}. Stop it, or choose another folder with --data.`
        : `The data folder ${path} cannot be written to: ${(error as Error).message}.`,
    );
  }
};
