import type { RealPath } from '../../../platform/paths/real-path.ts';
import { readFolderDate } from './folder-date.ts';
import { type FolderReading, type LinkRule, readFolder } from './read-folder.ts';

/** Where folders of songs are looked into. */
export interface SongFolders {
  read(folder: RealPath): FolderReading;
  /** When a folder came to the collection of its owner, in seconds since the epoch. */
  dateOf(folder: RealPath, nowSeconds: number): number;
}

/** Folders of the host. */
export const createHostFolders = (mayFollow: LinkRule): SongFolders => ({
  read: (folder) => readFolder(folder, mayFollow),
  dateOf: readFolderDate,
});
