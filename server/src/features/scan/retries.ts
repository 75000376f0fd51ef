import { isTryDue } from '../../library/problem-pauses.ts';
import type { FilesStore } from '../../library/write/files-store.ts';
import type { Retries } from './scan-context.ts';

/**
 * Finds what a scan tries again: what was given up and has waited long enough, and what somebody asked for.
 * @param asked paths of the scan report; null for all of it
 */
export const findRetries = (
  files: Pick<FilesStore, 'givenUp' | 'foldersOf'>,
  asked: readonly string[] | null,
  nowMs: number,
): Retries => {
  const folders = new Set(
    files.givenUp().flatMap((each) => (isTryDue(each, nowMs) ? [each.directoryId] : [])),
  );
  if (asked === null || asked.length > 0) for (const id of files.foldersOf(asked)) folders.add(id);
  const paths = asked === null ? null : new Set(asked);
  return {
    isIn: (directoryId) => folders.has(directoryId),
    isDue: (path, problem) =>
      paths === null || paths.has(path) || (problem.isGivenUp === 1 && isTryDue(problem, nowMs)),
  };
};
