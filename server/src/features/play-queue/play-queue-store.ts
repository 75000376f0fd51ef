import { idBytesOf, idText } from '../../library/model/public-id.ts';
import type { StateQuery, StateTransaction } from '../../state/state-access.ts';
import { isMissingReference } from '../../state/state-sql.ts';

/** Where somebody is in their queue. */
export interface QueuePlace {
  /** Goes up whenever the entries change. */
  readonly revision: number;
  readonly entryCount: number;
  /** From 0; 0 while there are no entries. */
  readonly currentIndex: number;
  readonly positionMs: number;
  /** What the client that changed it called itself. */
  readonly changedBy: string;
  /** Milliseconds since the epoch; a later change has a later time. */
  readonly changedAtMs: number;
}

/** Entries of one row, and bytes of an id. */
const rowEntries = 5000;
const idBytes = 16;

export const findPlace = async (query: StateQuery, userId: number): Promise<QueuePlace | null> => {
  const row = await query
    .selectFrom('play_queues')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    revision: row.revision,
    entryCount: row.entry_count,
    currentIndex: row.current_index,
    positionMs: row.position_ms,
    changedBy: row.changed_by,
    changedAtMs: row.changed_at_ms,
  };
};

/** Ids of its songs from an entry on. */
export const readEntries = async (
  query: StateQuery,
  userId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> => {
  if (limit <= 0) return [];
  const first = Math.floor(offset / rowEntries);
  const rows = await query
    .selectFrom('play_queue_chunks')
    .select('songs')
    .where('user_id', '=', userId)
    .where('chunk', '>=', first)
    .where('chunk', '<=', Math.floor((offset + limit - 1) / rowEntries))
    .orderBy('chunk')
    .execute();
  const bytes = Buffer.concat(rows.map(({ songs }) => songs));
  const begin = (offset - first * rowEntries) * idBytes;
  const part = bytes.subarray(begin, begin + limit * idBytes);
  return Array.from({ length: part.length / idBytes }, (_, at) =>
    idText(part.subarray(at * idBytes, (at + 1) * idBytes)),
  );
};

/** Notes where somebody is. @returns whether there is such a user (any more) */
export const writePlace = async (query: StateQuery, userId: number, place: QueuePlace): Promise<boolean> => {
  const row = {
    revision: place.revision,
    entry_count: place.entryCount,
    current_index: place.currentIndex,
    position_ms: place.positionMs,
    changed_by: place.changedBy,
    changed_at_ms: place.changedAtMs,
  };
  try {
    await query
      .insertInto('play_queues')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return true;
  } catch (error) {
    if (isMissingReference(error)) return false;
    throw error;
  }
};

/** Rows of one statement: 80 kB each. */
const rowsAtOnce = 100;

/** Puts other entries in the place of those there are. @param countBefore how many those are */
export const writeEntries = async (
  transaction: StateTransaction,
  userId: number,
  { entries, countBefore }: { readonly entries: readonly string[]; readonly countBefore: number },
): Promise<void> => {
  const rows: { user_id: number; chunk: number; songs: Buffer }[] = [];
  for (let begin = 0; begin < entries.length; begin += rowEntries) {
    const ids = entries.slice(begin, begin + rowEntries).map(idBytesOf);
    const songs = Buffer.concat(ids.filter((id) => id !== null));
    rows.push({ user_id: userId, chunk: begin / rowEntries, songs });
  }
  for (let begin = 0; begin < rows.length; begin += rowsAtOnce)
    await transaction
      .insertInto('play_queue_chunks')
      .values(rows.slice(begin, begin + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'chunk']).doUpdateSet(({ ref }) => ({ songs: ref('excluded.songs') })),
      )
      .execute();
  if (countBefore > rows.length * rowEntries)
    await transaction
      .deleteFrom('play_queue_chunks')
      .where('user_id', '=', userId)
      .where('chunk', '>=', rows.length)
      .execute();
};
