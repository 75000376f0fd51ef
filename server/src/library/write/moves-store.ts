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
  /** The id its song had; null where it had none yet. */
  readonly publicId: Uint8Array | null;
}

/** Moves that `state.db` has yet to follow, and what files replaced. Writes belong inside a batch. */
export interface MovesStore {
  add(from: string, to: string): void;
  /** Every song below a folder moved with it: `from` and `to` are what its virtual path began with and begins with. */
  addBelow(sourceId: number, from: string, to: string): void;
  isEmpty(): boolean;
  /**
   * Puts moves that were added since the last time into blocks that may be followed one after another: those
   * that hang together (two songs changed places, or several are one now, whose id is that of the first) into one,
   * which is to be followed as a whole.
   */
  arrange(): void;
  /** The first moves of the oldest block: up to `limit`, or all where it has to be followed as a whole. */
  pending(limit: number): StoredMove[];
  /** Whether any is left behind this one. */
  hasAfter(id: number): boolean;
  acknowledge(lastId: number): void;
  /** What stood there first counts: what a scan that was stopped found in its place is nobody's yet. */
  addReplaced(song: ReplacedSong): void;
  replaced(): ReplacedSong[];
  /** A source has another name, which their paths begin with. */
  renameReplaced(from: string, to: string): void;
  clearReplaced(): void;
}

/** A number that no block has. */
const nextBlock = '(SELECT coalesce(max(block), 0) + 1 FROM moves)';

/** Moves not yet arranged to where another of them begins or ends, or from where another of them ends. */
const isChained = `block IS NULL AND (to_path IN (SELECT from_path FROM moves WHERE block IS NULL)
  OR from_path IN (SELECT to_path FROM moves WHERE block IS NULL)
  OR to_path IN (SELECT to_path FROM moves WHERE block IS NULL GROUP BY 1 HAVING count(*) > 1))`;

/** Makes the store over the writing connection. */
export const createMovesStore = (raw: Database.Database): MovesStore => {
  const add = raw.prepare('INSERT INTO moves (from_path, to_path) VALUES (?, ?)');
  const addBelow = raw.prepare(
    `INSERT INTO moves (from_path, to_path)
     SELECT @from || substr(virtual_path, length(@to) + 1) || '/' || songs.name, virtual_path || '/' || songs.name
     FROM songs JOIN directories ON directories.id = directory_id WHERE source_id = @sourceId`,
  );
  const first = raw.prepare('SELECT block, is_whole FROM moves ORDER BY id LIMIT 1').raw();
  const pending = raw.prepare(
    'SELECT id, from_path AS "from", to_path AS "to" FROM moves WHERE block IS ? ORDER BY id LIMIT ?',
  );
  const arrangements = [
    // They get new ids, after all others, so that the ids of a block are in a row.
    `INSERT INTO moves (from_path, to_path, block, is_whole)
     SELECT from_path, to_path, ${nextBlock}, 1 FROM moves WHERE ${isChained} ORDER BY id`,
    `DELETE FROM moves WHERE ${isChained}`,
    `UPDATE moves SET block = ${nextBlock} WHERE block IS NULL`,
  ].map((sql) => raw.prepare(sql));
  const after = raw.prepare('SELECT 1 FROM moves WHERE id > ? LIMIT 1').pluck();
  const acknowledge = raw.prepare('DELETE FROM moves WHERE id <= ?');
  const addReplaced = raw.prepare('INSERT OR IGNORE INTO replaced_songs VALUES (?, ?, ?, ?, ?)');
  const replaced = raw.prepare(
    `SELECT path, content_key AS contentKey, sound_key AS soundKey, added_at AS addedAt,
       public_id AS publicId FROM replaced_songs`,
  );
  // A source of that name that has been removed may have left some: they are nobody's any more.
  const renameReplaced = raw.prepare(
    `UPDATE OR REPLACE replaced_songs SET path = @to || substr(path, length(@from) + 1)
     WHERE substr(path, 1, length(@from) + 1) = @from || '/'`,
  );
  const clearReplaced = raw.prepare('DELETE FROM replaced_songs');
  return {
    add: (from, to) => add.run(from, to),
    addBelow: (sourceId, from, to) => addBelow.run({ from, to, sourceId }),
    isEmpty: () => first.get() === undefined,
    arrange: () => {
      for (const arrangement of arrangements) arrangement.run();
    },
    pending: (limit) => {
      const [block, isWhole] = (first.get() as [number | null, number] | undefined) ?? [null, 0];
      return pending.all(block, isWhole === 1 ? -1 : limit) as StoredMove[];
    },
    hasAfter: (id) => after.get(id) !== undefined,
    acknowledge: (lastId) => acknowledge.run(lastId),
    addReplaced: ({ path, contentKey, soundKey, addedAt, publicId }) =>
      addReplaced.run(path, contentKey, soundKey, addedAt, publicId),
    replaced: () => replaced.all() as ReplacedSong[],
    renameReplaced: (from, to) => renameReplaced.run({ from, to }),
    clearReplaced: () => clearReplaced.run(),
  };
};
