import {
  type BigIntStats,
  close,
  constants,
  fstat,
  fstatSync,
  open,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { CachedOpen } from '../memory/cached-open.ts';
import { errorCodeOf, isLostDrive } from '../system-error.ts';

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
  /** Size and the nanosecond of the last change: what is the same of one file on every machine that sees it. */
  readonly edition: string;
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
const absences = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EIO']);

const isAbsence = (error: unknown): boolean => {
  const code = errorCodeOf(error);
  return absences.has(code) || isLostDrive(code);
};

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

/**
 * Asked at once and not in the background: the forbidden folder is our own, on a disk that we read from all
 * the time, and going to another thread and back takes longer than the answer.
 */
const isForbidden = (path: Buffer, forbidden: string): boolean => {
  try {
    return isBelow(path, realpathSync.native(forbidden, { encoding: 'buffer' }));
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
};

/** @param path without links: where an open file really is */
const isServed = async (path: Buffer, served: ServedFolders): Promise<boolean> => {
  if (served.forbidden !== undefined && isForbidden(path, served.forbidden)) return false;
  // A real path that begins as the folder is written is in it, whatever the folder's name may lead to by now.
  if (served.folders.some((folder) => isBelow(path, Buffer.from(folder)))) return true;
  for (const folder of served.folders) {
    const real = await realFolder(folder);
    if (real !== null && isBelow(path, real)) return true;
  }
  return false;
};

/**
 * Opens a file for reading and only then looks where it really is, so that no link that is swapped in
 * between can lead outside.
 * @param openCached opens what nobody has to wait for, at once
 * @returns null when it is not there, cannot be read, is not a regular file or lies outside
 */
export const openInside = async (
  path: Buffer,
  served: ServedFolders,
  openCached: CachedOpen = () => null,
): Promise<OpenedFile | null> => {
  let descriptor: number | null = null;
  try {
    descriptor = openCached(path, served.folders);
    // Of what was opened at once, the system knows all of this as well.
    const isCached = descriptor !== null;
    descriptor ??= await openFile(path, openFlags);
    const stats = isCached
      ? fstatSync(descriptor, { bigint: true })
      : await statFile(descriptor, { bigint: true });
    const real = stats.isFile() ? await realPathOfOpened(descriptor, { path, stats }) : null;
    if (real === null || !(await isServed(real, served))) return null;
    const edition = [stats.size, stats.mtimeNs].map((n) => n.toString(36)).join('-');
    const opened = {
      descriptor,
      sizeBytes: Number(stats.size),
      mtimeMs: Number(stats.mtimeNs / 1_000_000n),
      identity: `${stats.dev.toString(36)}-${stats.ino.toString(36)}-${edition}`,
      edition,
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

/** Closes a file of which nothing more is wanted, without anybody waiting: trouble with that is nobody's. */
export const letGo = (file: OpenedFile): void => {
  close(file.descriptor, () => {});
};
