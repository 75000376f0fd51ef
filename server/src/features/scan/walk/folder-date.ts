import { statSync } from 'node:fs';
import type { RealPath } from '../../../platform/paths/real-path.ts';

/** Times of a folder in milliseconds since the epoch; 0 where the file system does not tell. */
export interface FolderTimes {
  readonly birthtimeMs: number;
  readonly mtimeMs: number;
}

/** The second of January 1980: what is earlier comes from clocks and file systems that know no time. */
const earliestMs = Date.UTC(1980, 0, 2);

/**
 * When a folder came to the collection of its owner, in seconds since the epoch: when it was born or, if it
 * was changed before that, as copies on a new disk are, when it was last changed. Never later than now, unless
 * the machine itself knows no time.
 */
export const folderDate = ({ birthtimeMs, mtimeMs }: FolderTimes, nowSeconds: number): number => {
  const plausible = [birthtimeMs, mtimeMs].filter((ms) => ms >= earliestMs);
  if (plausible.length === 0) return nowSeconds;
  const seconds = Math.floor(Math.min(...plausible) / 1000);
  return nowSeconds * 1000 < earliestMs ? seconds : Math.min(seconds, nowSeconds);
};

/** The date of a folder on the disk, see folderDate; now when it went meanwhile. */
export const readFolderDate = (folder: RealPath, nowSeconds: number): number => {
  try {
    return folderDate(statSync(folder), nowSeconds);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nowSeconds;
    throw error;
  }
};
