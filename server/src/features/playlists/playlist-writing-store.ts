import type { StateQuery } from '../../state/state-access.ts';
import { isMissingReference, textOfBytes } from '../../state/state-sql.ts';
import { type Made, type Write, writeEachWithRow } from '../../state/written-together.ts';
import { detailColumns, type PlaylistDetails } from './known-playlist-store.ts';
import type { ChunkKey, PlaylistKey, PlaylistSize, StoredPlaylist } from './playlist-store.ts';

/** What a content holds when all of it is written. */
type WholeSize = PlaylistSize & Pick<StoredPlaylist, 'chunkCount'>;

/** How a playlist is shown: as a new one with its id, or as it was but for what is changed. */
export interface Showing extends PlaylistKey {
  readonly publicId: Uint8Array;
  readonly nowMs: number;
  readonly details: PlaylistDetails;
}

/** The number of a content: known, or of the one that is written by the same statement. */
type ContentId = number | Made;

const contentOf = (query: StateQuery, id: ContentId) =>
  typeof id === 'number' ? id : query.selectFrom(id).select('made.id');

const beginning = (query: StateQuery, nowMs: number, whole?: WholeSize) =>
  query
    .insertInto('playlist_contents')
    .values({
      chunk_count: whole?.chunkCount ?? 0,
      ...(whole === undefined ? {} : { entry_count: whole.entries, byte_count: whole.bytes }),
      created_at_ms: nowMs,
    })
    .returning('id');

const adding = (
  query: StateQuery,
  { contentId, first }: { contentId: ContentId; first: number },
  chunks: readonly Uint8Array[],
) =>
  query.insertInto('playlist_chunks').values(
    chunks.map((bytes, index) => ({
      content_id: contentOf(query, contentId),
      chunk: first + index,
      tracks: textOfBytes(bytes),
    })),
  );

const showing = (
  query: StateQuery,
  contentId: ContentId,
  { userId, name, publicId, nowMs, details }: Showing,
): Write => {
  const shown = { content_id: contentOf(query, contentId), updated_at_ms: nowMs };
  const made = { public_id: publicId, is_public: 0 as const, created_at_ms: nowMs };
  return query
    .insertInto('playlists')
    .values({ user_id: userId, name, ...shown, ...made })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name']).doUpdateSet((row) => ({
        content_id: row.ref('excluded.content_id'),
        updated_at_ms: row.ref('excluded.updated_at_ms'),
        ...detailColumns(details),
      })),
    );
};

/** @returns null when the user is gone */
const unlessGone = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await write();
  } catch (error) {
    if (isMissingReference(error)) return null;
    throw error;
  }
};

/** Begins a content that no playlist points to yet. @returns its number */
export const beginContent = async (query: StateQuery, nowMs: number): Promise<number> =>
  (await beginning(query, nowMs).executeTakeFirstOrThrow()).id;

/** Adds chunks to a content, in one statement. @param chunks JSON lists of virtual paths */
export const addChunks = async (
  query: StateQuery,
  { contentId, chunk }: ChunkKey,
  chunks: readonly Uint8Array[],
): Promise<void> => {
  if (chunks.length > 0) await adding(query, { contentId, first: chunk }, chunks).execute();
};

/** Notes what a content holds, when all of it is written. */
export const finishContent = async (
  query: StateQuery,
  { contentId, chunkCount, entries, bytes }: StoredPlaylist & PlaylistSize,
): Promise<void> => {
  await query
    .updateTable('playlist_contents')
    .set({ chunk_count: chunkCount, entry_count: entries, byte_count: bytes })
    .where('id', '=', contentId)
    .execute();
};

/**
 * Points a user's playlist at a content, making it if need be, with an id of its own. Details are of one that is there.
 * @returns false when the user is gone
 */
export const publishPlaylist = async (
  query: StateQuery,
  contentId: number,
  shown: Showing,
): Promise<boolean> =>
  (await unlessGone(() =>
    showing(query, contentId, shown)
      .execute()
      .then(() => true),
  )) ?? false;

/** A content, all of it, and the playlist that is pointed at it. */
export interface WholePlaylist {
  readonly size: PlaylistSize;
  /** JSON lists of virtual paths. */
  readonly chunks: readonly Uint8Array[];
  readonly shown: Showing;
}

/**
 * Writes playlists whole.
 * @returns the numbers of their contents; null when the user is gone
 */
export const saveWhole = async (
  query: StateQuery,
  playlists: readonly WholePlaylist[],
): Promise<readonly number[] | null> => {
  const writes = playlists.map(({ size, chunks, shown }) => ({
    first: beginning(query, shown.nowMs, { ...size, chunkCount: chunks.length }),
    others: (made: Made) => [
      ...(chunks.length === 0 ? [] : [adding(query, { contentId: made, first: 0 }, chunks)]),
      showing(query, made, shown),
    ],
  }));
  const ids = await unlessGone(() => writeEachWithRow(query, writes));
  return ids?.map((id) => id ?? 0) ?? null;
};
