import type { AwayReason } from '@tonearm/contract';
import type Database from 'better-sqlite3';

/** A source as the library knows it. */
export interface LibrarySource {
  readonly id: number;
  readonly name: string;
  readonly realPath: string;
  readonly state: 'available' | 'away' | 'pending';
  /** Whether a whole scan of its folder has ended. */
  readonly isScanned: boolean;
}

/** How many songs of a source cannot be found, and how many it had. */
export interface LossCounts {
  readonly gone: number;
  readonly songs: number;
}

/** Why a source is away; `counts` where songs are gone. */
export interface Loss {
  readonly reason: AwayReason;
  readonly counts: LossCounts | null;
}

/** Reads and writes the sources of the library, and small facts about it. Writes belong inside a batch. */
export interface LibrarySourcesStore {
  all(): LibrarySource[];
  insert(source: { name: string; position: number; realPath: string }): number;
  update(id: number, source: { name: string; position: number; realPath: string }): void;
  remove(id: number): void;
  /**
   * `goneSongs` is how many of its songs are missing from now on: the answer Keep holds for them if it was given when no
   * fewer were gone.
   * @returns whether it was not available before
   */
  markAvailable(id: number, goneSongs: number): boolean;
  /**
   * The answer Keep holds as long as the reason is the same, however its counts change. `since` is seconds since the
   * epoch; kept when it was away before.
   * @returns whether it was not away before
   */
  markAway(id: number, loss: Loss, since: number): boolean;
  /** More songs of a source that is there are missing: whether they are really gone is asked once more. */
  askAgain(id: number): void;
  /** A whole scan of the source has ended. */
  markScanned(id: number): void;
  setKept(id: number): void;
  meta(key: string): string | null;
  setMeta(key: string, value: string): void;
}

/** Makes the store over the writing connection. */
export const createLibrarySourcesStore = (raw: Database.Database): LibrarySourcesStore => {
  const all = raw.prepare(
    `SELECT id, name, real_path AS realPath, state, is_scanned AS isScanned FROM library_sources
     ORDER BY position`,
  );
  const insert = raw.prepare(
    "INSERT INTO library_sources (name, position, real_path, state) VALUES (?, ?, ?, 'pending')",
  );
  const update = raw.prepare(
    `UPDATE library_sources SET is_scanned = is_scanned AND real_path = @realPath,
       name = @name, position = @position, real_path = @realPath
     WHERE id = @id AND (name, position, real_path) IS NOT (@name, @position, @realPath)`,
  );
  const remove = raw.prepare('DELETE FROM library_sources WHERE id = ?');
  const markAvailable = raw.prepare(
    `UPDATE library_sources SET is_kept = is_kept AND @goneSongs BETWEEN 1 AND coalesce(gone_count, 0),
       state = 'available', away_reason = NULL, gone_count = NULL, songs_before = NULL, away_since = NULL
     WHERE id = @id AND state <> 'available'`,
  );
  const markAway = raw.prepare(
    `UPDATE library_sources SET is_kept = CASE WHEN away_reason IS @reason THEN is_kept ELSE 0 END,
       state = 'away', away_reason = @reason, gone_count = @gone, songs_before = @songs,
       away_since = coalesce(away_since, @since)
     WHERE id = @id AND (state, away_reason, gone_count, songs_before) IS NOT ('away', @reason, @gone, @songs)`,
  );
  const state = raw.prepare('SELECT state FROM library_sources WHERE id = ?').pluck();
  const askAgain = raw.prepare(
    "UPDATE library_sources SET is_kept = 0 WHERE id = ? AND is_kept = 1 AND state = 'available'",
  );
  const markScanned = raw.prepare(
    'UPDATE library_sources SET is_scanned = 1 WHERE id = ? AND is_scanned = 0',
  );
  const setKept = raw.prepare('UPDATE library_sources SET is_kept = 1 WHERE id = ?');
  const meta = raw.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const setMeta = raw.prepare(
    `INSERT INTO meta VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  return {
    all: () =>
      (all.all() as (Omit<LibrarySource, 'isScanned'> & { isScanned: 0 | 1 })[]).map((row) => ({
        ...row,
        isScanned: row.isScanned === 1,
      })),
    insert: ({ name, position, realPath }) => Number(insert.run(name, position, realPath).lastInsertRowid),
    update: (id, { name, position, realPath }) => update.run({ name, position, realPath, id }),
    remove: (id) => remove.run(id),
    markAvailable: (id, goneSongs) => markAvailable.run({ id, goneSongs }).changes > 0,
    markAway: (id, { reason, counts }, since) => {
      const wasAway = state.get(id) === 'away';
      markAway.run({ id, reason, gone: counts?.gone ?? null, songs: counts?.songs ?? null, since });
      return !wasAway;
    },
    askAgain: (id) => askAgain.run(id),
    markScanned: (id) => markScanned.run(id),
    setKept: (id) => setKept.run(id),
    meta: (key) => (meta.get(key) as string | undefined) ?? null,
    setMeta: (key, value) => setMeta.run(key, value),
  };
};
