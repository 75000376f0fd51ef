import { createWorkerPool, WorkerFailure, type WorkerFailureReason } from '../../platform/worker-pool.ts';
import {
  type PackedReadings,
  type ReadBatch,
  type ReadRow,
  readingKinds,
  unpackReadings,
} from './read-batch.ts';

/** Reads song files on threads of their own. */
export interface TagReaders {
  /**
   * Reads a batch of files. A file that takes too long or too much memory costs only itself.
   * @returns one row for each file, in order
   * @throws WorkerFailure when no thread can be started
   */
  read(batch: ReadBatch): Promise<ReadRow[]>;
  /** Ends the threads; batches under way never come back. */
  close(): Promise<void>;
}

/** Longest time one file may take, in milliseconds. */
const fileDeadlineMs = 5000;

/** Heap of one reading thread, in MiB: a few times what the largest allowed tag needs. */
const readerHeapMib = 128;

const reasons: Readonly<Record<WorkerFailureReason, string>> = {
  deadline: 'Reading this file took too long.',
  memory: 'Reading this file took too much memory.',
  crash: 'Reading this file failed.',
};

const quarantined = (reason: WorkerFailureReason): ReadRow => ({
  kind: readingKinds.lastingProblem,
  reason: reasons[reason],
  title: null,
  album: null,
  artists: null,
  albumArtists: null,
  genres: null,
  composers: null,
  lyricists: null,
  labels: null,
  trackNumber: null,
  discNumber: null,
  year: null,
  durationMs: null,
  hasPicture: 0,
  sizeBytes: 0,
  mtimeUs: 0,
  sortKey: new Uint8Array(),
  contentKey: new Uint8Array(),
  soundKey: null,
});

const part = (batch: ReadBatch, from: number, to?: number): ReadBatch => ({
  paths: batch.paths.slice(from, to),
  names: batch.names.slice(from, to),
});

/** Makes the readers; threads start with the first batch. */
export const createTagReaders = (options: { size: number }): TagReaders => {
  const pool = createWorkerPool<ReadBatch, PackedReadings>({
    entry: new URL('./tag-reader-worker.ts', import.meta.url),
    size: options.size,
    stepDeadlineMs: fileDeadlineMs,
    limits: { maxOldGenerationSizeMb: readerHeapMib, maxYoungGenerationSizeMb: 16 },
  });
  let isClosed = false;
  const read = async (batch: ReadBatch): Promise<ReadRow[]> => {
    if (batch.paths.length === 0) return [];
    try {
      return unpackReadings(await pool.run(batch));
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      if (isClosed) return new Promise(() => {});
      // A thread that never began is no file's fault.
      if (error.step === 0) throw error;
      // The files before the bad one were read well, but their rows died with the thread.
      const bad = error.step - 1;
      const before = await read(part(batch, 0, bad));
      const after = await read(part(batch, bad + 1));
      return [...before, quarantined(error.reason), ...after];
    }
  };
  return {
    read,
    close: async () => {
      isClosed = true;
      await pool.close();
    },
  };
};
