import { closeSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { constants as system } from 'node:os';
import { rememberNewest } from '../remembered.ts';

/** `openat2`, by the same number wherever there is Linux. @see openat2(2) */
const openat2 = 437;
/** `AT_FDCWD`: a path stands for itself. */
const fromHere = -100;
/** `O_CLOEXEC`, as whatever Node.js opens has it; `O_PATH`: a place, which no file system is asked to open. */
const closedInPrograms = 0o2000000;
const placeOnly = 0o10000000;
/** `RESOLVE_CACHED`: nothing is opened that a disk would have to be waited for. */
const cachedOnly = 0x20;
/** `RESOLVE_NO_XDEV` and `RESOLVE_NO_SYMLINKS`: what lies on the way belongs to one file system, and is no link. */
const oneFileSystem = 0x01;
const noLinks = 0x04;

/**
 * Opens a file by its path from a folder on, for reading, and waits for nothing.
 * @param folder absolute; links on the way to it are followed, and none from there on
 * @returns a descriptor; `wait` where it would have to be waited for or cannot be opened so, `never` where the system
 * does not know how
 */
export type OpenNoWait = (folder: Buffer, below: Buffer) => number | 'wait' | 'never';

/** `struct open_how`. */
const how = (flags: number, resolve: number): Buffer => {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64LE(BigInt(flags), 0);
  bytes.writeBigUInt64LE(BigInt(resolve), 16);
  return bytes;
};

const howToStand = how(placeOnly | closedInPrograms, cachedOnly);
// A pipe that took a file's place must not hold this thread.
const howToRead = how(
  constants.O_RDONLY | constants.O_NONBLOCK | closedInPrograms,
  cachedOnly | oneFileSystem | noLinks,
);

const end = Buffer.alloc(1);
const asText = (path: Buffer): Buffer => Buffer.concat([path, end]);

/** Linux has it since 5.12; where there is none, everything is opened by other threads. */
export const openOpenNoWait = async (): Promise<OpenNoWait | null> => {
  if (process.platform !== 'linux') return null;
  try {
    const { default: koffi } = await import('koffi');
    const types = ['long', 'int', 'void *', 'void *', 'size_t'];
    const call = koffi.load(null).func('syscall', 'long', types) as (
      number: number,
      from: number,
      path: Buffer,
      how: Buffer,
      howBytes: number,
    ) => number;
    const unknown = new Set<number>([system.errno.ENOSYS, system.errno.EINVAL]);
    const answer = (result: number): ReturnType<OpenNoWait> => {
      if (result >= 0) return result;
      return unknown.has(koffi.errno()) ? 'never' : 'wait';
    };
    return (folder, below) => {
      const place = answer(call(openat2, fromHere, asText(folder), howToStand, howToStand.length));
      if (typeof place === 'string') return place;
      const opened = answer(call(openat2, place, asText(below), howToRead, howToRead.length));
      closeSync(place);
      return opened;
    };
  } catch {
    return null;
  }
};

/**
 * Kinds of file systems that ask nobody when a file is opened that they know: ext2 to ext4, XFS, Btrfs, F2FS and tmpfs.
 * A drive of another machine, or one that a program stands behind, may be waited for whatever the system knows.
 * @see statfs(2)
 */
const ownKinds = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/** For so long it is not asked again what kind a folder is of, in milliseconds: another disk may take its place. */
const knownForMs = 60_000;

/** Folders that are known: sources, and those of our own. */
const mostFolders = 100;

const kindOf = async (folder: string): Promise<number> => (await statfs(folder)).type;

/** Tells of which folders files are opened without waiting; it is found out meanwhile where it is not known. */
const createOwnFolders = (kind: typeof kindOf, monotonicMs: () => number) => {
  const known = new Map<string, { readonly isOwn: boolean; readonly untilMs: number }>();

  const findOut = async (folder: string): Promise<void> => {
    // Not asked twice at once, however long the answer takes.
    const learn = (isOwn: boolean, untilMs: number): void =>
      rememberNewest(known, { key: folder, value: { isOwn, untilMs }, most: mostFolders });
    learn(false, Number.POSITIVE_INFINITY);
    // What cannot be told is tried as ever, and says why.
    const found = await kind(folder).catch(() => null);
    learn(found !== null && ownKinds.has(found), monotonicMs() + knownForMs);
  };

  return (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined && monotonicMs() < found.untilMs) return found.isOwn;
    void findOut(folder);
    return false;
  };
};

/** The path from a folder on; null where it is not below it, or no path. */
const pathBelow = (path: Buffer, folder: Buffer): Buffer | null => {
  const isBelow = path.subarray(0, folder.length).equals(folder) && path[folder.length] === 0x2f;
  return isBelow && !path.includes(0) ? path.subarray(folder.length + 1) : null;
};

/**
 * Opens a file on this thread where nothing has to be waited for.
 * @param path absolute
 * @param folders absolute; it lies in one of them, as it is written
 * @returns a descriptor; null where others are to open it, which may find that it cannot be
 */
export type CachedOpen = (path: Buffer, folders: readonly string[]) => number | null;

/**
 * Makes a way to open what the system knows by heart without another thread: that takes a fifteenth of the time, and a
 * song that is played is mostly such. The first time it is asked it only begins to be.
 */
export const createCachedOpen = ({
  open = openOpenNoWait,
  kind = kindOf,
  monotonicMs = () => performance.now(),
}: {
  readonly open?: () => Promise<OpenNoWait | null>;
  readonly kind?: (folder: string) => Promise<number>;
  readonly monotonicMs?: () => number;
} = {}): CachedOpen => {
  const isOwn = createOwnFolders(kind, monotonicMs);
  let openNoWait: OpenNoWait | null = null;
  let isOpened = false;

  const begin = async (): Promise<void> => {
    isOpened = true;
    openNoWait = await open();
  };

  const openIn = (folder: Buffer, below: Buffer): number | null => {
    const opened = openNoWait?.(folder, below) ?? 'wait';
    if (opened === 'never') openNoWait = null;
    return typeof opened === 'number' ? opened : null;
  };

  return (path, folders) => {
    if (!isOpened) void begin();
    for (const folder of folders) {
      const bytes = Buffer.from(folder);
      const below = pathBelow(path, bytes);
      if (below !== null) return isOwn(folder) && openNoWait !== null ? openIn(bytes, below) : null;
    }
    return null;
  };
};
