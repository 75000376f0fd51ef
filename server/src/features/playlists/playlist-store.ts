import type { OpenDatabase } from '../../db/sqlite.ts';
import { createFollowedMoves, type FollowedMoves } from '../../state/followed-moves.ts';
import type { StateDatabase } from '../../state/state-schema.ts';

/** A saved playlist, without what it holds. */
interface StoredPlaylist {
  readonly contentId: number;
  readonly chunkCount: number;
}

/** How much playlists hold. */
export interface PlaylistSize {
  readonly entries: number;
  /** Of their JSON. */
  readonly bytes: number;
}

/** How many playlists there are, and how long their names are together. */
interface OthersSize {
  readonly count: number;
  readonly nameBytes: number;
}

/** Where a run of a content is. */
export interface ChunkKey {
  readonly contentId: number;
  readonly chunk: number;
}

/** One run of a content. */
interface StoredChunk extends ChunkKey {
  /** JSON list of virtual paths. */
  readonly tracks: string;
}

/** Playlists in `state.db`. Synchronous; every write is durable when it returns. */
export interface PlaylistStore {
  /** Names of a user's playlists, in no order. */
  listNames(userId: number): string[];
  find(userId: number, name: string): StoredPlaylist | null;
  /** JSON list of virtual paths; null when the content went away. */
  readChunk(contentId: number, chunk: number): string | null;
  /** All playlists of a user but the named one, and how many they are. */
  sizeOfOthers(userId: number, name: string): PlaylistSize & OthersSize;
  /** One playlist; nothing when there is none. */
  sizeOf(userId: number, name: string): PlaylistSize;
  /** Begins a content that no playlist points to yet. */
  beginContent(nowMs: number): number;
  /** Notes what a content holds, when all of it is written. */
  finishContent(content: StoredPlaylist & PlaylistSize): void;
  /** @param chunks JSON lists of virtual paths */
  addChunks(contentId: number, firstChunk: number, chunks: readonly Buffer[]): void;
  /**
   * As `addChunks`, outside of any transaction, for a content that nothing points to yet: it is durable with the next
   * write that is, such as the one that points there. The disk is not waited for.
   */
  addDraftChunks(contentId: number, firstChunk: number, chunks: readonly Buffer[]): void;
  /**
   * Points a user's playlist at a content, making it if need be.
   * @returns false when the user is gone
   */
  publish(playlist: { userId: number; name: string; contentId: number; nowMs: number }): boolean;
  /** Runs writes as one: all or none. */
  together<T>(writes: () => T): T;
  /** @returns whether there was one */
  remove(userId: number, name: string): boolean;
  /** All chunks of what playlists hold now. */
  listChunks(): ChunkKey[];
  /** A chunk as JSON if it holds `part`, as that stands in JSON; else null. */
  readChunkWith(key: ChunkKey, part: string): string | null;
  replaceChunk(chunk: StoredChunk): void;
  /** How far playlists have followed songs that moved. */
  readonly followed: FollowedMoves;
  /** Contents that no playlist points to, oldest first. */
  listLoose(): { readonly id: number; readonly bytes: number }[];
  /**
   * Removes a content, at most so many chunks of it. The disk is not waited for: what is left is found again.
   * @returns whether it is gone
   */
  removeContent(contentId: number, mostChunks: number): boolean;
}

const nothing = { count: 0, entries: 0, bytes: 0, nameBytes: 0 };

const followedKey = 'playlists_followed_move';

/** A user who was deleted while saving. */
const isForeignKeyError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';

