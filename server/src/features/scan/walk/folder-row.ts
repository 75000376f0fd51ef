import type { ProblemReason } from '@tonearm/contract';
import type { DirectoryDetails } from '../../../library/write/directories-store.ts';
import type { Library } from '../../../library/write/library.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { walkKey } from '../../../platform/text/walk-key.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FolderVisit } from './folder-visit.ts';

/** Takes folders that are new into the library, for one scan. */
export interface FolderMaker {
  /**
   * @param addedAt seconds since the epoch
   * @param details what it shows, where that is known already
   * @returns its id
   */
  create(visit: FolderVisit, addedAt: number, details?: DirectoryDetails): number;
}

/** Makes it. */
export const createFolderMaker = ({
  counts,
  library: { directories, search },
}: Pick<ScanContext, 'counts' | 'library'>): FolderMaker => {
  // Folders in one come one after the other.
  let parent: { readonly id: number | null; readonly key: Uint8Array } = { id: null, key: new Uint8Array() };
  const keyOf = (id: number | null): Uint8Array => {
    if (parent.id !== id) parent = { id, key: id === null ? new Uint8Array() : directories.walkKey(id) };
    return parent.key;
  };
  return {
    create: (visit, addedAt, details) => {
      const sortKey = naturalKey(visit.name);
      const row = {
        sourceId: visit.source.id,
        parentId: visit.parentId,
        name: visit.name,
        realName: visit.realName,
        virtualPath: visit.virtualPath,
        sortKey,
        walkKey: walkKey(keyOf(visit.parentId), sortKey),
        addedAt,
      };
      const id = directories.insert(row, details);
      if (details !== undefined) directories.addToTotals(id, details.summary.songCount);
      search.putDirectory(id, { virtualPath: visit.virtualPath });
      counts.foldersChanged += 1;
      return id;
    },
  };
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
