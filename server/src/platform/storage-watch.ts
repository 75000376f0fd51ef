import { access, constants, statfs } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { type WriteTrouble, writeTrouble } from './storage-trouble.ts';

/** Whether what people do can be saved. */
export interface StorageState {
  readonly code: 'ok' | WriteTrouble;
  /** Room on the disk of the data folder for whoever runs the server; null when the disk does not say. */
  readonly freeBytes: number | null;
  /** Since when it is so, in seconds since the epoch; null while it always was. */
  readonly since: number | null;
}

/** Nothing is wrong, as far as is known. */
export const soundStorage: StorageState = { code: 'ok', freeBytes: null, since: null };

/** Looks after the disk of the data folder. Nothing is written to find out, so that a disk may sleep. */
export interface StorageWatch {
  current(): StorageState;
  /** Takes note of an error: one that says that nothing can be written is shown at once. */
  note(error: unknown): void;
  /** Looks now. */
  check(): Promise<void>;
  start(): void;
  close(): void;
}

/** How often it is looked, in milliseconds. */
const lookEveryMs = 5_000;

/** Less room than this, and nothing that matters can be saved, in bytes. */
const fullBelowBytes = 256 * 1024;

const words: Readonly<Record<WriteTrouble, string>> = {
  full: 'the disk of the data folder is full: what is there is shown and played, and changes are refused',
  'read-only':
    'the data folder cannot be written to: what is there is shown and played, and changes are refused',
};

const look = async (folder: string): Promise<Pick<StorageState, 'code' | 'freeBytes'>> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    await access(folder, constants.W_OK);
    return { code: freeBytes < fullBelowBytes ? 'full' : 'ok', freeBytes };
  } catch (error) {
    return { code: writeTrouble(error) ?? 'read-only', freeBytes: null };
  }
};

/** Whoever starts it closes it. */
export const createStorageWatch = (deps: {
  folder: string;
  clock: Pick<Clock, 'schedule' | 'nowMs'>;
  log: Pick<Log, 'warn'>;
  /** Whether the databases can be written to: a folder that can is not enough. */
  isWritable: () => boolean;
  onChange: (state: StorageState) => void;
}): StorageWatch => {
  let state = soundStorage;
  let isClosed = false;
  let cancel = (): void => {};
  /** Told lately: looking alone does not see everything (a quota, a disk that became read-only by an error). */
  let noted: WriteTrouble | null = null;

  const become = (code: StorageState['code'], freeBytes: number | null): void => {
    const before = state;
    const isOther = code !== before.code;
    state = { code, freeBytes, since: isOther ? Math.floor(deps.clock.nowMs() / 1000) : before.since };
    if (!isOther) return;
    deps.log.warn(code === 'ok' ? 'the data folder can be written to again' : words[code]);
    deps.onChange(state);
  };

  const check = async (): Promise<void> => {
    const told = noted;
    noted = null;
    const found = await look(deps.folder);
    if (isClosed) return;
    const unseen = told ?? (deps.isWritable() ? 'ok' : 'read-only');
    become(found.code === 'ok' ? unseen : found.code, found.freeBytes);
  };

  const watch = (): void => {
    cancel = deps.clock.schedule(lookEveryMs, () => {
      void check().then(() => {
        if (!isClosed) watch();
      });
    });
  };

  return {
    current: () => state,
    note: (error) => {
      const trouble = writeTrouble(error);
      if (trouble === null) return;
      noted = trouble;
      if (state.code === 'ok') become(trouble, state.freeBytes);
    },
    check,
    start: () => {
      void check();
      watch();
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
};