/** Over the writing connection of `state.db`. */
export const createPlaylistStore = ({ raw }: Pick<OpenDatabase<StateDatabase>, 'raw'>): PlaylistStore => {
  const listNames = raw.prepare<[number], string>('SELECT name FROM playlists WHERE user_id = ?').pluck();
  const find = raw.prepare<[number, string], StoredPlaylist>(
    `SELECT c.id AS contentId, c.chunk_count AS chunkCount FROM playlists AS p
     JOIN playlist_contents AS c ON c.id = p.content_id WHERE p.user_id = ? AND p.name = ?`,
  );
  const readChunk = raw
    .prepare<[number, number], string>(
      'SELECT tracks FROM playlist_chunks WHERE content_id = ? AND chunk = ?',
    )
    .pluck();
  const sizeOfOthers = raw.prepare<[number, string], PlaylistSize & OthersSize>(
    `SELECT count(*) AS count, coalesce(sum(c.entry_count), 0) AS entries,
            coalesce(sum(c.byte_count), 0) AS bytes, coalesce(sum(octet_length(p.name)), 0) AS nameBytes
     FROM playlists AS p JOIN playlist_contents AS c ON c.id = p.content_id
     WHERE p.user_id = ? AND p.name <> ?`,
  );
  const sizeOf = raw.prepare<[number, string], PlaylistSize>(
    `SELECT c.entry_count AS entries, c.byte_count AS bytes
     FROM playlists AS p JOIN playlist_contents AS c ON c.id = p.content_id WHERE p.user_id = ? AND p.name = ?`,
  );
  const beginContent = raw.prepare<[number]>(
    'INSERT INTO playlist_contents (chunk_count, created_at_ms) VALUES (0, ?)',
  );
  const finishContent = raw.prepare<[number, number, number, number]>(
    'UPDATE playlist_contents SET chunk_count = ?, entry_count = ?, byte_count = ? WHERE id = ?',
  );
  const addChunk = raw.prepare<[number, number, Buffer]>(
    'INSERT INTO playlist_chunks VALUES (?, ?, CAST(? AS TEXT))',
  );
  const publish = raw.prepare<[number, string, number, number]>(
    `INSERT INTO playlists (user_id, name, content_id, updated_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, name) DO UPDATE
     SET content_id = excluded.content_id, updated_at_ms = excluded.updated_at_ms`,
  );
  const remove = raw.prepare<[number, string]>('DELETE FROM playlists WHERE user_id = ? AND name = ?');
  const listChunks = raw.prepare<[], ChunkKey>(
    `SELECT content_id AS contentId, chunk FROM playlist_chunks
     WHERE content_id IN (SELECT content_id FROM playlists)`,
  );
  const readChunkWith = raw
    .prepare<[number, number, string], string>(
      'SELECT tracks FROM playlist_chunks WHERE content_id = ? AND chunk = ? AND instr(tracks, ?) > 0',
    )
    .pluck();
  const replaceChunk = raw.prepare<[string, number, number]>(
    'UPDATE playlist_chunks SET tracks = ? WHERE content_id = ? AND chunk = ?',
  );
  const listLoose = raw.prepare<[], { id: number; bytes: number }>(
    `SELECT id, byte_count AS bytes FROM playlist_contents AS c
     WHERE NOT EXISTS (SELECT 1 FROM playlists WHERE content_id = c.id) ORDER BY id`,
  );
  const removeChunks = raw.prepare<[number, number, number]>(
    `DELETE FROM playlist_chunks WHERE content_id = ? AND chunk IN
     (SELECT chunk FROM playlist_chunks WHERE content_id = ? ORDER BY chunk LIMIT ?)`,
  );
  const removeContent = raw.prepare<[number]>('DELETE FROM playlist_contents WHERE id = ?');
  const together = <T>(writes: () => T): T => raw.transaction(writes).immediate();
  const withoutWaiting = <T>(write: () => T): T => {
    raw.pragma('synchronous = NORMAL');
    try {
      return write();
    } finally {
      raw.pragma('synchronous = FULL');
    }
  };
  const addChunks: PlaylistStore['addChunks'] = (contentId, firstChunk, chunks) =>
    together(() => {
      chunks.forEach((tracks, index) => {
        addChunk.run(contentId, firstChunk + index, tracks);
      });
    });
  return {
    listNames: (userId) => listNames.all(userId),
    find: (userId, name) => find.get(userId, name) ?? null,
    readChunk: (contentId, chunk) => readChunk.get(contentId, chunk) ?? null,
    sizeOfOthers: (userId, name) => sizeOfOthers.get(userId, name) ?? nothing,
    sizeOf: (userId, name) => sizeOf.get(userId, name) ?? nothing,
    beginContent: (nowMs) => Number(beginContent.run(nowMs).lastInsertRowid),
    finishContent: ({ contentId, chunkCount, entries, bytes }) =>
      void finishContent.run(chunkCount, entries, bytes, contentId),
    addChunks,
    addDraftChunks: (contentId, firstChunk, chunks) =>
      withoutWaiting(() => addChunks(contentId, firstChunk, chunks)),
    publish: ({ userId, name, contentId, nowMs }) => {
      try {
        publish.run(userId, name, contentId, nowMs);
        return true;
      } catch (error) {
        if (isForeignKeyError(error)) return false;
        throw error;
      }
    },
    together,
    remove: (userId, name) => remove.run(userId, name).changes > 0,
    listChunks: () => listChunks.all(),
    readChunkWith: ({ contentId, chunk }, part) => readChunkWith.get(contentId, chunk, part) ?? null,
    followed: createFollowedMoves(raw, followedKey),
    replaceChunk: ({ contentId, chunk, tracks }) => void replaceChunk.run(tracks, contentId, chunk),
    listLoose: () => listLoose.all(),
    removeContent: (contentId, mostChunks) =>
      withoutWaiting(() =>
        together(() => {
          const { changes } = removeChunks.run(contentId, contentId, mostChunks);
          if (changes === mostChunks) return false;
          removeContent.run(contentId);
          return true;
        }),
      ),
  };
};
