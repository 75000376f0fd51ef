import { closeSync, constants, fstatSync, open, read } from 'node:fs';
import { promisify } from 'node:util';
import type { CachedRead } from '../memory/cached-read.ts';

const openFile = promisify(open);
const readFile = promisify(read);

const flags = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Opens and reads without waiting for anything; null where that cannot be done. */
export interface AtOnce {
  readonly open: (path: string) => number | null;
  readonly read: CachedRead;
}

const never: AtOnce = { open: () => null, read: () => null };

/**
 * Reads a small file of our own, of the data folder, whole. Only opening and reading can wait for a disk and
 * are done in the background where they would; going there for the rest would take longer than the rest.
 * @returns null when it cannot be read, is not a regular file, or is larger
 */
export const readSmall = async (
  path: string,
  mostBytes: number,
  atOnce: AtOnce = never,
): Promise<Buffer | null> => {
  let descriptor: number | null = null;
  try {
    descriptor = atOnce.open(path) ?? (await openFile(path, flags));
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > mostBytes) return null;
    const bytes = Buffer.allocUnsafe(stats.size);
    // What is at hand of a file may be a part of it.
    if (atOnce.read(descriptor, bytes, 0) === bytes.length) return bytes;
    const { bytesRead } = await readFile(descriptor, bytes, 0, bytes.length, 0);
    return bytesRead === bytes.length ? bytes : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
