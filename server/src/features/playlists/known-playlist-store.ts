import { idBytesOf, idText } from '../../library/model/public-id.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { chunksOf, type PlaylistKey, type PlaylistSize, type StoredPlaylist } from './playlist-store.ts';

/** A playlist as those see it who may: what it is, not what it holds. */
export interface KnownPlaylist {
  /** 22 letters and digits; whatever it is called, and whatever it holds. */
  readonly id: string;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly name: string;
  readonly comment: string | null;
  /** Whether everybody may see it. */
  readonly isPublic: boolean;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly stored: StoredPlaylist & Pick<PlaylistSize, 'entries'>;
}

/** What of a playlist is changed beside what it holds; what is absent stays. */
export interface PlaylistDetails {
  readonly newName?: string | undefined;
  /** Null for none. */
  readonly comment?: string | null | undefined;
  readonly isPublic?: boolean | undefined;
}

const knownPlaylists = (query: StateQuery) =>
  query
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.user_id')
    .innerJoin('playlist_contents as content', 'content.id', 'playlists.content_id')
    .select([
      'playlists.public_id',
      'playlists.user_id',
      'users.name as owner',
      'playlists.name',
      'playlists.comment',
      'playlists.is_public',
      'playlists.created_at_ms',
      'playlists.updated_at_ms',
      'content.id as contentId',
      'content.chunk_count as chunkCount',
      'content.entry_count as entries',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof knownPlaylists>['execute']>>[number];

const fromRow = (row: Row): KnownPlaylist => ({
  id: idText(row.public_id),
  ownerId: row.user_id,
  ownerName: row.owner,
  name: row.name,
  comment: row.comment,
  isPublic: row.is_public === 1,
  createdAtMs: row.created_at_ms,
  changedAtMs: row.updated_at_ms,
  stored: { contentId: row.contentId, chunkCount: row.chunkCount, entries: row.entries },
});

/** All playlists of a user, in no order. */
export const listOwned = async (query: StateQuery, userId: number): Promise<KnownPlaylist[]> =>
  (await knownPlaylists(query).where('playlists.user_id', '=', userId).execute()).map(fromRow);

/** The same, and what others let everybody see, in no order. */
export const listSeen = async (query: StateQuery, userId: number): Promise<KnownPlaylist[]> => {
  const rows = await knownPlaylists(query)
    .where('playlists.user_id', '=', userId)
    .unionAll(
      knownPlaylists(query).where('playlists.is_public', '=', 1).where('playlists.user_id', '!=', userId),
    )
    .execute();
  return rows.map(fromRow);
};

/** By its id, whoever may see it; null when there is none. */
export const findKnown = async (query: StateQuery, id: string): Promise<KnownPlaylist | null> => {
  const bytes = idBytesOf(id);
  if (bytes === null) return null;
  const row = await knownPlaylists(query).where('playlists.public_id', '=', bytes).executeTakeFirst();
  return row === undefined ? null : fromRow(row);
};

/** A playlist with its runs, as they are at one time. */
export interface KnownWhole {
  readonly playlist: KnownPlaylist;
  /** Null where they are more than were asked for. */
  readonly chunks: readonly string[] | null;
}

/** The same, with its runs where those are no more than so many. */
export const findKnownWhole = async (
  query: StateQuery,
  id: string,
  mostChunks: number,
): Promise<KnownWhole | null> => {
  const bytes = idBytesOf(id);
  if (bytes === null) return null;
  const rows = await knownPlaylists(query)
    .leftJoin('playlist_chunks as run', (join) =>
      join.onRef('run.content_id', '=', 'content.id').on('content.chunk_count', '<=', mostChunks),
    )
    .select('run.tracks')
    .where('playlists.public_id', '=', bytes)
    .orderBy('run.chunk')
    .execute();
  const [found] = rows;
  if (found === undefined) return null;
  return { playlist: fromRow(found), chunks: chunksOf(rows, found.chunkCount) };
};

/** The columns of what is changed of a playlist. */
export const detailColumns = ({ newName, comment, isPublic }: PlaylistDetails) => ({
  ...(newName === undefined ? {} : { name: newName }),
  ...(comment === undefined ? {} : { comment }),
  ...(isPublic === undefined ? {} : { is_public: isPublic ? (1 as const) : (0 as const) }),
});

/** Changes what a playlist is. Another name must not be taken. */
export const updateDetails = async (
  query: StateQuery,
  { userId, name }: PlaylistKey,
  { nowMs, ...details }: PlaylistDetails & { readonly nowMs: number },
): Promise<void> => {
  await query
    .updateTable('playlists')
    .set({ updated_at_ms: nowMs, ...detailColumns(details) })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute();
};
