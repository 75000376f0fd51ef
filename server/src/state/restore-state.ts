import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CopyFacts, copyKeyBeside, examineCopy, fileToRestore } from './state-copy.ts';

/** A copy that is sound and lies ready in the data folder. */
export interface ReadyCopy {
  readonly facts: CopyFacts;
  /** Whether a key lies beside the copy. */
  readonly hasKey: boolean;
  /**
   * Puts it in the place of `state.db`, which goes to a folder of its own with its logs.
   * @returns that folder
   */
  putInPlace(nowMs: number): string;
  /** Takes it away again. */
  discard(): void;
}

const waiting = 'state.db.restoring';
/** The database last: until then a start finds it, or says that it is missing. */
const replaced = ['state.db-shm', 'state.db-wal', 'state.db-journal', 'state.db'];

const sync = (folder: string): void => {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const moveAll = (names: readonly string[], from: string, to: string): void => {
  for (const name of names) if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
  sync(to);
  sync(from);
};

/**
 * Copies what is to be restored into the data folder and looks whether a server could start with it. Whoever asks
 * holds the folder.
 * @param source a file, or a folder that holds `state.db`
 * @throws CopyError; nothing is changed then
 */
export const readyCopy = async (dataFolder: string, source: string): Promise<ReadyCopy> => {
  const file = fileToRestore(resolve(source));
  const facts = await examineCopy(file, join(dataFolder, waiting), { keeps: true });
  const hasKey = existsSync(join(dirname(file), 'secret.key'));
  const isElsewhere = dirname(file) !== resolve(dataFolder);
  return {
    facts,
    hasKey,
    discard: () => rmSync(join(dataFolder, waiting), { force: true }),
    putInPlace: (nowMs) => {
      const time = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
      const aside = join(dataFolder, `replaced-${time}`);
      mkdirSync(aside, { mode: 0o700 });
      const bringsKey = hasKey && isElsewhere;
      moveAll(bringsKey ? [...replaced, 'secret.key'] : replaced, dataFolder, aside);
      if (bringsKey) copyKeyBeside(file, dataFolder);
      renameSync(join(dataFolder, waiting), join(dataFolder, 'state.db'));
      sync(dataFolder);
      return aside;
    },
  };
};

/** Takes back what {@link ReadyCopy} did: what it put in place goes into the same folder, under another name. */
export const takeBack = (dataFolder: string, aside: string): void => {
  for (const name of replaced) {
    if (existsSync(join(dataFolder, name)))
      renameSync(join(dataFolder, name), join(aside, `refused-${name}`));
  }
  const kept = ['secret.key', ...replaced];
  moveAll(kept, aside, dataFolder);
};

/** @returns nothing where there is no folder, or something else in its place */
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Copies of `state.db` that lie in a data folder, the newest last of each kind: before upgrades, then backups. */
export const copiesIn = (dataFolder: string): string[] => {
  const own = join(dataFolder, 'backups');
  const before = namesIn(dataFolder).filter((name) => /^state\.db\.before-.*Z$/.test(name));
  const backups = namesIn(own).filter((name) => /^tonearm-.*\.db$/.test(name));
  return [
    ...before.toSorted().map((name) => join(dataFolder, name)),
    ...backups.toSorted().map((name) => join(own, name)),
  ];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What to run when `state.db` cannot be trusted: a sentence with the command, and the newest copy that there is. */
export const wayBack = (dataFolder: string): string => {
  const newest = copiesIn(dataFolder).at(-1);
  const command = `tonearm restore ${newest === undefined ? 'FILE' : quoted(newest)} --data ${quoted(dataFolder)}`;
  return newest === undefined
    ? `Put back a copy of state.db from a backup: ${command}`
    : `Put back a copy of state.db (this is the newest one here): ${command}`;
};
