import { type OrderPosition, stepFrom } from '../play-order.ts';
import type { QueueEntry } from '../queue.ts';
import type { createTrackSources, PlacedSource } from '../sources/track-sources.ts';
import type { HeldTrack, TransportDeps } from './transport-deps.ts';

/** What a pointer is pressed on is expected to be chosen within this time. */
const foresightMs = 700;
/** Closer to its end than this, a track keeps what really follows it. */
const foresightMarginSeconds = 5;

/** The track that follows the current one, which the engine loads ahead. */
export interface Upcoming {
  placed(): PlacedSource | null;
  /** Looks again at what follows. */
  refresh(): void;
  /** Answers what follows, which is nothing then. */
  take(): PlacedSource | null;
  /** Loads an entry that is about to be chosen, in place of what follows; for a moment only. */
  foresee(entry: QueueEntry): void;
  cancelForesight(): void;
  /** What could not be loaded may be there now. */
  prepareAgain(): void;
}

interface UpcomingDeps extends Pick<TransportDeps, 'store' | 'engine' | 'sleep' | 'later'> {
  readonly held: HeldTrack;
  readonly sources: ReturnType<typeof createTrackSources>;
  readonly position: () => OrderPosition;
}

/** Nothing follows until it is looked at. */
export const createUpcoming = (deps: UpcomingDeps): Upcoming => {
  const { store, engine, sleep, held, sources } = deps;
  let upcoming: PlacedSource | null = null;
  let cancelForesight = (): void => {};

  const refresh = (): void => {
    const { current } = store.getState();
    const following = current === null ? null : stepFrom(deps.position(), 1);
    const next = sleep.stopsBetween(current, following) ? null : following;
    if (next === upcoming?.entry && next !== null) return;
    const isKnown = next !== null && !sources.isUndecided(next.song);
    upcoming = isKnown ? { entry: next, source: sources.of(next) } : null;
    if (!held.needsLoading) engine.prepare(upcoming?.source ?? null);
  };

  return {
    refresh,
    placed: () => upcoming,
    take() {
      const taken = upcoming;
      upcoming = null;
      return taken;
    },
    foresee(entry) {
      const { current, isPlaying, elapsedSeconds, durationSeconds } = store.getState();
      const isEndNear = isPlaying && durationSeconds - elapsedSeconds < foresightMarginSeconds;
      if (entry === current || entry === upcoming?.entry || isEndNear) return;
      if (sources.isUndecided(entry.song)) return;
      upcoming = { entry, source: sources.of(entry) };
      engine.prepare(upcoming.source, { isUrgent: true });
      cancelForesight();
      cancelForesight = deps.later(refresh, foresightMs);
    },
    cancelForesight: () => cancelForesight(),
    prepareAgain() {
      if (!held.needsLoading && upcoming !== null) engine.prepare(upcoming.source);
    },
  };
};
