import type { EngineEvent } from '../audio-engine.ts';
import { stepFrom } from '../play-order.ts';
import type { PlaybackFault } from '../player-state.ts';
import { arrive, type CurrentTrack } from './current-track.ts';
import type { TransportParts } from './transport-parts.ts';

/** Keeps the state true to what the engine says of the current track. */
export const createEngineEvents = (parts: TransportParts, track: CurrentTrack) => {
  const { held, report, reporter, store } = parts;
  const { skipping, wait } = track;
  const ends = createTrackEnds(parts, track);

  const progress = (event: Extract<EngineEvent, { type: 'progress' }>): void => {
    const { elapsedSeconds, bufferedSeconds } = event;
    const { current, isPlaying } = store.getState();
    if (current === null || held.needsLoading) return;
    const durationSeconds = event.durationSeconds ?? current.song.duration ?? 0;
    store.setState({ elapsedSeconds, durationSeconds, bufferedSeconds });
    wait.progressed(elapsedSeconds);
    if (isPlaying) reporter.progressed(elapsedSeconds, durationSeconds);
  };

  return (event: EngineEvent): void => {
    switch (event.type) {
      case 'progress':
        progress(event);
        break;
      case 'sounding':
        held.hasSounded = true;
        skipping.sounding();
        store.setState({ isBuffering: false, isBlocked: false });
        break;
      case 'waiting':
        store.setState({ isBuffering: true });
        break;
      case 'paused-outside':
      case 'blocked':
        store.setState({ isPlaying: false, isBuffering: false, isBlocked: event.type === 'blocked' });
        break;
      case 'resumed-outside':
        store.setState({ isPlaying: true });
        report.started();
        break;
      case 'ended':
        ends.end(event.nextId);
        break;
      case 'failed':
        ends.fail(event.fault);
        break;
      default:
        event satisfies never;
    }
  };
};

/** What comes after a track that has ended, or failed. */
const createTrackEnds = (parts: TransportParts, track: CurrentTrack) => {
  const { held, report, sleep, sources, store, upcoming, walk } = parts;
  const { choose, stop, skipping, wait } = track;
  return {
    fail(fault: PlaybackFault): void {
      const { current, isPlaying } = store.getState();
      if (current === null) return;
      // Until then there is nothing to play on with.
      held.needsLoading = true;
      // Nobody waits for it yet. Playing tries again, and says so if it fails then.
      if (!isPlaying) return;
      if (!held.hasSounded) report.takeBack();
      store.setState({ isBuffering: true });
      const isFile = held.placed?.source.conversion === undefined;
      // No lost line: the browser had said that it does not play the kind.
      const isExpected = fault === 'unsuitable' && isFile && !sources.isPlayable(current.song);
      wait.fail(isExpected ? 'decode' : fault);
    },
    /** @param nextId of the source that the engine plays already; null when it plays none */
    end(nextId: number | null): void {
      skipping.ended();
      wait.settle();
      if (upcoming.placed()?.source.id === nextId && nextId !== null) {
        const following = upcoming.take();
        held.placed = following;
        if (following !== null) arrive(parts, following.entry, {});
        upcoming.refresh();
        return;
      }
      const next = stepFrom(parts.position(), 1);
      if (sleep.stopsBetween(store.getState().current, next)) {
        sleep.over();
        if (next === null) stop();
        else choose(next, { shouldPlay: false });
      } else if (next === null) {
        stop();
        // Whoever plays on begins a new lap.
        walk.reset();
      } else choose(next);
    },
  };
};
