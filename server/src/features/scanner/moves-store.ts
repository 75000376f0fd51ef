import type Database from 'better-sqlite3';

/** A song found under another path. */
export interface StoredMove {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** What stood at a path before another recording took it. */
export interface ReplacedSong {
  readonly path: string;
  readonly contentKey: Uint8Array | null;
  readonly soundKey: Uint8Array | null;
  readonly addedAt: number;
}

/** Moves that `state.db` has yet to follow, and what files replaced. Writes belong inside a batch. */
export interface MovesStore {
  add(from: string, to: string): void;
  /** Every song below a folder moved with it: `from` and `to` are what its virtual path began with and begins with. */
  addBelow(sourceId: number, from: string, to: string): void;
  pending(limit: number): StoredMove[];
  acknowledge(lastId: number): void;
  addReplaced(song: ReplacedSong): void;
  replaced(): ReplacedSong[];
  clearReplaced(): void;
}

/** Makes the store over the writing connection. */
export const createMovesStore = (raw: Database.Database): MovesStore => {
  const add = raw.prepare('INSERT INTO moves (from_path, to_path) VALUES (?, ?)');
  const addBelow = raw.prepare(
    `INSERT INTO moves (from_path, to_path)
     SELECT @from || substr(virtual_path, length(@to) + 1) || '/' || songs.name, virtual_path || '/' || songs.name
     FROM songs JOIN directories ON directories.id = directory_id WHERE source_id = @sourceId`,
  );
  const pending = raw.prepare(
    'SELECT id, from_path AS "from", to_path AS "to" FROM moves ORDER BY id LIMIT ?',
  );
  const acknowledge = raw.prepare('DELETE FROM moves WHERE id <= ?');
  const addReplaced = raw.prepare('INSERT OR REPLACE INTO replaced_songs VALUES (?, ?, ?, ?)');
  const replaced = raw.prepare(
    'SELECT path, content_key AS contentKey, sound_key AS soundKey, added_at AS addedAt FROM replaced_songs',
  );
  const clearReplaced = raw.prepare('DELETE FROM replaced_songs');
  return {
    add: (from, to) => add.run(from, to),
    addBelow: (sourceId, from, to) => addBelow.run({ from, to, sourceId }),
    pending: (limit) => pending.all(limit) as StoredMove[],
    acknowledge: (lastId) => acknowledge.run(lastId),
    addReplaced: ({ path, contentKey, soundKey, addedAt }) =>
      addReplaced.run(path, contentKey, soundKey, addedAt),
    replaced: () => replaced.all() as ReplacedSong[],
    clearReplaced: () => clearReplaced.run(),
  };
};
