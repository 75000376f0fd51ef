import type Database from 'better-sqlite3';

/** How far a feature has followed the moves of songs. Synchronous; noted in the caller's transaction. */
export interface FollowedMoves {
  /** The number of the last move of this library that was followed; 0 when none was. */
  last(library: string): number;
  note(library: string, moveId: number): void;
}

/**
 * Keeps it among the facts of the installation, in `state.db`: the library, a space, the number.
 * @param key under which it stands; each feature follows for itself
 */
export const createFollowedMoves = (raw: Database.Database, key: string): FollowedMoves => {
  const read = raw.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const write = raw.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  return {
    last: (library) => {
      const [known, moveId] = read.get(key)?.split(' ') ?? [];
      return known === library ? Number(moveId) : 0;
    },
    note: (library, moveId) => void write.run(key, `${library} ${moveId}`),
  };
};
