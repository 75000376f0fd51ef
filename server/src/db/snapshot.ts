import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { quickCheck } from './quick-check.ts';

/** Compared at once, in bytes. */
const blockBytes = 1024 * 1024;

const withFile = <Result>(path: string, flags: string, work: (descriptor: number) => Result): Result => {
  const descriptor = openSync(path, flags);
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const isSame = (one: string, other: string): boolean => {
  if (statSync(one).size !== statSync(other).size) return false;
  const [mine, theirs] = [Buffer.alloc(blockBytes), Buffer.alloc(blockBytes)];
  return withFile(one, 'r', (first) =>
    withFile(other, 'r', (second) => {
      for (;;) {
        const length = readSync(first, mine);
        readSync(second, theirs);
        if (length === 0) return true;
        if (!mine.subarray(0, length).equals(theirs.subarray(0, length))) return false;
      }
    }),
  );
};

/** @throws Error when SQLite finds anything wrong with a copy */
const verify = (path: string): void => {
  // Not for reading only: SQLite then leaves out the constraints.
  const copy = new Database(path, { fileMustExist: true });
  try {
    const damage = quickCheck(copy);
    if (damage !== null) throw new Error(damage);
  } finally {
    copy.close();
  }
};

const latest = (path: string): string | undefined => {
  const [folder, start] = [dirname(path), `${basename(path)}-`];
  const names = readdirSync(folder).filter((name) => name.startsWith(start));
  const last = names.sort().at(-1);
  return last === undefined ? undefined : join(folder, last);
};

/**
 * The copy to go back to from a step that is not wanted: made before it, or before an earlier one, the latest of
 * those.
 * @returns its path; null when there is none
 */
export const findCopyBefore = (path: string, step: string): string | null => {
  const start = `${basename(path)}.before-`;
  const copies = readdirSync(dirname(path))
    .filter((name) => name.startsWith(start) && /-\d{8}T\d{9}Z$/.test(name))
    .filter((name) => name.slice(start.length).replace(/-[^-]+$/, '') <= step);
  const last = copies.sort().at(-1);
  return last === undefined ? null : join(dirname(path), last);
};

/** For its owner alone, whoever asks for it. */
const writePartial = (raw: Database.Database, partial: string): void => {
  rmSync(partial, { force: true });
  withFile(partial, 'w', (descriptor) => fchmodSync(descriptor, 0o600));
  raw.prepare('VACUUM INTO ?').run(partial);
  verify(partial);
};

/** What a folder says of its files is on the disk when this returns. */
export const syncFolder = (folder: string): void => withFile(folder, 'r', fsyncSync);

/** Writes a copy of a database, also of one that a server has open: verified and on the disk when this returns. */
export const writeCopy = (raw: Database.Database, target: string): void => {
  const partial = `${target}.part`;
  try {
    writePartial(raw, partial);
    withFile(partial, 'r+', fsyncSync);
    renameSync(partial, target);
    syncFolder(dirname(target));
  } finally {
    rmSync(partial, { force: true });
  }
};

/**
 * Writes a copy of a database beside it, verified and on the disk when this returns, under a name of its
 * own time: `state.db.before-<step>-20260102T030405678Z`. A start that fails over and over keeps one copy.
 */
export const keepSnapshot = (raw: Database.Database, options: { step: string; nowMs: number }): void => {
  const target = `${raw.name}.before-${options.step}`;
  const partial = `${target}.part`;
  try {
    writePartial(raw, partial);
    const known = latest(target);
    if (known !== undefined && isSame(partial, known)) return;
    // SQLite does not wait for the disk here.
    withFile(partial, 'r+', fsyncSync);
    const time = new Date(options.nowMs).toISOString().replace(/[-:.]/g, '');
    renameSync(partial, `${target}-${time}`);
    syncFolder(dirname(target));
  } finally {
    rmSync(partial, { force: true });
  }
};
