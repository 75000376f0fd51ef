import { startThread, type Thread } from '../../platform/child/start-thread.ts';
import type { FeedWork } from './feed-work.ts';
import type { FeedAnswer, FeedTask } from './feed-worker.ts';

/** The work of the thread, each thing waited for. */
export type FeedCalls = {
  readonly [Name in keyof FeedWork]: (
    ...parameters: Parameters<FeedWork[Name]>
  ) => Promise<ReturnType<FeedWork[Name]>>;
};

/** The thread that keeps the library in step. */
export interface FeedThread {
  readonly call: FeedCalls;
  /** Ends it when what it does is done. */
  close(): Promise<void>;
}

/** A part, unpacked, and what SQLite keeps of the library are not in its heap. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const errorOf = ({ message, code, stack }: NonNullable<FeedAnswer['error']>): Error =>
  Object.assign(new Error(message), { code, ...(stack === undefined ? {} : { stack }) });

/** Prepares the thread; it starts with the first call, and again after it has died. */
export const createFeedThread = (dataFolder: string): FeedThread => {
  let thread: Thread<FeedTask> | null = null;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const answer = ({ id, result, error }: FeedAnswer): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(errorOf(error));
  };

  const start = (): Thread<FeedTask> => {
    const started = startThread<FeedTask, FeedAnswer>(new URL('./feed-worker.ts', import.meta.url), {
      data: dataFolder,
      limits,
      onMessage: answer,
    });
    void started.ended.then(({ why }) => {
      if (thread === started) thread = null;
      for (const asked of waiting.values()) asked.reject(new Error(`The thread of the feed ended: ${why}.`));
      waiting.clear();
    });
    return started;
  };

  const ask = (name: string, parameter: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread.send({ id: lastId, name, parameter });
    });

  return {
    call: new Proxy({} as FeedCalls, {
      get: (_, name) => (parameter: unknown) => ask(String(name), parameter),
    }),
    close: async () => {
      const ending = thread;
      thread = null;
      ending?.hold();
      ending?.release();
      await ending?.ended;
    },
  };
};
