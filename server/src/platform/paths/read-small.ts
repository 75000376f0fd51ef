import { closeSync, constants, fstatSync, open, read } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);
const readFile = promisify(read);

const flags = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Reads a small file of our own, of the data folder, whole. Only opening and reading can wait for a disk and
 * are done in the background; going there for the rest would take longer than the rest.
 * @returns null when it cannot be read, is not a regular file, or is larger
 */
export const readSmall = async (path: string, mostBytes: number): Promise<Buffer | null> => {
  let descriptor: number | null = null;
  try {
    descriptor = await openFile(path, flags);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > mostBytes) return null;
    const bytes = Buffer.allocUnsafe(stats.size);
    const { bytesRead } = await readFile(descriptor, bytes, 0, bytes.length, 0);
    return bytesRead === bytes.length ? bytes : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
