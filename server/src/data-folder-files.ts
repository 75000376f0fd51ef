import { accessSync, constants, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** Why the server cannot start. The message is a sentence for the person who runs it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Files without which there is nothing to start with, and the way out when one of them is something else. */
const needed: Readonly<Record<string, string>> = {
  'state.db': 'Move it away and put back a copy of state.db (tonearm restore lists those that there are)',
  // What SQLite keeps beside it. The first holds changes that are acknowledged: it is never passed over.
  'state.db-wal': 'Move it away',
  'state.db-shm': 'Remove it',
  'state.db-journal': 'Move it away',
  'secret.key': 'Move it away and put back a copy of secret.key',
  lock: 'Remove it',
  'lock-journal': 'Remove it',
};

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
};

const whoRuns = (): string => {
  try {
    return userInfo().username;
  } catch {
    // No entry in the list of users: containers run so.
    return String(process.getuid?.() ?? 'this user');
  }
};

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** How to give a folder to whoever runs the server. */
const giveBack = (folder: string): string =>
  `Give it to the user who runs the server: chown -R ${quoted(whoRuns())} ${quoted(folder)}, and chmod -R u+rwX ${quoted(folder)}.`;

/** @returns undefined for a link to nothing, to itself or to where this user may not look */
const statsBehind = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const check = (folder: string, name: string, wayOut: string): void => {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  const stats = statsBehind(path);
  if (stats === undefined)
    throw new StartError(`${path} is a link that leads nowhere. ${wayOut} and start again.`);
  if (!stats.isFile())
    throw new StartError(`${path} is ${kindOf(stats)} and not a file. ${wayOut} and start again.`);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new StartError(
      `${path} cannot be read by ${whoRuns()}, who runs the server: it belongs to the user with the number ${stats.uid}. ${giveBack(folder)}`,
    );
  }
};

/**
 * Looks at what stands in the data folder before anything is opened: some of it would hold the server for
 * ever, and most of it would fail far away from its cause.
 * @throws StartError naming the first thing that cannot be used, and what to do
 */
export const checkFiles = (folder: string): void => {
  try {
    readdirSync(folder);
    // Names alone can be listed where nothing may be entered.
    accessSync(folder, constants.X_OK);
  } catch (error) {
    const why = (error as Error).message;
    throw new StartError(
      `The data folder ${folder} cannot be read by ${whoRuns()}: ${why}. ${giveBack(folder)}`,
    );
  }
  for (const [name, wayOut] of Object.entries(needed)) check(folder, name, wayOut);
};

/** Makes a folder and those above it. Not by Node's own recursion: below `/proc` that never ends. */
export const makeFolder = (path: string, mode: number): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  mkdirSync(path, { mode });
};
