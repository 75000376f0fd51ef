import { createFollowedMoves, type FollowedMoves } from '../../db/followed-moves.ts';
import type { OpenDatabase } from '../../db/sqlite.ts';
import type { StateDatabase } from '../../db/state-schema.ts';

/** A saved playlist, without what it holds. */
export interface StoredPlaylist {
  readonly contentId: number;
  readonly chunkCount: number;
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
  /** Begins a content that no playlist points to yet. */
  beginContent(chunkCount: number, nowMs: number): number;
  addChunks(contentId: number, firstChunk: number, chunks: readonly string[]): void;
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
  /** Contents that no playlist points to. */
  listLoose(): number[];
  /**
   * Removes a content, at most so many chunks of it.
   * @returns whether it is gone
   */
  removeContent(contentId: number, mostChunks: number): boolean;
}

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
  const beginContent = raw.prepare<[number, number]>(
    'INSERT INTO playlist_contents (chunk_count, created_at_ms) VALUES (?, ?)',
  );
  const addChunk = raw.prepare<[number, number, string]>('INSERT INTO playlist_chunks VALUES (?, ?, ?)');
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
  const listLoose = raw
    .prepare<[], number>(
      `SELECT id FROM playlist_contents AS c
       WHERE NOT EXISTS (SELECT 1 FROM playlists WHERE content_id = c.id) ORDER BY id`,
    )
    .pluck();
  const removeChunks = raw.prepare<[number, number, number]>(
    `DELETE FROM playlist_chunks WHERE content_id = ? AND chunk IN
     (SELECT chunk FROM playlist_chunks WHERE content_id = ? ORDER BY chunk LIMIT ?)`,
  );
  const removeContent = raw.prepare<[number]>('DELETE FROM playlist_contents WHERE id = ?');
  const together = <T>(writes: () => T): T => raw.transaction(writes).immediate();
  return {
    listNames: (userId) => listNames.all(userId),
    find: (userId, name) => find.get(userId, name) ?? null,
    readChunk: (contentId, chunk) => readChunk.get(contentId, chunk) ?? null,
    beginContent: (chunkCount, nowMs) => Number(beginContent.run(chunkCount, nowMs).lastInsertRowid),
    addChunks: (contentId, firstChunk, chunks) =>
      together(() => {
        chunks.forEach((tracks, index) => {
          addChunk.run(contentId, firstChunk + index, tracks);
        });
      }),
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
      together(() => {
        const { changes } = removeChunks.run(contentId, contentId, mostChunks);
        if (changes === mostChunks) return false;
        removeContent.run(contentId);
        return true;
      }),
  };
};
