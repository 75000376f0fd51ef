import { Worker } from 'node:worker_threads';
import type { Clock } from '../../platform/clock.ts';
import type { FromScanThread, ToScanThread } from './scan-messages.ts';
import type { ScanThreadData } from './scan-thread.ts';

/** The answering thread's end of the scan thread. */
export interface ScanLink {
  /** Sends a message, starting the thread when there is none. */
  send(message: ToScanThread): void;
  /** Lets the running scan stop soon. */
  cancel(): void;
  /** Takes a cancellation back, before another scan. */
  clearCancel(): void;
  /** Ends the thread when it has done what it was sent. */
  close(): Promise<void>;
}

/** How long an idle thread is kept, in milliseconds. */
const keepMs = 5_000;

/**
 * Heap of the scan thread, in MiB. The old part is far above what a million songs need; the young part is
 * large enough that rows on their way to the database mostly die in it, which costs a third less time.
 */
const scanHeap = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 48 };

/** Who is told what the scan thread says. */
export interface ScanLinkHandlers {
  readonly onMessage: (message: FromScanThread) => void;
  /** The thread died over what it was sent; the next message starts another. */
  readonly onDeath: (error: Error) => void;
}

interface ScanLinkDeps extends ScanLinkHandlers {
  readonly dataFolder: string;
  readonly readerCount: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Makes the link; no thread starts before the first message. */
export const createScanLink = (deps: ScanLinkDeps): ScanLink => {
  const cancelFlag = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | null = null;
  let exited: Promise<void> = Promise.resolve();
  let isScanning = false;
  let cancelIdle = (): void => {};

  const stop = (): void => {
    cancelIdle();
    worker?.postMessage({ kind: 'stop' } satisfies ToScanThread);
    worker = null;
  };

  const armIdle = (): void => {
    cancelIdle();
    cancelIdle = deps.clock.schedule(keepMs, () => {
      if (!isScanning) stop();
    });
  };

  const start = (): Worker => {
    const workerData: ScanThreadData = {
      dataFolder: deps.dataFolder,
      cancelFlag,
      readerCount: deps.readerCount,
    };
    const started = new Worker(new URL('./scan-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: scanHeap,
    });
    started.on('message', (message: FromScanThread) => {
      if (message.kind === 'ended') isScanning = false;
      if (worker === started) armIdle();
      deps.onMessage(message);
    });
    started.on('error', (error: Error) => {
      if (worker === started) worker = null;
      isScanning = false;
      deps.onDeath(error);
    });
    // A thread that was told to end may still be closing the database when the next one starts.
    exited = Promise.all([
      exited,
      new Promise<void>((resolve) => started.once('exit', () => resolve())),
    ]).then(() => {});
    return started;
  };

  return {
    send: (message) => {
      if (message.kind === 'scan') isScanning = true;
      worker ??= start();
      worker.postMessage(message);
      armIdle();
    },
    cancel: () => {
      Atomics.store(cancelFlag, 0, 1);
    },
    clearCancel: () => {
      Atomics.store(cancelFlag, 0, 0);
    },
    close: async () => {
      Atomics.store(cancelFlag, 0, 1);
      stop();
      await exited;
    },
  };
};
