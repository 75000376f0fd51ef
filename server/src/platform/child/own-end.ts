import { type MessagePort, parentPort, type Transferable, workerData } from 'node:worker_threads';
import { released } from './child.ts';

/** Our end of the channel in a thread or process that the server started. */
export interface OwnEnd<Message, Report> {
  /** What a thread was begun with. */
  readonly data: unknown;
  tell(report: Report, transfer?: readonly Transferable[]): void;
  /** Whether the server is still there. */
  isOpen(): boolean;
  /**
   * Hears messages from now on.
   * @param onRelease before it ends because nothing more will come
   */
  serve(take: (message: Message) => void, onRelease?: () => void): void;
  /** Ends, when all that was told has gone out. */
  end(): void;
}

const endOfThread = <Message, Report>(port: MessagePort): OwnEnd<Message, Report> => ({
  data: workerData,
  tell: (report, transfer = []) => port.postMessage(report, transfer),
  isOpen: () => true,
  serve: (take, onRelease) => {
    port.on('message', (message: Message | typeof released) => {
      if (message !== released) return take(message);
      onRelease?.();
      port.close();
    });
  },
  end: () => port.close(),
});

/** A terminal and a service manager signal every process of a group, but only the server says when this one ends. */
const ignoreStopSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
};

const endOfProcess = <Message, Report>(): OwnEnd<Message, Report> => {
  ignoreStopSignals();
  let unsent = 0;
  let isEnding = false;
  const disconnect = (): void => {
    if (isEnding && unsent === 0 && process.connected) process.disconnect();
  };
  return {
    data: undefined,
    tell: (report) => {
      unsent += 1;
      process.send?.(report, undefined, undefined, () => {
        unsent -= 1;
        disconnect();
      });
    },
    isOpen: () => process.connected,
    serve: (take, onRelease) => {
      process.on('message', (message) => take(message as Message));
      process.on('disconnect', () => {
        onRelease?.();
        process.exit();
      });
    },
    end: () => {
      isEnding = true;
      disconnect();
    },
  };
};

/**
 * The end of a thread or process that is started by start-thread or start-process: of its entry, once.
 * @throws Error when the file was started by somebody else
 */
export const takeOwnEnd = <Message, Report>(): OwnEnd<Message, Report> => {
  if (parentPort !== null) return endOfThread(parentPort);
  if (process.send !== undefined) return endOfProcess();
  throw new Error('This file is the entry of a thread or process that the server starts.');
};
