import { type BigIntStats, close, constants, fstat, open, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

/** A file that was opened and found to be where it may be. */
export interface OpenedFile {
  /** Whoever asked for it closes it. */
  readonly descriptor: number;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /**
   * Same text, same bytes, as far as the file system tells: device, inode, size and the nanosecond of the
   * last change.
   */
  readonly identity: string;
}

/** Where served files may lie. Links may be followed as long as they end inside one of `folders`. */
export interface ServedFolders {
  /** Absolute folders, themselves perhaps links. */
  readonly folders: readonly string[];
  /** Never served from, even when it lies inside one of them: the data folder. */
  readonly forbidden?: string | undefined;
}

/** Reading only; a pipe that took a file's place must not hold the thread that opens it. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reasons why there is nothing to serve, as opposed to trouble that should be heard of. */
const absences = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'ENXIO',
  'ENODEV',
  'EIO',
  'ESTALE',
  'ETIMEDOUT',
]);

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && absences.has(String(error.code));

const separator = Buffer.from('/');

const isBelow = (path: Buffer, folder: Buffer): boolean => {
  const root = folder.at(-1) === 0x2f ? folder : Buffer.concat([folder, separator]);
  return path.length > root.length && path.subarray(0, root.length).equals(root);
};

const realFolder = async (folder: string): Promise<Buffer | null> => {
  try {
    return await realpath(folder, { encoding: 'buffer' });
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
};

/** Where an open file really is: told by the kernel, else by its path, when that still leads to the file. */
const realPathOfOpened = async (
  descriptor: number,
  opened: { path: Buffer; stats: BigIntStats },
): Promise<Buffer | null> => {
  if (process.platform === 'linux') {
    // The kernel knows it by heart: no disk is asked, so nothing waits.
    return readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' });
  }
  const real = await realpath(opened.path, { encoding: 'buffer' });
  const now = await stat(real, { bigint: true });
  return now.dev === opened.stats.dev && now.ino === opened.stats.ino ? real : null;
};

/** Where the forbidden folder and the first served one really are: nearly always all that is needed. */
const firstFolders = (served: ServedFolders): Promise<[Buffer | null, Buffer | null]> => {
  const [first] = served.folders;
  return Promise.all([
    served.forbidden === undefined ? null : realFolder(served.forbidden),
    first === undefined ? null : realFolder(first),
  ]);
};

const isServed = async (
  path: Buffer,
  served: ServedFolders,
  [forbidden, first]: [Buffer | null, Buffer | null],
): Promise<boolean> => {
  if (forbidden !== null && isBelow(path, forbidden)) return false;
  if (first !== null && isBelow(path, first)) return true;
  for (const folder of served.folders.slice(1)) {
    const real = await realFolder(folder);
    if (real !== null && isBelow(path, real)) return true;
  }
  return false;
};

/**
 * Opens a file for reading and only then looks where it really is, so that no link that is swapped in
 * between can lead outside.
 * @returns null when it is not there, cannot be read, is not a regular file or lies outside
 */
export const openInside = async (path: Buffer, served: ServedFolders): Promise<OpenedFile | null> => {
  let descriptor: number | null = null;
  const folders = firstFolders(served);
  folders.catch(() => {});
  try {
    descriptor = await openFile(path, openFlags);
    const stats = await statFile(descriptor, { bigint: true });
    const real = stats.isFile() ? await realPathOfOpened(descriptor, { path, stats }) : null;
    if (real === null || !(await isServed(real, served, await folders))) return null;
    const opened = {
      descriptor,
      sizeBytes: Number(stats.size),
      mtimeMs: Number(stats.mtimeNs / 1_000_000n),
      identity: [stats.dev, stats.ino, stats.size, stats.mtimeNs].map((n) => n.toString(36)).join('-'),
    };
    descriptor = null;
    return opened;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  } finally {
    if (descriptor !== null) await closeFile(descriptor);
  }
};

/** Closes what `openInside` opened. */
export const closeOpened = async (file: OpenedFile): Promise<void> => {
  await closeFile(file.descriptor);
};
