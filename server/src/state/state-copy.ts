import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MigrationError, migrate } from '../db/migrate.ts';
import { wholeCheck } from '../db/quick-check.ts';
import { writeCopy } from '../db/snapshot.ts';
import { hasRoom, isSqliteError, type OpenDatabase, openSqlite } from '../db/sqlite.ts';
import { tablesOf } from '../db/tables.ts';
import { findMissing } from './check-shape.ts';
import { stateMigrations } from './migrations.ts';
import { createStateAccess, type StateQuery } from './state-access.ts';

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

const countOf = async (query: StateQuery, table: 'users' | 'playlists' | 'listens'): Promise<number> => {
  const { count } = await query
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const factsOf = async (query: StateQuery): Promise<CopyFacts> => {
  const administrator = await query
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (administrator === undefined) throw new CopyError('it has no administrator');
  return {
    users: await countOf(query, 'users'),
    playlists: await countOf(query, 'playlists'),
    plays: await countOf(query, 'listens'),
  };
};

/**
 * Looks whether a server of this version could start with a copy, and brings it to this version.
 * @throws CopyError
 */
const examine = async (path: string): Promise<CopyFacts> => {
  let copy: OpenDatabase | null = null;
  try {
    copy = openSqlite({ path, mustExist: true, isPlain: true, durability: 'full' });
    const { raw } = copy;
    if (!tablesOf(raw).includes('migrations')) throw new CopyError('it is no state.db of Tonearm');
    migrate(raw, stateMigrations, { keepSnapshot: false });
    const trouble = wholeCheck(raw) ?? findMissing(raw);
    if (trouble !== null) throw new CopyError(`it is damaged: ${trouble}`);
    return await factsOf(createStateAccess(raw).query);
  } catch (error) {
    if (error instanceof MigrationError)
      throw new CopyError('it was written by a newer version of Tonearm', { cause: error });
    throw isSqliteError(error) ? new CopyError(`it is damaged: ${error.message}`) : error;
  } finally {
    copy?.close();
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
  let original: OpenDatabase | null = null;
  try {
    original = openSqlite({ path: source, isReadOnly: true, durability: 'full' });
    writeCopy(original.raw, target);
  } catch (error) {
    throw isSqliteError(error) ? new CopyError(error.message, { cause: error }) : error;
  } finally {
    original?.close();
  }
};

/**
 * Looks whether a server of this version could start with a file, on a copy of it in a folder of ours.
 * @param scratch where that copy lies meanwhile, or stays when `keeps` says so; what was there is replaced
 * @throws CopyError with the end of a sentence: why not
 */
export const examineCopy = async (
  file: string,
  scratch: string,
  options: { keeps: boolean },
): Promise<CopyFacts> => {
  let isGood = false;
  const clean = (): void => {
    for (const tail of ['', '-wal', '-shm', '-journal']) rmSync(scratch + tail, { force: true });
  };
  clean();
  try {
    copyState(file, scratch);
    const facts = await examine(scratch);
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
