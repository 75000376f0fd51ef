import { setImmediate as turn } from 'node:timers/promises';
import type { LibraryConnection } from './connection.ts';
import { type LibraryFileDeps, openLibraryFile } from './library-file.ts';
import { createOneLibrary, type OneLibrary } from './one-library.ts';
import { replaceLibrary } from './open-library.ts';

/** Who writes the library, and lets go of it while it is made anew. */
interface LibraryUsers {
  /** Resolves when nobody writes to it any more. */
  letGo(): Promise<void>;
  /** A new one is there, empty. */
  begin(): void;
}

/**
 * `library.db` as the answering thread reads it. One that turns out to be damaged, or was deleted or replaced
 * from outside, is set aside; a new one takes its place under the same connection, and a scan fills it.
 */
export interface LibraryKeeper {
  readonly raw: LibraryConnection;
  readonly oneLibrary: OneLibrary;
  /** Whether scans can write to it. */
  isWritable(): boolean;
  /** Whether it was made in place of another and no scan of everything has ended since: there is more to come. */
  isFilling(): boolean;
  /** Looks whether the file is still the one that is read; takes microseconds. */
  check(): void;
  /** Somebody else found the library to be damaged. */
  report(error: string): void;
  /**
   * Puts another library, closed and whole, in its place under the same connection.
   * @returns false while one is being made anew
   */
  adopt(path: string): boolean;
  /** Begins to look by itself, for those who use it. */
  start(users: LibraryUsers): void;
  /** Resolves when no library is being made. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** How often the file is looked at, and how soon making a new one is tried again, in milliseconds. */
const checkEveryMs = 5_000;
const retryMs = 10_000;

/** Closes what was read. @returns the revision it was at */
const closeFormer = (former: LibraryConnection | null, nowMs: number): number => {
  try {
    return Number(former?.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get() ?? 0);
  } catch {
    // Just there it is damaged: a number that no count of changes comes to.
    return nowMs;
  } finally {
    former?.close();
  }
};

type Loss = 'damaged' | 'lost';

const tellLoss = (log: LibraryFileDeps['log'], reason: Loss, error: unknown): void =>
  log.error(
    reason === 'damaged'
      ? 'library.db is damaged: it is set aside, and a scan makes it anew. Users, playlists and dates are elsewhere and untouched'
      : 'library.db was deleted or replaced while the server runs: a scan makes it anew',
    error === undefined ? {} : { error },
  );

const tryReplacing = (
  { dataFolder, clock, log }: LibraryFileDeps,
  lead: () => void,
  loss: { readonly reason: Loss; readonly revision: number },
): boolean => {
  try {
    replaceLibrary(dataFolder, { ...loss, nowMs: clock.nowMs() }).close();
    lead();
    return true;
  } catch (error) {
    log.error('a new library.db could not be made; it is tried again', { error });
    return false;
  }
};

/** One wait at a time. */
const createWait = (clock: LibraryFileDeps['clock']) => {
  let end = (): void => {};
  return {
    until: (ms: number, onDue: () => void): void => {
      end = clock.schedule(ms, onDue);
    },
    /** Resolves when it is over or ended. */
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const cancel = clock.schedule(ms, resolve);
        end = () => {
          cancel();
          resolve();
        };
      }),
    end: (): void => end(),
  };
};

/** Opens the library, makes it where there is none, and keeps it usable. Whoever opens it closes it. */
export const openLibraryKeeper = (deps: LibraryFileDeps): LibraryKeeper => {
  const { clock, log } = deps;
  let users: LibraryUsers | null = null;
  let isClosed = false;
  let making: Promise<void> | null = null;
  const wait = createWait(deps.clock);
  const file = openLibraryFile(deps, (error) => lose('damaged', error));

  const make = async (reason: Loss, before: LibraryConnection | null): Promise<void> => {
    // Whoever met the damage is still in a statement of it.
    await turn();
    const revision = closeFormer(before, clock.nowMs()) + 1;
    while (!isClosed) {
      await users?.letGo();
      if (tryReplacing(deps, file.lead, { reason, revision })) break;
      await wait.pause(retryMs);
    }
    making = null;
    if (isClosed) return;
    users?.begin();
    watch();
  };

  const lose = (reason: Loss, error?: unknown): void => {
    if (isClosed || making !== null) return;
    wait.end();
    tellLoss(log, reason, error);
    making = make(reason, file.live.suspend());
  };

  const check = (): void => {
    if (making === null && !file.isKnown()) lose('lost');
  };

  const watch = (): void => {
    wait.until(checkEveryMs, () => {
      if (file.leadBack()) users?.begin();
      check();
      if (making === null && !isClosed) watch();
    });
  };

  return {
    raw: file.live.raw,
    oneLibrary: createOneLibrary(file.live.generation),
    isWritable: file.isWritable,
    isFilling: () => making !== null || file.isFilling(),
    check,
    adopt: (path) => making === null && !isClosed && file.leadTo(path),
    report: (error) => lose('damaged', error),
    start: (them) => {
      users = them;
      watch();
    },
    settled: async () => {
      while (making !== null) await making;
    },
    close: async () => {
      isClosed = true;
      wait.end();
      await making;
      file.close();
    },
  };
};
