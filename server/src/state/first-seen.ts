import type { StateAccess, StateQuery, StateTransaction } from './state-access.ts';

/** Whether the collection ever held a song: their dates outlive it. */
export const hasSeenSongs = async (query: StateQuery): Promise<boolean> =>
  (await query.selectFrom('first_seen').select('added_at').limit(1).executeTakeFirst()) !== undefined;

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
