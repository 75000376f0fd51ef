import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Writes files, and counts what it wrote. */
export interface Output {
  folder: (relative: string) => void;
  /** @param timeSeconds of the last change, since the epoch @throws when the file is there already */
  file: (relative: string, data: Buffer, timeSeconds: number) => void;
  counts: () => { folders: number; files: number; bytes: number };
}

/** Files below `root`. */
export function createDiskOutput(root: string): Output {
  const folders = new Set<string>();
  let files = 0;
  let bytes = 0;
  const folder = (relative: string) => {
    if (folders.has(relative)) return;
    if (relative.includes('/')) folder(posix.dirname(relative));
    mkdirSync(join(root, relative), { recursive: true });
    folders.add(relative);
  };
  return {
    folder,
    file(relative, data, timeSeconds) {
      const handle = openSync(join(root, relative), 'wx');
      try {
        writeSync(handle, data);
        futimesSync(handle, timeSeconds, timeSeconds);
      } finally {
        closeSync(handle);
      }
      bytes += data.length;
      files++;
    },
    counts: () => ({ folders: folders.size, files, bytes }),
  };
}
