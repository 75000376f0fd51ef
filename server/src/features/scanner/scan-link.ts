import type { Child, ChildEnd } from '../../platform/child/child.ts';
import { startProcess } from '../../platform/child/start-process.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FromScanProcess, ToScanProcess } from '../scan/index.ts';

/** The answering process's end of the scan process. */
export interface ScanLink {
  /** Sends a message, starting the process when there is none. */
  send(message: ToScanProcess): void;
  /** Tells the process, where there is one, up to where others have what it wrote. */
  published(sequence: number): void;
  /** Lets the running scan stop soon. */
  cancel(): void;
  /** Ends the process where it is, without a word about it. Resolves when it writes no more. */
  abandon(): Promise<void>;
  /**
   * Ends the process when it has done what it was sent, or at the latest after a second or two; at once when it
   * was only to scan and has not begun.
   */
  close(): Promise<void>;
}

/** How long an idle process is kept, in milliseconds: its memory is only lent. */
const keepMs = 2_000;

/**
 * Limits of the scan process, in MiB. The old part of the heap is far above what a million songs need; the
 * young part is large enough that rows on their way to the database mostly die in it, and twice as much is no faster.
 */
const nodeFlags = ['--max-old-space-size=320', '--max-semi-space-size=4', '--v8-pool-size=1'];

/** Files that are fetched at once from a slow disk; what waits for one costs a thread without a heap. */
const filesAtOnce = 16;

/** How long the process may take to end when the server does, in milliseconds. What it had open is rolled back. */
const graceMs = 1_500;

/**
 * The lowest there is: while a scan takes all processors, an answer that waits for one of them is late. With
 * nothing else to do a scan is as fast. It writes to the library alone, so nobody waits for a lock of it.
 */
const niceness = 19;

/** Who is told what the scan process says. */
export interface ScanLinkHandlers {
  readonly onMessage: (message: FromScanProcess) => void;
  /** The process died over what it was sent; the next message starts another. */
  readonly onDeath: (error: Error) => void;
}

