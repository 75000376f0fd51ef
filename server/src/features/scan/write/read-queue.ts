import { joinReal, type RealPath } from '../../../platform/paths/real-path.ts';
import type { SongReaders } from '../buckets/bucket-readers.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FileToRead, FolderJob, SongWriter } from './song-writer.ts';
import { packFiles, unpackFiles, type WaitingFiles } from './waiting-files.ts';

/** Files of one folder to read, and where the folder lies. */
interface FolderWork {
  readonly job: FolderJob;
  readonly realPath: RealPath;
  readonly files: readonly FileToRead[];
}

/** Feeds the readers with files of many folders and gives what they read to the writer. */
export interface ReadQueue {
  add(work: FolderWork): void;
  /** Files that wait or are being read. */
  size(): number;
  /** Resolves when at most `files` wait or are being read. @throws what reading or writing threw */
  until(files: number): Promise<void>;
}

/** Files of one message to a reader: enough to make messages cheap, few enough to keep all readers busy. */
const filesPerBatch = 48;

/** Folders that are done with before their places are given back. */
const foldersKept = 1000;

interface QueuedFile extends FileToRead {
  readonly job: FolderJob;
  readonly realPath: RealPath;
}

interface WaitingFolder extends Omit<FolderWork, 'files'> {
  readonly files: WaitingFiles;
}

/** Folders whose files wait, in the order in which they came. */
const createWaitingFolders = () => {
  let waiting: (WaitingFolder | null)[] = [];
  let folderAt = 0;
  /** The folder whose files come next, and which of them. */
  let current: FolderWork | null = null;
  let fileAt = 0;
  const open = (): FolderWork | null => {
    const next = waiting[folderAt];
    if (next === undefined || next === null) return null;
    waiting[folderAt] = null;
    folderAt += 1;
    if (folderAt > foldersKept) {
      waiting = waiting.slice(folderAt);
      folderAt = 0;
    }
    fileAt = 0;
    return { ...next, files: unpackFiles(next.files) };
  };
  return {
    add: ({ job, realPath, files }: FolderWork): void => {
      waiting.push({ job, realPath, files: packFiles(files) });
    },
    /** The next files, of as many folders as it takes; none when nothing waits. */
    takeBatch: (): QueuedFile[] => {
      const batch: QueuedFile[] = [];
      for (current ??= open(); current !== null && batch.length < filesPerBatch; current ??= open()) {
        const { job, realPath, files } = current;
        for (const next of files.slice(fileAt, fileAt + filesPerBatch - batch.length)) {
          batch.push({ ...next, job, realPath: joinReal(realPath, next.file.name, next.file.realName) });
          fileAt += 1;
        }
        if (fileAt === files.length) current = null;
      }
      return batch;
    },
  };
};

const toOpen = ({ realPath: path, file: { name, sizeBytes, mtimeUs } }: QueuedFile) => ({
  ...{ path, name, sizeBytes, mtimeUs },
});

/** Makes the queue of one scan. */
export const createReadQueue = (
  context: ScanContext,
  options: { readers: SongReaders; writer: SongWriter },
): ReadQueue => {
  const { counts } = context;
  const waiting = createWaitingFolders();
  let size = 0;
  let flying = 0;
  let failure: Error | null = null;
  let wake: (() => void) | null = null;

  const settle = (): void => {
    wake?.();
    wake = null;
  };

  const read = async (batch: readonly QueuedFile[]): Promise<void> => {
    const rows = await options.readers.read(batch.map(toOpen));
    if (context.isCancelled() || failure !== null) return;
    for (const [index, { job, file, songId }] of batch.entries()) {
      const row = rows[index];
      if (row !== undefined) options.writer.take(job, { file, songId, row, addedAt: null });
      counts.currentFolder = job.virtualPath;
    }
    counts.filesRead += batch.length;
  };

  const fly = (): void => {
    while (flying < options.readers.wanted() && failure === null && !context.isCancelled()) {
      const batch = waiting.takeBatch();
      if (batch.length === 0) return;
      flying += 1;
      void read(batch)
        .catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error));
        })
        .finally(() => {
          flying -= 1;
          size -= batch.length;
          settle();
          fly();
        });
    }
  };

  return {
    add: (work) => {
      waiting.add(work);
      size += work.files.length;
      fly();
    },
    size: () => size,
    until: async (files) => {
      while (size > files && failure === null && !(context.isCancelled() && flying === 0)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure !== null) throw failure;
    },
  };
};
