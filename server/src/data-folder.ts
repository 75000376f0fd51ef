import { mkdirSync } from 'node:fs';
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
