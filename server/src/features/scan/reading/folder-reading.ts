import { WorkerFailure } from '../../../platform/child/worker-pool.ts';
import { canReadSoon } from '../../../platform/memory/read-soon.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { ReadAhead } from './read-ahead.ts';
import { type PackedFolders, type ReadFolder, unpackFolders } from './read-folders.ts';

/** Folders to look into, by their absolute paths; what is in them is read. */
export interface FolderBatch {
  readonly folders: readonly string[];
}

/** What was found in some folders. */
export interface FoundFolders {
  readonly songs: number;
  /**
   * Makes objects of it, for which memory is taken only now.
   * @returns one for each, in order; null for those that are to be looked into by whoever asks
   */
  take(): (ReadFolder | null)[];
}

/**
 * Looks into folders, and reads their songs, by a pool.
 * @param deps.isClosed whether what is under way is to be forgotten
 */
export const createFolderReading = (deps: {
  readonly pool: { run(task: FolderBatch): Promise<PackedFolders> };
  readonly disk: DiskWatch;
  readonly ahead: ReadAhead;
  readonly isClosed: () => boolean;
}): ((folders: readonly string[]) => Promise<FoundFolders>) => {
  const { pool, disk, ahead, isClosed } = deps;
  let isCold = false;
  return async (folders) => {
    const others: FoundFolders = { songs: 0, take: () => folders.map(() => null) };
    // From a slow disk files are fetched ahead, and so have to be known.
    if (disk.isSlow()) return others;
    // It will be a while until a reader comes to them.
    if (isCold) ahead.lookInto(folders);
    try {
      const packed = await pool.run({ folders });
      isCold = packed.isCold;
      disk.note(packed.disk, canReadSoon);
      return { songs: packed.songs, take: () => unpackFolders(packed) };
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      if (isClosed()) return new Promise(() => {});
      if (error.step === 0) throw error;
      // Which file it was comes out where they are read one by one.
      return others;
    }
  };
};
