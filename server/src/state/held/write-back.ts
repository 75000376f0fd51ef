import { lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { fileAt, type OpenFiles } from '../../db/open-files.ts';
import { syncFolder, writeCopy } from '../../db/snapshot.ts';

/** What somebody else put there is kept under a name of its time: it may be a copy that somebody wanted back. */
const setAside = ({ path, database, log }: OpenFiles, time: string): void => {
  const mine = { '': database, '-wal': log } as const;
  for (const tail of ['', '-wal', '-journal'] as const) {
    const stats = lstatSync(path + tail, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const isMine = tail !== '-journal' && stats.isFile() && fileAt(path + tail) === mine[tail];
    if (!isMine && (!stats.isFile() || stats.size > 0))
      renameSync(path + tail, `${path}.found-${time}${tail}`);
    // The file itself is replaced at one stroke; a log would be read into what takes its place.
    else if (tail !== '') rmSync(path + tail);
  }
  rmSync(`${path}-shm`, { recursive: true, force: true });
};

/**
 * Writes everything that a connection still holds to where its files were taken away: verified, and on the disk when
 * this returns. Whoever keeps the connection opens the new file then.
 * @throws what SQLite or the disk says; what lay there is untouched where there is no room for it
 */
export const writeBack = (raw: Connection, files: OpenFiles, nowMs: number): void => {
  const { path } = files;
  const copy = `${path}.held`;
  writeCopy(raw, copy);
  setAside(files, new Date(nowMs).toISOString().replace(/[-:.]/g, ''));
  renameSync(copy, path);
  syncFolder(dirname(path));
};
