import type Database from 'better-sqlite3';

/** A source as the library knows it. */
export interface LibrarySource {
  readonly id: number;
  readonly name: string;
  readonly realPath: string;
  readonly state: 'available' | 'away' | 'pending';
}

/** Reads and writes the sources of the library, and small facts about it. Writes belong inside a batch. */
export interface LibrarySourcesStore {
  all(): LibrarySource[];
  insert(source: { name: string; position: number; realPath: string }): number;
  update(id: number, source: { name: string; position: number; realPath: string }): void;
  remove(id: number): void;
  /** @returns whether it was not available before */
  markAvailable(id: number): boolean;
  /**
   * `since` is seconds since the epoch; kept when it was away before.
   * @returns whether it was not away before
   */
  markAway(id: number, reason: string, since: number): boolean;
  setKept(id: number): void;
  meta(key: string): string | null;
  setMeta(key: string, value: string): void;
}

/** Makes the store over the writing connection. */
export const createLibrarySourcesStore = (raw: Database.Database): LibrarySourcesStore => {
  const all = raw.prepare(
    'SELECT id, name, real_path AS realPath, state FROM library_sources ORDER BY position',
  );
  const insert = raw.prepare(
    "INSERT INTO library_sources (name, position, real_path, state) VALUES (?, ?, ?, 'pending')",
  );
  const update = raw.prepare(
    `UPDATE library_sources SET name = @name, position = @position, real_path = @realPath
     WHERE id = @id AND (name, position, real_path) IS NOT (@name, @position, @realPath)`,
  );
  const remove = raw.prepare('DELETE FROM library_sources WHERE id = ?');
  const markAvailable = raw.prepare(
    `UPDATE library_sources SET state = 'available', away_reason = NULL, away_since = NULL, is_kept = 0
     WHERE id = ? AND state <> 'available'`,
  );
  const markAway = raw.prepare(
    `UPDATE library_sources SET is_kept = CASE WHEN away_reason IS @reason THEN is_kept ELSE 0 END,
       state = 'away', away_reason = @reason,
       away_since = coalesce(away_since, @since)
     WHERE id = @id AND (state, away_reason) IS NOT ('away', @reason)`,
  );
  const state = raw.prepare('SELECT state FROM library_sources WHERE id = ?').pluck();
  const setKept = raw.prepare('UPDATE library_sources SET is_kept = 1 WHERE id = ?');
  const meta = raw.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const setMeta = raw.prepare(
    `INSERT INTO meta VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  return {
    all: () => all.all() as LibrarySource[],
    insert: ({ name, position, realPath }) => Number(insert.run(name, position, realPath).lastInsertRowid),
    update: (id, { name, position, realPath }) => update.run({ name, position, realPath, id }),
    remove: (id) => remove.run(id),
    markAvailable: (id) => markAvailable.run(id).changes > 0,
    markAway: (id, reason, since) => {
      const wasAway = state.get(id) === 'away';
      markAway.run({ reason, since, id });
      return !wasAway;
    },
    setKept: (id) => setKept.run(id),
    meta: (key) => (meta.get(key) as string | undefined) ?? null,
    setMeta: (key, value) => setMeta.run(key, value),
  };
};
