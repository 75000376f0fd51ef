import type { ProblemReason } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import type { FoundFile } from './read-folder.ts';

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

/** Why a file or, with the name '', a folder could not be read. */
export interface ProblemWrite {
  readonly directoryId: number;
  readonly name: string;
  readonly reason: ProblemReason;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
}

/** Reads and writes pictures beside songs, and the scan report. Synchronous; writes belong inside a batch. */
export interface FilesStore {
  pictures(directoryId: number): KnownPicture[];
  putPicture(directoryId: number, picture: FoundFile): void;
  removePicture(directoryId: number, name: string): void;
  problems(directoryId: number): KnownFile[];
  putProblem(problem: ProblemWrite): void;
  removeProblem(directoryId: number, name: string): void;
  problemCount(): number;
  /** Drops pictures and problems of a folder. */
  removeAll(directoryId: number): void;
}

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
  const problems = raw.prepare(`SELECT ${known} FROM problems WHERE directory_id = ?`);
  const putProblem = raw.prepare(
    `INSERT INTO problems (directory_id, name, reason, size_bytes, mtime_us) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, size_bytes = excluded.size_bytes, mtime_us = excluded.mtime_us
     WHERE (reason, size_bytes, mtime_us) IS NOT (excluded.reason, excluded.size_bytes, excluded.mtime_us)`,
  );
  const removeProblem = raw.prepare('DELETE FROM problems WHERE directory_id = ? AND name = ?');
  const problemCount = raw.prepare('SELECT count(*) FROM problems').pluck();
  const removePictures = raw.prepare('DELETE FROM pictures WHERE directory_id = ?');
  const removeProblems = raw.prepare('DELETE FROM problems WHERE directory_id = ?');
  return {
    pictures: (directoryId) => pictures.all(directoryId) as KnownPicture[],
    putPicture: (directoryId, { name, realName, sizeBytes, mtimeUs }) =>
      putPicture.run(directoryId, name, realName, sizeBytes, mtimeUs),
    removePicture: (directoryId, name) => removePicture.run(directoryId, name),
    problems: (directoryId) => problems.all(directoryId) as KnownFile[],
    putProblem: ({ directoryId, name, reason, sizeBytes, mtimeUs }) =>
      putProblem.run(directoryId, name, reason, sizeBytes, mtimeUs),
    removeProblem: (directoryId, name) => removeProblem.run(directoryId, name),
    problemCount: () => problemCount.get() as number,
    removeAll: (directoryId) => {
      removePictures.run(directoryId);
      removeProblems.run(directoryId);
    },
  };
};