interface ScanLinkDeps extends ScanLinkHandlers {
  readonly dataFolder: string;
  /** In that folder: what the process reads of what people made. */
  readonly stateFile?: string;
  readonly readerCount: number;
  /** Whether other processes follow what it writes. */
  readonly isFollowed?: boolean;
  /** How long the first process waits after it was wanted, in milliseconds: starting one holds everybody up. */
  readonly firstAfterMs?: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

type ScanChild = Child<ToScanProcess>;

/** The processes that run: one that was told to end may still be closing the database when the next one starts. */
const createScanProcesses = (
  deps: ScanLinkDeps,
  heard: {
    message(from: ScanChild, message: FromScanProcess): void;
    end(of: ScanChild, end: ChildEnd): void;
  },
) => {
  const running = new Set<ScanChild>();
  const abandoned = new WeakSet<ScanChild>();
  /** Said nothing so far and were sent nothing but scans: at the end there is nothing of theirs to wait for. */
  const unheard = new WeakSet<ScanChild>();

  const ends = (): Promise<unknown> => Promise.all([...running].map(({ ended }) => ended));

  return {
    start: (): ScanChild => {
      const started: ScanChild = startProcess(new URL('../scan/scan-process.ts', import.meta.url), {
        onMessage: (message: FromScanProcess) => {
          unheard.delete(started);
          if (!abandoned.has(started)) heard.message(started, message);
        },
        argv: [
          deps.dataFolder,
          String(deps.readerCount),
          deps.stateFile ?? 'state.db',
          ...(deps.isFollowed === true ? ['followed'] : []),
        ],
        nodeFlags,
        environment: { UV_THREADPOOL_SIZE: String(filesAtOnce) },
        niceness,
      });
      void started.ended.then((end) => {
        running.delete(started);
        if (!abandoned.has(started)) heard.end(started, end);
      });
      running.add(started);
      unheard.add(started);
      return started;
    },
    send: (child: ScanChild, message: ToScanProcess): void => {
      if (message.kind !== 'scan') unheard.delete(child);
      child.send(message);
    },
    /** Ends them where they are. */
    abandon: async (): Promise<void> => {
      for (const each of running) {
        abandoned.add(each);
        each.hold();
        each.kill();
      }
      await ends();
    },
    /** Waits for the end of those that were told to. */
    ended: async (): Promise<void> => {
      for (const each of running) if (unheard.has(each)) each.kill();
      const giveUp = deps.clock.schedule(graceMs, () => {
        for (const each of running) each.kill();
      });
      await ends();
      giveUp();
    },
  };
};

/** Keeps what is sent until the first process may be started, and hands it on then. */
const createFirstWait = (
  { firstAfterMs, clock }: Pick<ScanLinkDeps, 'firstAfterMs' | 'clock'>,
  handOn: (message: ToScanProcess) => void,
) => {
  let waiting: ToScanProcess[] | null = firstAfterMs === undefined ? null : [];
  let cancel = (): void => {};
  const forget = (): void => {
    cancel();
    waiting = null;
  };
  const end = (): void => {
    const messages = waiting ?? [];
    forget();
    for (const message of messages) handOn(message);
  };
  return {
    send: (message: ToScanProcess): void => {
      if (waiting === null || firstAfterMs === undefined) {
        handOn(message);
        return;
      }
      if (waiting.length === 0) cancel = clock.schedule(firstAfterMs, end);
      waiting.push(message);
    },
    end,
    /** Hands on what must not be lost; scans may be. */
    close: (): void => (waiting?.some(({ kind }) => kind !== 'scan') === true ? end() : forget()),
    forget,
  };
};

/** The process that is there, as long as there is one. */
const createScanner = (deps: ScanLinkDeps) => {
  let child: ScanChild | null = null;
  let isClosing = false;
  let isScanning = false;
  let cancelIdle = (): void => {};

  const leave = (): void => {
    child = null;
    isScanning = false;
    cancelIdle();
  };

  const stop = (): void => {
    cancelIdle();
    // From here on its end is waited for.
    child?.hold();
    child?.send({ kind: 'stop' });
    child = null;
  };

  const armIdle = (): void => {
    cancelIdle();
    cancelIdle = deps.clock.schedule(keepMs, () => {
      if (!isScanning) stop();
    });
  };

  const processes = createScanProcesses(deps, {
    message: (from, message) => {
      if (message.kind === 'ended') isScanning = false;
      if (child === from) armIdle();
      deps.onMessage(message);
    },
    end: (of, { isWell, why }) => {
      // One that was told to stop ends well.
      if (child !== of && isWell) return;
      if (child === of) leave();
      if (!isClosing) deps.onDeath(new Error(`The scan process ended: ${why}.`));
    },
  });

  return {
    send: (message: ToScanProcess): void => {
      if (message.kind === 'scan') isScanning = true;
      child ??= processes.start();
      processes.send(child, message);
      armIdle();
    },
    /** Tells the one that is there. */
    tell: (message: ToScanProcess): void => child?.send(message),
    abandon: (): Promise<void> => {
      leave();
      return processes.abandon();
    },
    close: (): Promise<void> => {
      isClosing = true;
      child?.send({ kind: 'cancel' });
      stop();
      return processes.ended();
    },
  };
};

/** Makes the link; no process starts before the first message. */
export const createScanLink = (deps: ScanLinkDeps): ScanLink => {
  const scanner = createScanner(deps);
  const first = createFirstWait(deps, scanner.send);
  return {
    send: first.send,
    published: (sequence) => scanner.tell({ kind: 'published', sequence }),
    cancel: () => {
      first.end();
      scanner.tell({ kind: 'cancel' });
    },
    abandon: () => {
      first.forget();
      return scanner.abandon();
    },
    close: () => {
      first.close();
      return scanner.close();
    },
  };
};
