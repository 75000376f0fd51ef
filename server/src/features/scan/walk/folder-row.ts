import type { ProblemReason } from '@tonearm/contract';
import type { Library } from '../../../library/write/library.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { walkKey } from '../../../platform/text/walk-key.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FolderVisit } from './folder-visit.ts';

/** Takes a folder into the library. @returns its id */
export const createFolder = (
  { counts, library: { directories, search } }: Pick<ScanContext, 'counts' | 'library'>,
  visit: FolderVisit,
  addedAt: number,
): number => {
  const sortKey = naturalKey(visit.name);
  const parentKey = visit.parentId === null ? new Uint8Array() : directories.walkKey(visit.parentId);
  const id = directories.insert({
    sourceId: visit.source.id,
    parentId: visit.parentId,
    name: visit.name,
    realName: visit.realName,
    virtualPath: visit.virtualPath,
    sortKey,
    walkKey: walkKey(parentKey, sortKey),
    addedAt,
  });
  search.putDirectory(id, { virtualPath: visit.virtualPath });
  counts.foldersChanged += 1;
  return id;
};

/** A folder that was missing is there again. */
export const restoreFolder = (
  { counts, library: { directories, search } }: Pick<ScanContext, 'counts' | 'library'>,
  visit: FolderVisit,
  id: number,
): void => {
  if (!visit.isMissing) return;
  directories.restore(id);
  counts.foldersChanged += 1;
  search.putDirectory(id, { virtualPath: visit.virtualPath });
};

/** What could not be looked at stands in the scan report. */
export const putProblem = (
  { files }: Pick<Library, 'files'>,
  at: { readonly directoryId: number; readonly name: string },
  reason: ProblemReason,
): void => files.putProblem({ ...at, reason, sizeBytes: 0, mtimeUs: 0, triedAtMs: null });

/** A folder that could not be looked into stands in the report under its parent until it is known. */
export const dropProblem = ({ files }: Pick<Library, 'files'>, { id, parentId, name }: FolderVisit): void => {
  if (id === null && parentId !== null) files.removeProblem(parentId, name);
};

/** The folder could not be looked into: it is the next time, whatever it holds then. */
export const noteUnknownFolder = (
  { batch, directories, files }: Pick<Library, 'batch' | 'directories' | 'files'>,
  visit: FolderVisit,
  reason: ProblemReason,
): void => {
  batch.begin(1);
  if (visit.id !== null) {
    putProblem({ files }, { directoryId: visit.id, name: '' }, reason);
    directories.setEntriesKey(visit.id, null);
  } else if (visit.parentId !== null) {
    putProblem({ files }, { directoryId: visit.parentId, name: visit.name }, reason);
  }
};
