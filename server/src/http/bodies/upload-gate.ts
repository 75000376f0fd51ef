import type { Clock } from '../../platform/clock.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import { createTurns } from '../../platform/turns.ts';

/**
 * Bodies up to this size are read at once. Larger ones are read in turns with others, and only so many of a size at a
 * time, at most one of a sender; no smaller one ever waits for a larger one.
 */
const smallBytes = 64 * 1024;

/**
 * Sizes, up to how many bytes, and how many are read at once. A playlist of 200,000 tracks is of the second: it does not
 * wait for those who send as much as they may.
 */
const sizes = [
  { upTo: 1024 * 1024, atOnce: 16 },
  { upTo: 32 * 1024 * 1024, atOnce: 4 },
  { upTo: Number.POSITIVE_INFINITY, atOnce: 3 },
] as const;
const mostWaiting = 64;

/**
 * How long a body waits until it may be sent, in milliseconds: what an ordinary one needs behind a flood, and well below
 * the minute after which proxies give up on who does not read.
 */
const longestWaitMs = 30_000;

/** One body on its way in. */
export interface Visit {
  /**
   * Waits until so much of it may be read.
   * @throws AppError unavailable
   */
  grow(bytes: number): Promise<void>;
  leave(): void;
}

/** Lets bodies in. */
export interface UploadGate {
  visit(sender: string): Visit;
}

/** See {@link UploadGate}. */
export const createUploadGate = (clock: Pick<Clock, 'schedule'>): UploadGate => {
  const queues = sizes.map(({ upTo, atOnce }) => ({
    upTo,
    queue: createFairQueue({
      slots: atOnce,
      mostWaiting,
      refusal:
        'Many others are sending large bodies right now, so nothing was saved. Please try again in a few seconds.',
      longestWait: { ms: longestWaitMs, clock },
    }),
  }));
  /** Where a body of so many bytes belongs: the larger, the further back. */
  const rankOf = (bytes: number): number => queues.findIndex(({ upTo }) => bytes <= upTo);
  const turns = createTurns();
  return {
    visit: (sender) => {
      let rank = -1;
      let leave = (): void => {};
      return {
        grow: async (bytes) => {
          if (bytes <= smallBytes && rank < 0) return;
          const next = rankOf(bytes);
          if (next > rank) {
            leave();
            leave = (): void => {};
            rank = next;
            leave = (await queues[next]?.queue.enter(sender)) ?? leave;
          }
          await turns();
        },
        leave: () => leave(),
      };
    },
  };
};
