import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { MigrationError, migrate } from '../db/migrate.ts';
import { writeCopy } from '../db/snapshot.ts';
import { hasRoom } from '../db/sqlite.ts';
import { findMissing } from './check-shape.ts';
import { stateMigrations } from './migrations.ts';

/** Why a copy of `state.db` is none. The message is a sentence. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/** How much of what people made a copy holds. */
export interface CopyFacts {
  readonly users: number;
  readonly playlists: number;
  readonly plays: number;
}

const ownerOnly = 0o600;

/** Room beside the copy that has to be left, in bytes. */
const spareBytes = 4 * 1024 * 1024;

const countOf = (raw: Database.Database, table: 'users' | 'playlists' | 'listens'): number =>
  raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;

const firstTrouble = (raw: Database.Database): string | null => {
  const answer = String(raw.pragma('integrity_check(1)', { simple: true }));
  if (answer !== 'ok') return answer;
  const orphans = raw.pragma('foreign_key_check') as { table: string }[];
  return orphans[0] === undefined ? findMissing(raw) : `a row of ${orphans[0].table} belongs to nothing`;
};

/**
 * Looks whether a server of this version could start with a copy, and brings it to this version.
 * @throws CopyError
 */
const examine = (path: string): CopyFacts => {
  const raw = new Database(path, { fileMustExist: true });
  try {
    if (raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() === undefined)
      throw new CopyError('it is no state.db of Tonearm');
    migrate(raw, stateMigrations, { keepSnapshot: false });
    const trouble = firstTrouble(raw);
    if (trouble !== null) throw new CopyError(`it is damaged: ${trouble}`);
    const administrators = raw.prepare('SELECT count(*) FROM users WHERE is_admin = 1').pluck().get();
    if (administrators === 0) throw new CopyError('it has no administrator');
    return {
      users: countOf(raw, 'users'),
      playlists: countOf(raw, 'playlists'),
      plays: countOf(raw, 'listens'),
    };
  } catch (error) {
    if (error instanceof MigrationError)
      throw new CopyError('it was written by a newer version of Tonearm', { cause: error });
    throw error instanceof Database.SqliteError ? new CopyError(`it is damaged: ${error.message}`) : error;
  } finally {
    raw.close();
  }
};

const sizeOf = (file: string): number =>
  ['', '-wal'].reduce((sum, tail) => sum + (statSync(file + tail, { throwIfNoEntry: false })?.size ?? 0), 0);

/**
 * Writes what a `state.db` holds, with its log, into one new file for its owner only: verified, and on the disk
 * when this returns. Another process may write to the original meanwhile.
 * @throws CopyError, or what the disk says
 */
export const copyState = (source: string, target: string): void => {
  if (!hasRoom(dirname(target), sizeOf(source) + spareBytes)) {
    throw Object.assign(new CopyError('there is not enough room on its disk'), { code: 'ENOSPC' });
  }
  let raw: Database.Database | null = null;
  try {
    raw = new Database(source, { readonly: true, fileMustExist: true });
    writeCopy(raw, target);
  } catch (error) {
    throw error instanceof Database.SqliteError ? new CopyError(error.message, { cause: error }) : error;
  } finally {
    raw?.close();
  }
};

/**
 * Looks whether a server of this version could start with a file, on a copy of it in a folder of ours.
 * @param scratch where that copy lies meanwhile, or stays when `keeps` says so; what was there is replaced
 * @throws CopyError with the end of a sentence: why not
 */
export const examineCopy = (file: string, scratch: string, options: { keeps: boolean }): CopyFacts => {
  let isGood = false;
  const clean = (): void => {
    for (const tail of ['', '-wal', '-shm', '-journal']) rmSync(scratch + tail, { force: true });
  };
  clean();
  try {
    copyState(file, scratch);
    const facts = examine(scratch);
    isGood = true;
    return facts;
  } finally {
    if (!isGood || !options.keeps) clean();
  }
};

/** The file to restore from: named itself, or `state.db` in a folder that was named. @throws CopyError */
export const fileToRestore = (source: string): string => {
  const stats = statSync(source, { throwIfNoEntry: false });
  const file = stats?.isDirectory() === true ? join(source, 'state.db') : source;
  if (!existsSync(file)) throw new CopyError('there is no such file');
  if (!statSync(file).isFile()) throw new CopyError('it is no file');
  return file;
};

/** The key that lies beside a copy, if any, is put beside its target. */
export const copyKeyBeside = (file: string, dataFolder: string): void => {
  const key = join(dirname(file), 'secret.key');
  if (!existsSync(key)) return;
  copyFileSync(key, join(dataFolder, 'secret.key'));
  chmodSync(join(dataFolder, 'secret.key'), ownerOnly);
};
