import type { ChunkLender } from '../../http/media/chunk-lender.ts';
import type { Clock } from '../../platform/clock.ts';

/** Notes when somebody was last given some of a song: what can wait does so meanwhile. */
export interface StreamActivity {
  note(): void;
  /** Milliseconds since then; of nothing yet, since the start. */
  quietMs(): number;
}

/** Quiet from now on. */
export const createStreamActivity = (clock: Pick<Clock, 'monotonicMs'>): StreamActivity => {
  let lastMs = clock.monotonicMs();
  return {
    note: () => {
      lastMs = clock.monotonicMs();
    },
    quietMs: () => clock.monotonicMs() - lastMs,
  };
};

/** Lenders that note whenever a chunk was taken. */
export const notingLenders =
  (lend: () => ChunkLender, activity: StreamActivity): (() => ChunkLender) =>
  () => {
    const lender = lend();
    return {
      ...lender,
      giveBack: (byteCount, tookMs) => {
        if (byteCount > 0) activity.note();
        lender.giveBack(byteCount, tookMs);
      },
    };
  };
