import type { AwayReason, ProblemReason, ScanStatus } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import type { GivenUp } from '../problem-pauses.ts';
import { metaKeys } from '../write/library.ts';
import type { LossCounts } from '../write/library-sources-store.ts';

/** A source as it was last scanned. */
interface StoredSource {
  readonly name: string;
  readonly state: 'available' | 'away' | 'pending';
  readonly reason: AwayReason | null;
  /** With `songs_gone`. */
  readonly counts: LossCounts | null;
  /** Seconds since the epoch. */
  readonly awaySince: number | null;
  readonly isKept: boolean;
  /** Songs kept for it, missing ones included. */
  readonly songCount: number;
  readonly missingCount: number;
}

/** A file or folder that the last scan could not read. */
export interface StoredProblem {
  readonly path: string;
  readonly reason: ProblemReason;
  /** How often reading it was given up in a row. */
  readonly tries: number;
  readonly triedAtMs: number | null;
}

/** A file whose reading was given up, by the virtual path of its folder. */
export interface GivenUpFile extends GivenUp {
  readonly folder: string;
}

/** What the answering thread reads of the scanner's own tables. Synchronous, all indexed. */
export interface ScanFacts {
  revision(): number;
  /** Songs that are there. */
  songCount(): number;
  problemCount(): number;
  problems(page: { limit: number; offset: number }): StoredProblem[];
  /** Files whose reading was given up, of sources that are there. */
  givenUp(): GivenUpFile[];
  sources(): StoredSource[];
  awayNames(): string[];
  isScanned(): boolean;
  /** When and why the library was made in place of another. */
  rebuilt(): ScanStatus['rebuilt'];
}

interface SourceRow extends Omit<StoredSource, 'isKept' | 'counts'> {
  readonly isKept: number;
  readonly gone: number | null;
  readonly songsBefore: number | null;
}

const storedSource = ({ gone, songsBefore, isKept, ...row }: SourceRow): StoredSource => ({
  ...row,
  isKept: isKept === 1,
  counts: gone === null || songsBefore === null ? null : { gone, songs: songsBefore },
});

/** Makes the store over the reading connection. */
export const createScanFactsStore = (raw: Database.Database): ScanFacts => {
  const meta = raw.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const songCount = raw
    .prepare('SELECT coalesce(sum(total_song_count), 0) FROM directories WHERE parent_id IS NULL')
    .pluck();
  const problemCount = raw.prepare('SELECT count(*) FROM problems').pluck();
  const problems = raw.prepare(
    `SELECT CASE problems.name WHEN '' THEN virtual_path ELSE virtual_path || '/' || problems.name END AS path, reason,
       tries, tried_at_ms AS triedAtMs
     FROM problems JOIN directories ON directories.id = directory_id
     ORDER BY directory_id, problems.name LIMIT ? OFFSET ?`,
  );
  const givenUp = raw.prepare(
    `SELECT virtual_path AS folder, tries, tried_at_ms AS triedAtMs
     FROM problems JOIN directories ON directories.id = directory_id
     JOIN library_sources ON library_sources.id = source_id
     WHERE tried_at_ms IS NOT NULL AND state = 'available'`,
  );
  const sources = raw.prepare(
    `WITH missing (source_id, number) AS (
       SELECT source_id, count(*) FROM songs JOIN directories ON directories.id = directory_id
       WHERE songs.missing_since_ms > 0 GROUP BY source_id)
     SELECT library_sources.name, state, away_reason AS reason, gone_count AS gone,
       songs_before AS songsBefore, away_since AS awaySince, is_kept AS isKept,
       coalesce(total_song_count, 0) + coalesce(missing.number, 0) AS songCount,
       coalesce(missing.number, 0) AS missingCount
     FROM library_sources
     LEFT JOIN directories ON directories.source_id = library_sources.id AND parent_id IS NULL
     LEFT JOIN missing ON missing.source_id = library_sources.id ORDER BY position`,
  );
  const awayNames = raw
    .prepare("SELECT name FROM library_sources WHERE state = 'away' ORDER BY position")
    .pluck();
  return {
    revision: () => Number((meta.get('revision') as string | undefined) ?? '0'),
    songCount: () => songCount.get() as number,
    problemCount: () => problemCount.get() as number,
    problems: ({ limit, offset }) => problems.all(limit, offset) as StoredProblem[],
    givenUp: () => givenUp.all() as GivenUpFile[],
    sources: () => (sources.all() as SourceRow[]).map(storedSource),
    awayNames: () => awayNames.all() as string[],
    isScanned: () => meta.get(metaKeys.isScanned) !== undefined,
    rebuilt: () => {
      const [at, reason] = ((meta.get(metaKeys.rebuilt) as string | undefined) ?? '').split(' ');
      return reason === 'damaged' || reason === 'lost' ? { at: Number(at), reason } : null;
    },
  };
};
