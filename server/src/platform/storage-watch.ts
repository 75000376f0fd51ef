import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
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
  /** Whether little room is left: a time to make some before it is full. */
  isLow(): boolean;
  /** Takes note of an error: one that says that nothing can be written is shown at once. */
  note(error: unknown): void;
  /** Takes note of what somebody else met who wrote. */
  noteTrouble(trouble: WriteTrouble): void;
  /** Looks now. */
  check(): Promise<void>;
  start(): void;
  close(): void;
}

/** How often it is looked, in milliseconds. */
const lookEveryMs = 5_000;

/** Less room than this, and nothing that matters can be saved, in bytes. */
const fullBelowBytes = 256 * 1024;

/** Less room than this is little; it is enough again from the second on, in bytes. */
const lowBelowBytes = 512 * 1024 * 1024;
const enoughFromBytes = 1024 * 1024 * 1024;

/**
 * Room that must have come, in bytes, before a disk on which something found no room counts as well again: what
 * needed more than there was would only fail again. After a pause it counts as well all the same (a quota is not seen
 * in the room that is left, nor are errors of a disk), in milliseconds; each time that proves wrong, the next pause is twice as long.
 */
const moreRoomBytes = 1024 * 1024;
const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;

const words: Readonly<Record<WriteTrouble, string>> = {
  full: 'the disk of the data folder is full: what is there is shown and played, and changes are refused',
  'read-only':
    'the data folder cannot be written to: what is there is shown and played, and changes are refused',
  failing:
    'the disk of the data folder reports errors: what is there is shown and played, and changes that meet one are refused',
};

const roomOnDisk = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const look = async (
  folder: string,
  roomOf: typeof roomOnDisk,
): Promise<Pick<StorageState, 'code' | 'freeBytes'>> => {
  try {
    const freeBytes = await roomOf(folder);
    await access(folder, constants.W_OK);
    return { code: freeBytes < fullBelowBytes ? 'full' : 'ok', freeBytes };
  } catch (error) {
    return { code: writeTrouble(error) ?? 'read-only', freeBytes: null };
  }
};

/** Remembers what was met, and how much room something did not find. */
const createBelief = (clock: Pick<Clock, 'monotonicMs'>) => {
  let pauseMs = firstPauseMs;
  /** What there has to be, and until when that is believed, on the monotonic clock; null when nothing failed. */
  let met: { readonly code: WriteTrouble; readonly bytes: number; readonly untilMs: number } | null = null;
  return {
    meet: (code: 'full' | 'failing', freeBytes: number | null): void => {
      const bytes = code === 'full' ? (freeBytes ?? 0) + moreRoomBytes : Number.POSITIVE_INFINITY;
      met = { code, bytes, untilMs: clock.monotonicMs() + pauseMs };
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    },
    /** What it is still held to be; null when it counts as well again. */
    still: (freeBytes: number | null): WriteTrouble | null => {
      if (met === null) return null;
      const hasCome = (freeBytes ?? 0) >= met.bytes;
      if (hasCome) pauseMs = firstPauseMs;
      if (hasCome || clock.monotonicMs() >= met.untilMs) met = null;
      return met?.code ?? null;
    },
  };
};

/**
 * What was told since it was last looked: looking alone does not see everything (a quota, a disk that became read-only by
 * an error). The room is that of the moment in which it was first told: until it is looked, some may have come.
 */
const createNotes = (roomOf: () => Promise<number>) => {
  const none = { trouble: null, room: Promise.resolve(null) } as const;
  let noted: { readonly trouble: WriteTrouble | null; readonly room: Promise<number | null> } = none;
  return {
    note: (trouble: WriteTrouble): void => {
      const room = noted.trouble === null ? roomOf().catch(() => null) : noted.room;
      noted = { trouble, room };
    },
    take: () => {
      const taken = noted;
      noted = none;
      return taken;
    },
  };
};

/** Warns once before a disk is full, and again only when there was enough meanwhile. */
const createLowRoom = (log: Pick<Log, 'warn'>) => {
  let isLow = false;
  return {
    isLow: (): boolean => isLow,
    look: ({ code, freeBytes }: StorageState): void => {
      const wasLow = isLow;
      isLow = freeBytes !== null && freeBytes < (wasLow ? enoughFromBytes : lowBelowBytes);
      if (!isLow || wasLow || code !== 'ok') return;
      log.warn('the disk of the data folder has little room left: free some before it is full', {
        free_megabytes: Math.floor((freeBytes ?? 0) / 1_000_000),
      });
    },
  };
};

/** What it looks after, and by what. */
interface StorageWatchDeps {
  folder: string;
  clock: Pick<Clock, 'schedule' | 'nowMs' | 'monotonicMs'>;
  log: Pick<Log, 'warn'>;
  /** Whether the databases can be written to: a folder that can is not enough. */
  isWritable: () => boolean;
  onChange: (state: StorageState) => void;
  /** Bytes that are left on the disk of a folder; asks the disk unless told. */
  roomOf?: (folder: string) => Promise<number>;
}

/** Whoever starts it closes it. */
export const createStorageWatch = (deps: StorageWatchDeps): StorageWatch => {
  const { roomOf = roomOnDisk } = deps;
  let state = soundStorage;
  let isClosed = false;
  let cancel = (): void => {};

  const notes = createNotes(() => roomOf(deps.folder));
  const belief = createBelief(deps.clock);
  const low = createLowRoom(deps.log);

  const become = (code: StorageState['code'], freeBytes: number | null): void => {
    const isOther = code !== state.code;
    state = { code, freeBytes, since: isOther ? Math.floor(deps.clock.nowMs() / 1000) : state.since };
    low.look(state);
    if (!isOther) return;
    deps.log.warn(code === 'ok' ? 'the data folder can be written to again' : words[code]);
    deps.onChange(state);
  };

  const check = async (): Promise<void> => {
    const { trouble: told, room } = notes.take();
    const found = await look(deps.folder, roomOf);
    if (isClosed) return;
    const unseen = told ?? (deps.isWritable() ? 'ok' : 'read-only');
    const code = found.code === 'ok' ? unseen : found.code;
    become(code === 'ok' ? (belief.still(found.freeBytes) ?? code) : code, found.freeBytes);
    if (told === 'full' || told === 'failing') belief.meet(told, (await room) ?? found.freeBytes);
  };

  const noteTrouble = (trouble: WriteTrouble | null): void => {
    if (trouble === null) return;
    notes.note(trouble);
    if (state.code === 'ok') become(trouble, state.freeBytes);
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
    isLow: low.isLow,
    note: (error) => noteTrouble(writeTrouble(error)),
    noteTrouble,
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
