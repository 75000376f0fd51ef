import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A disk that stops taking what is written, and takes it again. */
export interface PrivateDisk extends AsyncDisposable {
  /** What it is made of: not every machine allows the same. */
  readonly mechanism: string;
  /** Where the product sees it. */
  readonly folder: string;
  /** What the product is started through. */
  readonly through: readonly string[];
  /** Puts a copy of a folder on it. */
  fillWith(folder: string): void;
  /** Takes all room there is. */
  fill(): void;
  free(): void;
  setReadOnly(isReadOnly: boolean): void;
}

/** The machine allows no such mount. */
export class NoPrivateDiskError extends Error {
  override readonly name = 'NoPrivateDiskError';

  constructor() {
    super('This machine allows no mount in a namespace of its own.');
  }
}

/** Room for both databases with their logs many times. */
const sizeMegabytes = 24;

const writeUntilFull = (file: string): void => {
  const descriptor = openSync(file, 'w');
  try {
    for (let block = Buffer.alloc(256 * 1024, 1); block.length > 0; ) {
      try {
        writeSync(descriptor, block);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
        block = block.subarray(0, block.length >> 1);
      }
    }
  } finally {
    closeSync(descriptor);
  }
};

const isReady = async (holder: ChildProcess): Promise<boolean> => {
  const first = await Promise.race([
    once(holder.stdout as NodeJS.EventEmitter, 'data').then(([text]) => String(text)),
    // Where the programme is missing, waiting for its end fails as well.
    once(holder, 'exit').then(
      () => '',
      () => '',
    ),
  ]);
  return first.startsWith('ready');
};

/**
 * A small disk in memory that only the product and its helpers see: a mount in a namespace of its own, for which
 * an ordinary user needs no rights where the system allows user namespaces.
 * @throws NoPrivateDiskError
 */
export const makePrivateDisk = async (parent: string): Promise<PrivateDisk> => {
  const folder = join(parent, 'disk');
  mkdirSync(folder);
  const script = `mount -t tmpfs -o size=${sizeMegabytes}m,mode=700 none "$0" && echo ready && exec cat`;
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!(await isReady(holder))) throw new NoPrivateDiskError();
  const pid = String(holder.pid);
  const through = ['nsenter', '--target', pid, '--user', '--mount', '--preserve-credentials'];
  const inside = (...command: string[]): void => {
    execFileSync('nsenter', [...through.slice(1), ...command], { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const filler = join(`/proc/${pid}/root`, folder, 'filler');
  return {
    mechanism: `a disk of ${sizeMegabytes} MB in memory, mounted in a namespace`,
    folder,
    through,
    fillWith: (from) => inside('cp', '-a', `${from}/.`, folder),
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => inside('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    [Symbol.asyncDispose]: async () => {
      holder.stdin?.end();
      if (holder.exitCode === null) await once(holder, 'exit');
    },
  };
};
