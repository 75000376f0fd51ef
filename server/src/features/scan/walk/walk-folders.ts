import { setImmediate as turn } from 'node:timers/promises';
import type { SongReaders } from '../buckets/bucket-readers.ts';
import type { ReadFolder } from '../reading/read-folders.ts';
import type { ScanContext } from '../scan-context.ts';
import type { ReadQueue } from '../write/read-queue.ts';
import type { SongWriter } from '../write/song-writer.ts';
import type { FolderVisit } from './folder-visit.ts';
import type { FolderVisitor } from './folder-visits.ts';
import { createNewFolders, isNewFolder, type WalkStep } from './new-folders.ts';

/** How long folders are looked into before messages are attended to, in milliseconds. */
const sliceMs = 20;

/** Files that may wait to be read before the walk pauses: what bounds its memory. */
const longestQueue = 20_000;

/** What a walk works with. */
interface WalkTools {
  readonly visitor: FolderVisitor;
  readonly queue: ReadQueue;
  readonly readers: SongReaders;
  readonly writer: SongWriter;
}

/** Takes a folder in that was looked into and read. @returns folders in it */
const takeRead = (
  { counts }: Pick<ScanContext, 'counts'>,
  { visitor, writer }: Pick<WalkTools, 'visitor' | 'writer'>,
  { visit, found }: { readonly visit: FolderVisit; readonly found: ReadFolder },
): readonly FolderVisit[] => {
  const { rows } = found;
  const { folders, work } = visitor.take(visit, found);
  // All of a folder that is new is read, in the order of its listing.
  for (const [index, { file, songId }] of (work?.files ?? []).entries()) {
    const row = rows[index];
    if (work === null || row === undefined) continue;
    writer.take(work.job, { file, songId, row, addedAt: work.dates?.[index] ?? null });
  }
  counts.filesRead += rows.length;
  if (rows.length > 0) counts.phase = 'read';
  return folders;
};

/**
 * Looks into folders until there are none left. Those that the library knows are compared here, and their files are
 * queued; those that are new are looked into and read by the readers, at once.
 */
export const walkFolders = async (
  context: ScanContext,
  tools: WalkTools,
  starts: readonly FolderVisit[],
): Promise<void> => {
  const { visitor, queue, readers } = tools;
  const { isCancelled } = context;
  const stack: WalkStep[] = [];
  const push = (folders: readonly FolderVisit[], part: number): void => {
    for (const visit of folders.toReversed()) stack.push({ visit, part });
  };
  /** A folder was looked into: it counts as much as each of those in it. */
  const goOn = (folders: readonly FolderVisit[], part: number): void => {
    const each = part / (folders.length + 1);
    context.counts.partWalked += each;
    push(folders, each);
  };
  const visitHere = ({ visit, part }: WalkStep): void => {
    const { folders, work } = visitor.visit(visit);
    if (work !== null) queue.add({ ...work, realPath: visit.realPath });
    goOn(folders, part);
  };
  const newFolders = createNewFolders({
    readers,
    isCancelled,
    take: (step, found) => {
      if (found === null) visitHere(step);
      else goOn(takeRead(context, tools, { visit: step.visit, found }), step.part);
    },
  });

  let sliceEndMs = performance.now() + sliceMs;
  const pause = async (): Promise<void> => {
    if (queue.size() > longestQueue) await queue.until(longestQueue / 2);
    if (performance.now() < sliceEndMs) return;
    await turn();
    sliceEndMs = performance.now() + sliceMs;
  };
  push(starts, 1 / starts.length);
  for (;;) {
    const step = isCancelled() ? undefined : stack.pop();
    if (step === undefined) {
      if (!(await newFolders.next())) return;
    } else if (isNewFolder(step)) {
      newFolders.add(step);
      while (newFolders.isBusy()) await newFolders.next();
    } else {
      visitHere(step);
    }
    await pause();
  }
};
