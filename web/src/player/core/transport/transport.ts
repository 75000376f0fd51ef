import type { EngineEvent } from '../audio-engine.ts';
import { type OrderPosition, stepFrom } from '../play-order.ts';
import type { QueueEntry } from '../queue.ts';
import { createTrackSources } from '../sources/track-sources.ts';
import { gainOfVolume } from '../volume-curve.ts';
import { type ChooseHow, type CurrentTrack, createCurrentTrack } from './current-track.ts';
import { createEngineEvents } from './engine-events.ts';
import { createPlayReport } from './play-report.ts';
import type { HeldTrack, TransportDeps } from './transport-deps.ts';
import type { TransportParts } from './transport-parts.ts';
import { createUpcoming } from './upcoming.ts';

/** Seeking never lands on the very end, which would skip the track. */
const endMarginSeconds = 0.5;

/** Chooses tracks, drives the engine and keeps the state true to what is heard. */
export interface Transport {
  /** Makes an entry the current track and plays it, from its start unless told. */
  choose(entry: QueueEntry, how?: ChooseHow): void;
  /** Loads an entry that is about to be chosen, in place of what follows; for a moment only. */
  foresee(entry: QueueEntry): void;
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  seekTo(seconds: number): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  /** Looks again at what follows, after the queue or the order changed. */
  refreshUpcoming(): void;
  /** The server may be back. */
  lookForServer(): void;
  /** Silence: nothing is loaded, the state stays. Playing loads again where it stood. */
  unload(): void;
  /** Somebody wants tracks to sound otherwise, or more is known of them. */
  retune(): void;
  handle(event: EngineEvent): void;
}

/** The only part that talks to the engine. */
export const createTransport = (deps: TransportDeps): Transport => {
  const { store, engine, walk } = deps;
  const held: HeldTrack = { placed: null, needsLoading: true, hasSounded: false };
  const position = (): OrderPosition => {
    const { queue, current, order, repeat } = store.getState();
    return { queue, current, order, repeat, walk };
  };
  const sources = createTrackSources(deps, () => retune());
  const upcoming = createUpcoming({ ...deps, held, sources, position });
  const retune = (): void => {
    for (const placed of [held.placed, upcoming.placed()]) {
      if (placed !== null) engine.adjust(placed.source.id, sources.adjustmentOf(placed.entry));
    }
    const following = upcoming.placed();
    if (following !== null && !sources.isOutdated(following)) return;
    upcoming.take();
    upcoming.refresh();
  };
  const parts: TransportParts = {
    ...deps,
    held,
    sources,
    upcoming,
    position,
    report: createPlayReport(deps),
  };
  const track = createCurrentTrack(parts);
  return {
    ...createControls(parts, track),
    ...createVolume(deps),
    choose: track.choose,
    retune,
    refreshUpcoming: upcoming.refresh,
    foresee: upcoming.foresee,
    lookForServer() {
      track.wait.lookNow();
      upcoming.prepareAgain();
    },
    unload() {
      track.skipping.cancel();
      track.wait.settle();
      upcoming.cancelForesight();
      held.needsLoading = true;
      upcoming.take();
      engine.unload();
    },
    handle: createEngineEvents(parts, track),
  };
};

/** What people press. */
const createControls = (
  parts: TransportParts,
  { choose, skipping, wait }: CurrentTrack,
): Pick<Transport, 'play' | 'pause' | 'next' | 'previous' | 'seekTo'> => {
  const { engine, held, position, report, store } = parts;
  return {
    play() {
      const { current, queue, elapsedSeconds, durationSeconds } = store.getState();
      const first = queue.entries[0];
      if (current === null) {
        if (first !== undefined) choose(first);
        return;
      }
      if (held.needsLoading) {
        const isOver = durationSeconds > 0 && elapsedSeconds >= durationSeconds - endMarginSeconds;
        choose(current, { startSeconds: isOver ? 0 : elapsedSeconds });
        return;
      }
      store.setState({ isPlaying: true });
      report.started();
      engine.play();
    },
    pause() {
      skipping.cancel();
      wait.settle();
      engine.pause();
      store.setState({ isPlaying: false, isBuffering: false });
    },
    next() {
      const entry = stepFrom(position(), 1);
      if (entry !== null) choose(entry);
    },
    previous() {
      const entry = stepFrom(position(), -1);
      if (entry !== null) choose(entry, { isBack: store.getState().order === 'random' });
    },
    seekTo(seconds) {
      const { current, durationSeconds } = store.getState();
      if (current === null || !Number.isFinite(seconds)) return;
      const latest = durationSeconds > 0 ? Math.max(durationSeconds - endMarginSeconds, 0) : seconds;
      const elapsedSeconds = Math.min(Math.max(seconds, 0), latest);
      report.seeked();
      store.setState({ elapsedSeconds });
      if (!held.needsLoading) engine.seekTo(elapsedSeconds);
    },
  };
};

const createVolume = ({
  store,
  engine,
}: Pick<TransportDeps, 'store' | 'engine'>): Pick<Transport, 'setVolume' | 'toggleMute'> => {
  let lastAudibleVolume = 1;
  const setVolume = (wanted: number): void => {
    const volume = Math.min(Math.max(Number.isFinite(wanted) ? wanted : 1, 0), 1);
    if (volume > 0) lastAudibleVolume = volume;
    engine.setGain(gainOfVolume(volume));
    store.setState({ volume });
  };
  return {
    setVolume,
    toggleMute: () => setVolume(store.getState().volume > 0 ? 0 : lastAudibleVolume),
  };
};
