import { setImmediate as turn } from 'node:timers/promises';
import type { FileLoss } from '../db/open-files.ts';
import { isDiskError } from '../platform/storage-trouble.ts';
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
 * `library.db` as the answering thread reads it. What its disk does not give is asked for again through a fresh
 * connection. One that turns out to be damaged, or was deleted or replaced
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
  /** Somebody else found the library to be damaged, or that its disk did not give it, in SQLite's words. */
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

/** What a disk does not give within so long after a fresh connection was opened is held to be damage, in milliseconds. */
const trustedMs = 10 * 60_000;

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

/** Why another takes its place. */
type Loss = 'damaged' | 'lost';

const words = {
  damaged:
    'library.db is damaged: it is set aside, and a scan makes it anew. Users, playlists and dates are elsewhere and untouched',
  lost: 'library.db was deleted or replaced while the server runs: a scan makes it anew',
  unread: 'library.db could not be read, or its log was taken away: it is opened anew, and scanned',
} as const;

const tellLoss = (log: LibraryFileDeps['log'], reason: keyof typeof words, error: unknown): void =>
  log.error(words[reason], error === undefined ? {} : { error });

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

/** @returns false where a fresh connection finds it damaged */
const tryOpening = (log: LibraryFileDeps['log'], open: () => void): boolean => {
  try {
    open();
    return true;
  } catch (error) {
    tellLoss(log, 'damaged', error);
    return false;
  }
};

/**
 * What a disk does not give is asked for again through a fresh connection, and is damage where that meets it too, unless
 * its log was taken away once more.
 */
const createDoubt = (clock: LibraryFileDeps['clock'], loss: () => FileLoss | null) => {
  let openedMs = Number.NEGATIVE_INFINITY;
  return {
    opened: (): void => {
      openedMs = clock.monotonicMs();
    },
    lossOf: (error: unknown): 'unread' | 'damaged' => {
      const isTrusted = clock.monotonicMs() - openedMs < trustedMs;
      return isDiskError(error) && (!isTrusted || loss() === 'log') ? 'unread' : 'damaged';
    },
  };
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

/** Puts a library where the one that is read is none any more. */
const createMending = (
  deps: LibraryFileDeps,
  {
    file,
    letGo,
    isClosed,
    wait,
    doubt,
  }: {
    file: ReturnType<typeof openLibraryFile>;
    letGo: () => Promise<void>;
    isClosed: () => boolean;
    wait: ReturnType<typeof createWait>;
    doubt: ReturnType<typeof createDoubt>;
  },
) => {
  const replace = async (reason: Loss, revision: number): Promise<void> => {
    while (!isClosed()) {
      await letGo();
      if (tryReplacing(deps, file.lead, { reason, revision })) return;
      await wait.pause(retryMs);
    }
  };

  /** Opens what lies there anew; what a fresh connection finds damaged is replaced. */
  const openAgain = async (revision: number): Promise<void> => {
    await letGo();
    if (isClosed()) return;
    doubt.opened();
    if (!tryOpening(deps.log, () => file.openAgain({ revision, nowMs: deps.clock.nowMs() })))
      await replace('damaged', revision);
  };

  return {
    mend: (loss: Loss | 'unread', revision: number): Promise<void> =>
      loss === 'unread' ? openAgain(revision) : replace(loss, revision),
  };
};

/** Opens the library, makes it where there is none, and keeps it usable. Whoever opens it closes it. */
export const openLibraryKeeper = (deps: LibraryFileDeps): LibraryKeeper => {
  const { clock, log } = deps;
  let users: LibraryUsers | null = null;
  let isClosed = false;
  let making: Promise<void> | null = null;
  const wait = createWait(deps.clock);
  const file = openLibraryFile(deps, (error) => lose(doubt.lossOf(error), error));
  const doubt = createDoubt(clock, file.loss);
  const letGo = async () => users?.letGo();
  const mending = createMending(deps, { file, wait, doubt, letGo, isClosed: () => isClosed });

  const mend = async (loss: Loss | 'unread', before: LibraryConnection | null): Promise<void> => {
    // Whoever met the damage is still in a statement of it.
    await turn();
    const revision = closeFormer(before, clock.nowMs()) + 1;
    await mending.mend(loss, revision);
    making = null;
    if (isClosed) return;
    users?.begin();
    watch();
  };

  const lose = (reason: Loss | 'unread', error?: unknown): void => {
    if (isClosed || making !== null) return;
    wait.end();
    tellLoss(log, reason, error);
    making = mend(reason, file.live.suspend());
  };

  const check = (): void => {
    const loss = making === null ? file.loss() : null;
    if (loss !== null) lose(loss === 'log' ? 'unread' : 'lost');
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
    report: (error) => lose(doubt.lossOf(error), error),
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
