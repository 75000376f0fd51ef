import type { SongReader } from '../../tags/index.ts';

/** How a reader waited for the disk. */
export interface DiskWait {
  /** The part of the time, 0 to 1. */
  readonly share: number;
  /** Milliseconds a file. */
  readonly msPerFile: number;
}

/**
 * The part of its time a reader must wait for the disk before another one waits beside it, which takes 30 MB: reading
 * is what the scan waits for then. Where the system has all files in its memory it is a third.
 */
const coldDiskShare = 0.6;

/**
 * When files are fetched ahead of readers, by the part of their time and by the milliseconds a file that they wait: on a
 * network drive nearly all of it is waiting, and many files can be waited for at once. Fetching one takes a tenth of a
 * millisecond of the processor, which is no gain where the disk is as quick as that.
 */
const slowDisk: DiskWait = { share: 0.7, msPerFile: 1 };

/** How much the newest batch counts in the average. */
const newestWeight = 0.05;

/**
 * Begins to watch how much of the time goes into waiting for the disk.
 * @returns a function that tells it for so many files; nothing when the processor is what is short: then everything
 * takes longer than it computes, not the disk alone
 */
export const watchDisk = (reader: Pick<SongReader, 'waitedMs'>): ((files: number) => DiskWait) => {
  const sinceMs = performance.now();
  const waitedBeforeMs = reader.waitedMs();
  const cpuBefore = process.threadCpuUsage();
  return (files) => {
    const elapsedMs = performance.now() - sinceMs;
    const diskMs = reader.waitedMs() - waitedBeforeMs;
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const isProcessorShort = elapsedMs - diskMs > (user + system) / 1000;
    if (isProcessorShort || elapsedMs === 0) return { share: 0, msPerFile: 0 };
    return { share: diskMs / elapsedMs, msPerFile: diskMs / Math.max(1, files) };
  };
};

/** Tells by how readers wait what kind of disk they read from. */
export const createDiskWatch = (slow: DiskWait = slowDisk) => {
  let mean: DiskWait = { share: 0, msPerFile: 0 };
  /** Of what was not asked for before. */
  let shareOfOthers = 0;
  let isSlow = false;
  return {
    /** Whether another reader is to wait beside the first. */
    isCold: (): boolean => shareOfOthers >= coldDiskShare,
    /** Whether it ever was: files that are fetched ahead are waited for no more. */
    isSlow: (): boolean => isSlow,
    /** @param isAskedFor whether the files were asked for before the first was read: they are waited for at once */
    note: ({ share, msPerFile }: DiskWait, isAskedFor = false): void => {
      if (!isAskedFor) shareOfOthers += (share - shareOfOthers) * newestWeight;
      mean = {
        share: mean.share + (share - mean.share) * newestWeight,
        msPerFile: mean.msPerFile + (msPerFile - mean.msPerFile) * newestWeight,
      };
      isSlow ||= mean.share >= slow.share && mean.msPerFile >= slow.msPerFile;
    },
  };
};

/** See {@link createDiskWatch}. */
export type DiskWatch = ReturnType<typeof createDiskWatch>;
