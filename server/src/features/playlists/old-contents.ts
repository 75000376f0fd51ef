import type { CarriedLog } from '../../db/carried-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { takeBytes } from '../../platform/eviction.ts';
import type { Log } from '../../platform/log.ts';
import type { OneAtATime } from '../../platform/one-at-a-time.ts';
import type { Turns } from '../../platform/turns.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { listLoose, removeContent } from './playlist-store.ts';

/** How long a replaced content stays, in milliseconds, for those who are still reading it. */
const keepReplacedMs = 10 * 60_000;

/** How much of replaced contents stays together: the oldest of what is more goes at once. */
const mostReplacedBytes = 64 * 1024 * 1024;

/** Rows removed in one turn of the event loop: up to a megabyte, about a millisecond. */
const chunksPerTurn = 4;

/**
 * Contents that no playlist points to: replaced ones that somebody may still read, and what interrupted saves left.
 * Who reads is remembered in memory: after a restart nobody does.
 */
export const createOldContents = (deps: {
  state: Pick<StateAccess, 'query' | 'writeLazily'>;
  carriedLog: Pick<CarriedLog, 'hold'>;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Log;
  turns: Turns;
  /** What says which contents there are, or changes that, happens alone. */
  alone: OneAtATime;
  /** @see PlaylistsDeps */
  onRetired: (contentId: number) => void;
}) => {
  const { state, clock } = deps;
  /** Contents that are being written, or that somebody may still read: until when, in monotonic milliseconds. */
  const keptUntilMs = new Map<number, number>();

  /** What is loose and of no use any more. */
  const findLitter = async (): Promise<number[]> => {
    const loose = await listLoose(state.query);
    const nowMs = clock.monotonicMs();
    const untilMsOf = (id: number): number => keptUntilMs.get(id) ?? 0;
    // Nobody reads what is still being written; that does not count.
    const read = loose.filter(({ id }) => untilMsOf(id) > nowMs && Number.isFinite(untilMsOf(id)));
    const readBytes = read.reduce((sum, { bytes }) => sum + bytes, 0);
    const tooMuch = takeBytes(read, { bytes: readBytes - mostReplacedBytes, sizeOf: ({ bytes }) => bytes });
    const litter = loose.filter(({ id }) => untilMsOf(id) <= nowMs);
    return [...litter, ...tooMuch].map(({ id }) => id);
  };

  const removeContents = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      do await deps.turns();
      while (
        // The disk is not waited for: what is left is found again.
        !(await state.writeLazily((transaction) => removeContent(transaction, id, chunksPerTurn)))
      );
      keptUntilMs.delete(id);
    }
  };

  const removeLoose = async (): Promise<void> => {
    const litter = await deps.alone(findLitter);
    if (litter.length === 0) return;
    const release = deps.carriedLog.hold();
    try {
      await removeContents(litter);
    } finally {
      await release();
    }
  };

  return {
    /** It is being written: nobody may remove it. */
    keep: (contentId: number): void => void keptUntilMs.set(contentId, Number.POSITIVE_INFINITY),
    /** It is written no longer, and loose unless a playlist shows it. */
    release: (contentId: number): void => void keptUntilMs.delete(contentId),
    /** No playlist points to it any more. */
    retire: (contentId: number): void => {
      keptUntilMs.set(contentId, clock.monotonicMs() + keepReplacedMs);
      deps.onRetired(contentId);
    },
    /** Removes what nobody needs, in many short turns. Never fails: it is done again next time. */
    tidy: (): Promise<void> =>
      removeLoose().catch((error: unknown) => {
        deps.log.warn('old contents of playlists could not be removed', { error });
      }),
  };
};
