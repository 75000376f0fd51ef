import type { Clock } from '../../platform/clock.ts';
import { createFairQueue, type FairQueue } from '../../platform/fair-queue.ts';
import { createTurns } from '../../platform/turns.ts';

/**
 * Bodies up to the first size are read at once. Larger ones are read in turns with others, and only so many at a
 * time; so are the largest, which no smaller one ever waits for. At most one of a sender.
 */
const smallBytes = 64 * 1024;
const largeBytes = 1024 * 1024;
const mediumAtOnce = 16;
const largeAtOnce = 4;
const mostWaiting = 64;

/** How long a body waits until it may be sent, in milliseconds: well below what a request may take in all. */
const longestWaitMs = 10_000;

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
  const queueOf = (slots: number): FairQueue =>
    createFairQueue({
      slots,
      mostWaiting,
      refusal: 'The server is taking in other large bodies right now. Please try again in a few seconds.',
      longestWait: { ms: longestWaitMs, clock },
    });
  const medium = queueOf(mediumAtOnce);
  const large = queueOf(largeAtOnce);
  const turns = createTurns();
  return {
    visit: (sender) => {
      let inside: FairQueue | null = null;
      let leave = (): void => {};
      return {
        grow: async (bytes) => {
          if (bytes <= smallBytes && inside === null) return;
          const queue = bytes > largeBytes ? large : medium;
          if (inside !== large && inside !== queue) {
            leave();
            inside = queue;
            leave = await queue.enter(sender);
          }
          await turns();
        },
        leave: () => leave(),
      };
    },
  };
};
