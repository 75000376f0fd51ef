import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { StateAccess, StateTransaction } from './state-access.ts';

/** Reads, without ever writing, when songs entered the collection. */
export interface FirstSeenReader {
  /** Seconds since the epoch, or null when the path was never seen. */
  find(pathKey: Uint8Array): number | null;
  close(): void;
}

const nothingSeen: FirstSeenReader = { find: () => null, close: () => {} };

/**
 * Opens `state.db` for reading first-seen dates in the scan process: between two files it waits for nobody, so these
 * are read at once, on a connection of its own.
 * @returns a reader that finds nothing while there is no such file or none were noted
 */
export const openFirstSeen = (statePath: string): FirstSeenReader => {
  if (!existsSync(statePath)) return nothingSeen;
  const raw = new Database(statePath, { readonly: true, fileMustExist: true, timeout: 5000 });
  const hasAny = raw.prepare('SELECT 1 FROM first_seen LIMIT 1').get() !== undefined;
  if (!hasAny) {
    raw.close();
    return nothingSeen;
  }
  const find = raw.prepare('SELECT added_at FROM first_seen WHERE path_key = ?').pluck();
  return {
    find: (pathKey) => (find.get(pathKey) as number | undefined) ?? null,
    close: () => raw.close(),
  };
};

/** When songs entered the collection, packed. */
interface FirstSeenNotes {
  /** What tells their paths, one after the other, all of one length. */
  readonly pathKeys: Uint8Array;
  /** Seconds since the epoch; null where a song left its path for another. */
  readonly addedAt: readonly (number | null)[];
  /** Whether they replace what was noted before, as where songs moved. */
  readonly replaces: boolean;
}

interface Noted {
  readonly path_key: Uint8Array;
  readonly added_at: number;
}

/** Rows of one statement. What is left is written one by one, so that there are two statements and not a hundred. */
const rowsAtOnce = 100;

const put = async (
  transaction: StateTransaction,
  rows: readonly Noted[],
  replaces: boolean,
): Promise<void> => {
  await transaction
    .insertInto('first_seen')
    .values(rows)
    .onConflict((conflict) =>
      replaces
        ? conflict.column('path_key').doUpdateSet((row) => ({ added_at: row.ref('excluded.added_at') }))
        : conflict.doNothing(),
    )
    .execute();
};

const putAll = async (transaction: StateTransaction, rows: readonly Noted[], replaces: boolean) => {
  let at = 0;
  for (; at + rowsAtOnce <= rows.length; at += rowsAtOnce) {
    await put(transaction, rows.slice(at, at + rowsAtOnce), replaces);
  }
  for (; at < rows.length; at += 1) await put(transaction, rows.slice(at, at + 1), replaces);
};

/**
 * Notes when songs entered the collection; what was noted before stays, unless the songs moved. The disk is not
 * waited for: dates may be lost with the power, and the library has them too.
 */
export const noteFirstSeen = (
  state: Pick<StateAccess, 'writeLazily'>,
  notes: FirstSeenNotes,
): Promise<void> =>
  state.writeLazily(async (transaction) => {
    const keyBytes = notes.pathKeys.length / notes.addedAt.length;
    let rows: Noted[] = [];
    for (const [index, addedAt] of notes.addedAt.entries()) {
      const pathKey = notes.pathKeys.subarray(index * keyBytes, (index + 1) * keyBytes);
      if (addedAt !== null) {
        rows.push({ path_key: pathKey, added_at: addedAt });
        continue;
      }
      // In their order: a song may go where another one was.
      await putAll(transaction, rows, notes.replaces);
      rows = [];
      await transaction.deleteFrom('first_seen').where('path_key', '=', pathKey).execute();
    }
    await putAll(transaction, rows, notes.replaces);
  });
