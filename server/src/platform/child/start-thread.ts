import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type Child, type ChildEnd, released } from './child.ts';

/** A thread of ours. */
export interface Thread<Message> extends Child<Message> {
  /** Processor time that it has used, in milliseconds; null when it has ended, or never answers. */
  cpuMs(): Promise<number | null>;
}

/** How a thread of ours is started. */
interface ThreadOptions<Report> {
  readonly onMessage: (message: Report) => void;
  /** What it begins with, see own-end. */
  readonly data: unknown;
  /** Of its heap. */
  readonly limits: ResourceLimits;
}

const endOf = (thread: Worker): Promise<ChildEnd> =>
  new Promise((resolve) => {
    let thrown: unknown;
    thread.once('error', (error) => {
      thrown = error;
    });
    thread.once('exit', (code) => {
      const why = thrown instanceof Error ? thrown.message : `exit code ${code}`;
      resolve({ isWell: code === 0 && thrown === undefined, why, error: thrown });
    });
  });

/** Starts a file of ours as a thread with which messages are exchanged, see own-end. */
export const startThread = <Message, Report>(entry: URL, options: ThreadOptions<Report>): Thread<Message> => {
  const thread = new Worker(entry, { workerData: options.data, resourceLimits: options.limits });
  thread.unref();
  thread.on('message', options.onMessage);
  let isOpen = true;
  const ended = endOf(thread).finally(() => {
    isOpen = false;
  });
  return {
    send: (message, transfer = []) => thread.postMessage(message, transfer),
    ended,
    isOpen: () => isOpen,
    release: () => thread.postMessage(released),
    hold: () => thread.ref(),
    kill: () => void thread.terminate(),
    cpuMs: async () => {
      const used = await thread.cpuUsage().catch(() => null);
      return used === null ? null : (used.user + used.system) / 1000;
    },
  };
};
