import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { SongsMoved } from '../../../platform/app-events.ts';
import { isRecognised, isSame, rowsOf, type StormRow } from './test-storm-check.ts';

/** An entry of a playlist: where it stands, and what it is meant to play. */
interface Entry {
  path: string;
  row: StormRow;
  hasMoved: boolean;
}

/** What was there before a scan, and up to which song all was settled then. */
interface Seen {
  readonly before: readonly StormRow[];
  readonly settledId: number;
}

/** Songs and entries of playlists that are followed through a storm, and what must be true of them after each scan. */
export const createStormFollowed = (library: Database.Database) => {
  let entries: Entry[] = [];
  let followed = 0;
  /** As last settled; and all paths below sources at which each recording has stood since. */
  let settledRows: StormRow[] = [];
  let standing = new Map<string, Set<string>>();

  const addStanding = (rows: readonly StormRow[]): void => {
    for (const { sound, sourceId, inner } of rows) {
      const places = standing.get(sound ?? '') ?? new Set();
      standing.set(sound ?? '', places.add(`${sourceId}/${inner}`));
    }
  };

  /** Nothing is lost: each row stays, is followed, gave way to another file, or was given up by somebody. */
  const checkKept = (seen: Seen, after: readonly StormRow[], mayDrop: ReadonlySet<number>): void => {
    const rows = new Map(after.map((row) => [`${row.sourceId}/${row.inner}`, row]));
    const ids = new Set(library.prepare('SELECT id FROM library_sources').pluck().all());
    const bySound = Map.groupBy(after, ({ sound }) => sound);
    for (const row of seen.before) {
      if (!ids.has(row.sourceId)) continue;
      const now = rows.get(`${row.sourceId}/${row.inner}`);
      if (now !== undefined) {
        if (
          now.content === row.content &&
          row.content !== '' &&
          !isRecognised(row, now, { ...seen, settledRows })
        ) {
          expect(now.addedAt, `date of ${row.path}`).toBeLessThanOrEqual(row.addedAt);
        }
        continue;
      }
      if (mayDrop.has(row.sourceId)) continue;
      expect(bySound.get(row.sound)?.map(({ path }) => path) ?? [], `${row.path} is lost`).not.toEqual([]);
    }
  };

  /** Entries that have just moved play what they were meant to; under one that stayed a file may be replaced. */
  const checkEntries = (rows: readonly StormRow[], mayBeReplaced: boolean): void => {
    // Until that is settled, what stands there now may still turn out to have moved.
    const unsettled = new Set(library.prepare('SELECT path FROM replaced_songs').pluck().all());
    const byPath = new Map(rows.map((row) => [row.path, row]));
    for (const entry of entries) {
      const row = byPath.get(entry.path);
      if (row === undefined) continue;
      if (entry.hasMoved && !mayBeReplaced) {
        expect(isSame(row, entry.row), `entry of ${entry.row.path} plays ${entry.path}`).toBe(true);
      }
      entry.hasMoved = false;
      if (!isSame(row, entry.row) && !unsettled.has(entry.path)) entry.row = row;
    }
  };

  /** Playlists have followed every recording of which there was one, and is one. */
  const checkFollowed = (names: readonly string[]): void => {
    const rows = rowsOf(library);
    const now = Map.groupBy(rows, ({ sound }) => sound);
    const before = Map.groupBy(settledRows, ({ sound }) => sound);
    for (const [sound, [row, ...others]] of before) {
      if (sound === null || sound === '' || row === undefined || others.length > 0 || row.isMissing === 1)
        continue;
      const [target, ...more] = now.get(sound) ?? [];
      if (target === undefined || target.isMissing === 1 || more.length > 0) continue;
      if ((standing.get(sound)?.size ?? 0) > 2) continue;
      if (!names.includes(target.path.split('/')[0] ?? '')) continue;
      const mine = entries.filter((entry) => entry.row.path === row.path && entry.row.sound === sound);
      for (const entry of mine) expect(entry.path, `entry of ${row.path}`).toBe(target.path);
    }
  };

  return {
    addStanding,
    checkKept,
    checkEntries,
    checkFollowed,
    /** Entries follow moves that are told of for the first time. */
    follow: ({ moves }: SongsMoved): void => {
      const fresh = new Map(moves.filter(({ id }) => id > followed).map(({ from, to }) => [from, to]));
      followed = Math.max(followed, moves.at(-1)?.id ?? 0);
      for (const entry of entries) {
        const to = fresh.get(entry.path);
        if (to !== undefined) Object.assign(entry, { path: to, hasMoved: true });
      }
    },
    /** All is settled now: there is an entry for each song, and those of missing songs stay. */
    settle: (rows: StormRow[]): void => {
      settledRows = rows;
      standing = new Map();
      addStanding(settledRows);
      const left = entries.filter(({ path }) =>
        settledRows.some((row) => row.isMissing === 1 && row.path === path),
      );
      entries = [
        ...left,
        ...settledRows
          .filter((row) => row.isMissing === 0)
          .map((row) => ({ path: row.path, row, hasMoved: false })),
      ];
    },
  };
};
