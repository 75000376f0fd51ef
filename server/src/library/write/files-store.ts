import type { ProblemReason } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import type { GivenUp } from '../problem-pauses.ts';

/** A name as shown, and its bytes where they are not the UTF-8 of it. */
export interface ShownName {
  readonly name: string;
  readonly realName: Buffer | null;
}

/** A file of interest as it lies in a folder. */
export interface FoundFile extends ShownName {
  readonly sizeBytes: number;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
}

/** A file of a folder as it was last seen. */
export interface KnownFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
}

/** A picture as it was last seen. */
export interface KnownPicture extends KnownFile {
  /** Null where the shown name is the real one. */
  readonly realName: Uint8Array | null;
}

/** A file that could not be read. */
export interface KnownProblem extends KnownFile, GivenUp {
  /** Whether reading it was given up, and is tried again. */
  readonly isGivenUp: 0 | 1;
}

/** Why a file or, with the name '', a folder could not be read. */
interface ProblemWrite {
  readonly directoryId: number;
  readonly name: string;
  readonly reason: ProblemReason;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
  /** Now, where reading it was given up; it counts as a try. */
  readonly triedAtMs: number | null;
}

/** Reads and writes pictures beside songs, and the scan report. Synchronous; writes belong inside a batch. */
export interface FilesStore {
  pictures(directoryId: number): KnownPicture[];
  putPicture(directoryId: number, picture: FoundFile): void;
  removePicture(directoryId: number, name: string): void;
  problems(directoryId: number): KnownProblem[];
  /** Folders of files whose reading was given up, and when that was. */
  givenUp(): ({ readonly directoryId: number } & GivenUp)[];
  /** Folders of what stands in the report under one of these paths; of everything for null. */
  foldersOf(paths: readonly string[] | null): number[];
  putProblem(problem: ProblemWrite): void;
  removeProblem(directoryId: number, name: string): void;
  problemCount(): number;
  /** Drops pictures and problems of a folder. */
  removeAll(directoryId: number): void;
}

/** Removes problems of files, of which nearly every one is in a folder that has none. */
const createProblemFolders = (raw: Database.Database) => {
  const all = raw.prepare<[], number>('SELECT DISTINCT directory_id FROM problems').pluck();
  const remove = raw.prepare('DELETE FROM problems WHERE directory_id = ? AND name = ?');
  /** Folders that may have some; null until asked for. */
  let known: Set<number> | null = null;
  return {
    note: (directoryId: number): void => void known?.add(directoryId),
    removeProblem: (directoryId: number, name: string): void => {
      known ??= new Set(all.all());
      if (known.has(directoryId)) remove.run(directoryId, name);
    },
  };
};

/** Makes the store over the writing connection. */
export const createFilesStore = (raw: Database.Database): FilesStore => {
  const known = 'name, size_bytes AS sizeBytes, mtime_us AS mtimeUs';
  const pictures = raw.prepare(`SELECT ${known}, real_name AS realName FROM pictures WHERE directory_id = ?`);
  const putPicture = raw.prepare(
    `INSERT INTO pictures (directory_id, name, real_name, size_bytes, mtime_us) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET real_name = excluded.real_name, size_bytes = excluded.size_bytes,
       mtime_us = excluded.mtime_us`,
  );
  const removePicture = raw.prepare('DELETE FROM pictures WHERE directory_id = ? AND name = ?');
  const tried = 'tries, coalesce(tried_at_ms, 0) AS triedAtMs';
  const problems = raw.prepare(
    `SELECT ${known}, ${tried}, tried_at_ms IS NOT NULL AS isGivenUp FROM problems WHERE directory_id = ?`,
  );
  const givenUp = raw.prepare(
    `SELECT directory_id AS directoryId, ${tried} FROM problems WHERE tried_at_ms IS NOT NULL`,
  );
  const foldersOf = raw
    .prepare(
      `SELECT DISTINCT directory_id FROM problems JOIN directories ON directories.id = directory_id
       WHERE @paths IS NULL OR CASE problems.name WHEN '' THEN virtual_path ELSE virtual_path || '/' || problems.name END
         IN (SELECT value FROM json_each(@paths))`,
    )
    .pluck();
  const putProblem = raw.prepare(
    `INSERT INTO problems (directory_id, name, reason, size_bytes, mtime_us, tries, tried_at_ms)
     VALUES (@directoryId, @name, @reason, @sizeBytes, @mtimeUs, @triedAtMs IS NOT NULL, @triedAtMs)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, tried_at_ms = excluded.tried_at_ms,
       tries = CASE WHEN (size_bytes, mtime_us) = (excluded.size_bytes, excluded.mtime_us)
         THEN tries + excluded.tries ELSE excluded.tries END,
       size_bytes = excluded.size_bytes, mtime_us = excluded.mtime_us
     WHERE (reason, size_bytes, mtime_us, tried_at_ms)
       IS NOT (excluded.reason, excluded.size_bytes, excluded.mtime_us, excluded.tried_at_ms)`,
  );
  const folders = createProblemFolders(raw);
  const problemCount = raw.prepare('SELECT count(*) FROM problems').pluck();
  const removePictures = raw.prepare('DELETE FROM pictures WHERE directory_id = ?');
  const removeProblems = raw.prepare('DELETE FROM problems WHERE directory_id = ?');
  return {
    pictures: (directoryId) => pictures.all(directoryId) as KnownPicture[],
    putPicture: (directoryId, { name, realName, sizeBytes, mtimeUs }) =>
      putPicture.run(directoryId, name, realName, sizeBytes, mtimeUs),
    removePicture: (directoryId, name) => removePicture.run(directoryId, name),
    problems: (directoryId) => problems.all(directoryId) as KnownProblem[],
    givenUp: () => givenUp.all() as ({ directoryId: number } & GivenUp)[],
    foldersOf: (paths) => foldersOf.all({ paths: paths === null ? null : JSON.stringify(paths) }) as number[],
    putProblem: ({ directoryId, name, reason, sizeBytes, mtimeUs, triedAtMs }) => {
      folders.note(directoryId);
      putProblem.run({ directoryId, name, reason, sizeBytes, mtimeUs, triedAtMs });
    },
    removeProblem: folders.removeProblem,
    problemCount: () => problemCount.get() as number,
    removeAll: (directoryId) => {
      removePictures.run(directoryId);
      removeProblems.run(directoryId);
    },
  };
};
