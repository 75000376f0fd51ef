import { idBytesOf, idHexOf, idText } from '../../library/model/public-id.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { isOneOfHex } from '../../state/state-sql.ts';

/** A place in a song that somebody wants to come back to. Times are milliseconds since the epoch. */
export interface Bookmark {
  readonly songId: string;
  readonly positionMs: number;
  readonly comment: string | null;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

const select = (query: StateQuery, userId: number) =>
  query
    .selectFrom('bookmarks')
    .select(['song', 'position_ms', 'comment', 'created_at_ms', 'changed_at_ms'])
    .where('user_id', '=', userId);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const bookmarkOf = (row: Row): Bookmark => ({
  songId: idText(row.song),
  positionMs: row.position_ms,
  comment: row.comment,
  createdAtMs: row.created_at_ms,
  changedAtMs: row.changed_at_ms,
});

export const listBookmarks = async (query: StateQuery, userId: number): Promise<Bookmark[]> => {
  const rows = await select(query, userId).orderBy('changed_at_ms', 'desc').orderBy('song').execute();
  return rows.map(bookmarkOf);
};

export const findBookmarks = async (
  query: StateQuery,
  userId: number,
  songIds: Iterable<string>,
): Promise<Bookmark[]> => {
  const items = Array.from(songIds, idHexOf).filter((hex) => hex !== null);
  const rows = await select(query, userId).where(isOneOfHex('song', items)).execute();
  return rows.map(bookmarkOf);
};

/** Makes a bookmark, or moves the one there is; that one keeps when it was made. */
export const writeBookmark = async (
  query: StateQuery,
  userId: number,
  bookmark: Pick<Bookmark, 'songId' | 'positionMs' | 'comment'> & { readonly nowMs: number },
): Promise<void> => {
  const song = idBytesOf(bookmark.songId);
  if (song === null) return;
  const changed = {
    position_ms: bookmark.positionMs,
    comment: bookmark.comment,
    changed_at_ms: bookmark.nowMs,
  };
  await query
    .insertInto('bookmarks')
    .values({ user_id: userId, song, created_at_ms: bookmark.nowMs, ...changed })
    .onConflict((conflict) => conflict.columns(['user_id', 'song']).doUpdateSet(changed))
    .execute();
};

export const deleteBookmark = async (query: StateQuery, userId: number, songId: string): Promise<void> => {
  const song = idBytesOf(songId);
  if (song === null) return;
  await query.deleteFrom('bookmarks').where('user_id', '=', userId).where('song', '=', song).execute();
};
