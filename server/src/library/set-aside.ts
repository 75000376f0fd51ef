import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Damaged libraries that are kept, to find out what happened; older ones go. */
const mostKept = 2;

const tails = ['', '-wal', '-shm', '-journal'] as const;
const asideName = /^library\.db\.damaged-(\d{8}T\d{9}Z)/;

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether something else than a file stands where SQLite keeps the log of the library, and so cannot. */
export const isLogBlocked = (dataFolder: string): boolean =>
  tails
    .slice(1)
    .map((tail) => lstatSync(join(dataFolder, `library.db${tail}`), { throwIfNoEntry: false }))
    .some((stats) => stats?.isFile() === false);

const removeOld = (dataFolder: string, kept: number): void => {
  const names = readdirSync(dataFolder);
  const times = [...new Set(names.flatMap((name) => asideName.exec(name)?.[1] ?? []))].sort();
  const old = new Set(times.slice(0, Math.max(0, times.length - kept)));
  for (const name of names) {
    if (!old.has(asideName.exec(name)?.[1] ?? '')) continue;
    rmSync(join(dataFolder, name), { recursive: true, force: true });
  }
};

/**
 * Takes `library.db`, whatever it is, out of the way under a name of its time, with its log; the two latest are
 * kept. Nobody may have it open for writing.
 * @returns whether there was one
 */
export const setLibraryAside = (dataFolder: string, nowMs: number): boolean => {
  const time = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
  const path = join(dataFolder, 'library.db');
  const wasThere = exists(path);
  for (const tail of tails) {
    if (exists(path + tail)) renameSync(path + tail, join(dataFolder, `library.db.damaged-${time}${tail}`));
  }
  removeOld(dataFolder, mostKept);
  return wasThere;
};

/** Removes what was set aside: on a full disk the next library needs the room more. */
export const removeSetAside = (dataFolder: string): void => {
  if (existsSync(dataFolder)) removeOld(dataFolder, 0);
};
