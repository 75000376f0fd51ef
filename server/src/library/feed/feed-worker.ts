import { takeOwnEnd } from '../../platform/child/own-end.ts';
import { createFeedWork } from './feed-work.ts';

/*
 * Entry of the thread that keeps a library in step with a feed: nothing that waits for a disk or writes a batch runs
 * where requests are answered.
 */

/** What is asked of the thread. */
export interface FeedTask {
  readonly id: number;
  readonly name: string;
  readonly parameter: unknown;
}

/** What came of it; an error as what it said of itself. */
export interface FeedAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: unknown; readonly stack: string | undefined };
}

const own = takeOwnEnd<FeedTask, FeedAnswer>();
const work = createFeedWork(own.data as string) as unknown as Record<string, (parameter: unknown) => unknown>;

own.serve(
  ({ id, name, parameter }) => {
    try {
      own.tell({ id, result: work[name]?.(parameter) });
    } catch (error) {
      const { message, stack } = error as Error;
      own.tell({ id, error: { message, stack, code: (error as { code?: unknown }).code } });
    }
  },
  () => void work['release']?.(undefined),
);
