import {
  createWorkerPool,
  WorkerFailure,
  type WorkerFailureReason,
  type WorkerPool,
} from '../../../platform/child/worker-pool.ts';
import type { FileProblem } from '../../tags/index.ts';
import { createDiskWatch, type DiskWait } from './disk-watch.ts';
import { createFolderReading, type FolderBatch, type FoundFolders } from './folder-reading.ts';
import { createReadAhead } from './read-ahead.ts';
import {
  type FileToOpen,
  type PackedReadings,
  packBatch,
  type ReadBatch,
  type ReadRow,
  readingKinds,
  rowOfProblem,
  unpackReadings,
} from './read-batch.ts';
import type { PackedFolders } from './read-folders.ts';

/** Reads song files on threads of their own. */
export interface TagReaders {
  /**
   * Reads some files. A file that takes too long or too much memory costs only itself.
   * @returns one row for each file, in order
   * @throws WorkerFailure when no thread can be started
   */
  read(files: readonly FileToOpen[]): Promise<ReadRow[]>;
  /** Looks into folders and reads their songs. */
  readFolders(folders: readonly string[]): Promise<FoundFolders>;
  /** How many batches keep the readers busy now. */
  wanted(): number;
  /** Ends the threads; batches under way never come back. */
  close(): Promise<void>;
}

/**
 * What one file may take: five seconds of work, whatever the machine does besides; a minute in which a drive gives
 * nothing at all; and ten minutes in all, however slowly it comes.
 */
const fileLimits = { cpuMs: 5_000, stillMs: 60_000, longestMs: 600_000 };

/** Heap of one reading thread, in MiB: a few times what the largest allowed tag needs. */
const readerHeapMib = 128;

/** Batches of files that are fetched ahead. */
const batchesAhead = 4;

const reasons: Readonly<Record<WorkerFailureReason, FileProblem>> = {
  deadline: 'too_much_work',
  stalled: 'no_answer',
  memory: 'too_much_memory',
  crash: 'reader_failed',
};

/** What a reading thread is told to do. */
export type ReadTask = ReadBatch | FolderBatch;

/** What it answers to that. */
export type ReadAnswer = PackedReadings | PackedFolders;

/** What a reader is to read next is sent to it before it has answered: it goes on while the thread that writes commits. */
const tasksAhead = 40;

interface Pool extends Pick<WorkerPool<ReadTask, ReadAnswer>, 'close'> {
  run(task: ReadBatch): Promise<PackedReadings>;
  run(task: FolderBatch): Promise<PackedFolders>;
}

/** Batches that wait for the library before a second thread pays for it: only where most files need it. */
const patience = 2;

const createPool = (size: () => number, asksLibrary: boolean): Pool =>
  createWorkerPool<ReadTask, ReadAnswer>({
    entry: new URL('./tag-reader-worker.ts', import.meta.url),
    size,
    ...(asksLibrary && { patience }),
    ahead: tasksAhead,
    stepLimits: fileLimits,
    limits: { maxOldGenerationSizeMb: readerHeapMib, maxYoungGenerationSizeMb: 12 },
    workerOptions: { asksLibrary },
  }) as Pool;

/**
 * Makes the readers; threads start with the first batch. Files that our own readers are not sure about go to
 * a thread that has the library: mostly there are few, and one thread that pays for it is enough. Where there is one
 * reader, it asks the library itself: another thread would bring 28 MB for what waits for the first one anyway.
 */
export const createTagReaders = (options: { size: number; slowDisk?: DiskWait }): TagReaders => {
  const isAlone = options.size === 1;
  const disk = createDiskWatch(options.slowDisk);
  const size = (): number => options.size + (disk.isCold() ? 1 : 0);
  const own = createPool(size, isAlone);
  const library = isAlone ? own : createPool(() => options.size, true);
  let isClosed = false;
  const ahead = createReadAhead();

  const readWith = async (pool: Pool, files: readonly FileToOpen[]): Promise<ReadRow[]> => {
    if (files.length === 0) return [];
    try {
      const packed = await pool.run(packBatch(files));
      disk.note(packed.disk);
      return unpackReadings(packed);
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      if (isClosed) return new Promise(() => {});
      // A thread that never began is no file's fault.
      if (error.step === 0) throw error;
      // The files before the bad one were read well, but their rows died with the thread.
      const bad = error.step - 1;
      const before = await readWith(pool, files.slice(0, bad));
      const after = await readWith(pool, files.slice(bad + 1));
      return [...before, rowOfProblem(reasons[error.reason]), ...after];
    }
  };

  return {
    wanted: () => size() * 2 + (disk.isSlow() ? batchesAhead : 0),
    read: async (files) => {
      if (disk.isSlow()) await ahead.fetch(files.filter(({ parts }) => parts === undefined));
      const rows = await readWith(own, files);
      const unsure = [...rows.keys()].filter((index) => rows[index]?.kind === readingKinds.unsure);
      if (unsure.length === 0) return rows;
      const second = await readWith(
        library,
        files.filter((_file, index) => rows[index]?.kind === readingKinds.unsure),
      );
      for (const [at, row] of second.entries()) rows[unsure[at] ?? -1] = row;
      return rows;
    },
    readFolders: createFolderReading({ pool: own, disk, ahead, isClosed: () => isClosed }),
    close: async () => {
      isClosed = true;
      await Promise.all([own.close(), library.close()]);
    },
  };
};
