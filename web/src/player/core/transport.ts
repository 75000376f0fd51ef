import type { StoreApi } from 'zustand/vanilla';
import type { AudioEngine, EngineEvent } from './audio-engine.ts';
import { type OrderPosition, stepFrom } from './play-order.ts';
import type { FaultReason, PlaybackFault, PlayerState } from './player-state.ts';
import { indexOfKey, type QueueEntry } from './queue.ts';
import type { RandomWalk } from './random-walk.ts';
import type { ScrobbleReporter } from './scrobble-reporter.ts';
import { createServerWait, type WaitDeps } from './server-wait.ts';
import { createSkipping, type SkipDeps } from './skipping.ts';
import type { createSleep } from './sleep.ts';
import { createTrackSources, type PlacedSource, type SourcesDeps } from './sources/track-sources.ts';
import { gainOfVolume } from './volume-curve.ts';

/** Seeking never lands on the very end, which would skip the track. */
const endMarginSeconds = 0.5;

/** What a pointer is pressed on is expected to be chosen within this time. */
const foresightMs = 700;
/** Closer to its end than this, a track keeps what really follows it. */
const foresightMarginSeconds = 5;

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

/** How an entry becomes current. */
interface ChooseHow {
  readonly startSeconds?: number;
  readonly shouldPlay?: boolean;
  /** The random walk went back to it. */
  readonly isBack?: boolean;
}

interface TransportDeps extends SkipDeps, WaitDeps, SourcesDeps {
  store: StoreApi<PlayerState>;
  engine: AudioEngine;
  walk: RandomWalk;
  reporter: ScrobbleReporter;
  sleep: ReturnType<typeof createSleep>;
}

/** The only part that talks to the engine. */
export const createTransport = (deps: TransportDeps): Transport => {
  const { store, engine, walk, reporter, sleep } = deps;
  let playing: PlacedSource | null = null;
  let upcoming: PlacedSource | null = null;
  let lastAudibleVolume = 1;
  /** The engine holds nothing to go on with: playing starts by loading. */
  let needsLoading = true;
  /** This play was told to the reporter. A track that was only restored is told when it plays. */
  let isReported = false;
  let isSeeked = false;
  /** Some of the current track was heard. */
  let hasSounded = false;
  let cancelForesight = (): void => {};

  const position = (): OrderPosition => {
    const { queue, current, order, repeat } = store.getState();
    return { queue, current, order, repeat, walk };
  };
  const retune = (): void => {
    for (const placed of [playing, upcoming]) {
      if (placed !== null) engine.adjust(placed.source.id, sources.adjustmentOf(placed.entry));
    }
    if (upcoming === null || !sources.isOutdated(upcoming)) return;
    upcoming = null;
    refreshUpcoming();
  };
  const sources = createTrackSources(deps, retune);
  const report = (): void => {
    const { current, elapsedSeconds } = store.getState();
    if (isReported || current === null) return;
    isReported = true;
    reporter.trackStarted(current.song, elapsedSeconds);
    if (isSeeked) reporter.seeked();
  };

  const refreshUpcoming = (): void => {
    const { current } = store.getState();
    const following = current === null ? null : stepFrom(position(), 1);
    const next = sleep.stopsBetween(current, following) ? null : following;
    if (next === upcoming?.entry && next !== null) return;
    upcoming = next === null ? null : { entry: next, source: sources.of(next) };
    if (!needsLoading) engine.prepare(upcoming?.source ?? null);
  };

  /** The state of a track that has just become current; the engine is told elsewhere. */
  const arrive = (entry: QueueEntry, how: ChooseHow, isWaiting = false): void => {
    const { shouldPlay = true, startSeconds = 0 } = how;
    cancelForesight();
    if (how.isBack) walk.moveBackTo(entry.key);
    else walk.moveTo(entry.key);
    isReported = false;
    isSeeked = false;
    hasSounded = false;
    needsLoading = isWaiting;
    store.setState({
      current: entry,
      isPlaying: shouldPlay,
      isBuffering: shouldPlay,
      elapsedSeconds: startSeconds,
      durationSeconds: entry.song.duration ?? 0,
      bufferedSeconds: startSeconds,
    });
    if (shouldPlay && !isWaiting) report();
  };

  const choose = (entry: QueueEntry, how: ChooseHow = {}): void => {
    const { shouldPlay = true, startSeconds = 0 } = how;
    skipping.cancel();
    if (!shouldPlay) wait.settle();
    else if (wait.hasToWait()) {
      upcoming = null;
      engine.unload();
      arrive(entry, how, true);
      wait.ask();
      return;
    }
    const source = upcoming?.entry === entry ? upcoming.source : sources.of(entry);
    upcoming = null;
    playing = { entry, source };
    // The sound first: whoever is told of the state takes milliseconds. What the engine says of the new
    // source meanwhile is in that state already.
    needsLoading = true;
    engine.load(source, { startSeconds, shouldPlay });
    arrive(entry, how);
    refreshUpcoming();
  };

  const stop = (): void => {
    needsLoading = true;
    skipping.stopped();
    store.setState({ isPlaying: false, isBuffering: false });
    // What left the queue is over with its end: playing goes on with what is queued then.
    const { queue, current } = store.getState();
    if (current === null || indexOfKey(queue, current.key) >= 0) return;
    engine.unload();
    store.setState({ current: null, elapsedSeconds: 0, durationSeconds: 0, bufferedSeconds: 0 });
  };

  /** The current track once more, where it stands. */
  const loadAgain = (): void => {
    const { current, elapsedSeconds } = store.getState();
    if (current === null) return;
    upcoming = null;
    playing = { entry: current, source: sources.of(current) };
    engine.load(playing.source, { startSeconds: elapsedSeconds, shouldPlay: true });
    needsLoading = false;
    store.setState({ isBuffering: true });
    report();
    refreshUpcoming();
  };

  const skipping = createSkipping({ ...deps, position, choose, stop });
  /** The current track cannot be played as it is: then in another form, or not at all. */
  const giveUp = (fault: FaultReason): void => {
    const { current } = store.getState();
    const reason = current && sources.giveUp(current.song, fault);
    if (reason === null) loadAgain();
    else skipping.skip(reason);
  };
  const wait = createServerWait({ ...deps, loadAgain, urlOf: sources.urlOf, skip: giveUp });

  const fail = (fault: PlaybackFault): void => {
    const { current, isPlaying } = store.getState();
    if (current === null) return;
    // Until then there is nothing to play on with.
    needsLoading = true;
    // Nobody waits for it yet. Playing tries again, and says so if it fails then.
    if (!isPlaying) return;
    if (!hasSounded) isReported = false;
    store.setState({ isBuffering: true });
    wait.fail(fault);
  };

  const end = (nextId: number | null): void => {
    skipping.ended();
    wait.settle();
    if (upcoming !== null && upcoming.source.id === nextId) {
      const { entry } = upcoming;
      playing = upcoming;
      upcoming = null;
      arrive(entry, {});
      refreshUpcoming();
      return;
    }
    const next = stepFrom(position(), 1);
    if (sleep.stopsBetween(store.getState().current, next)) {
      sleep.over();
      if (next === null) stop();
      else choose(next, { shouldPlay: false });
    } else if (next === null) {
      stop();
      // Whoever plays on begins a new lap.
      walk.reset();
    } else choose(next);
  };

  const progress = (event: Extract<EngineEvent, { type: 'progress' }>): void => {
    const { elapsedSeconds, bufferedSeconds } = event;
    const { current, isPlaying } = store.getState();
    if (current === null || needsLoading) return;
    const durationSeconds = event.durationSeconds ?? current.song.duration ?? 0;
    store.setState({ elapsedSeconds, durationSeconds, bufferedSeconds });
    wait.progressed(elapsedSeconds);
    if (isPlaying) reporter.progressed(elapsedSeconds, durationSeconds);
  };

  return {
    choose,
    retune,
    refreshUpcoming,
    foresee(entry) {
      const { current, isPlaying, elapsedSeconds, durationSeconds } = store.getState();
      const isEndNear = isPlaying && durationSeconds - elapsedSeconds < foresightMarginSeconds;
      if (entry === current || entry === upcoming?.entry || isEndNear) return;
      upcoming = { entry, source: sources.of(entry) };
      engine.prepare(upcoming.source, { isUrgent: true });
      cancelForesight();
      cancelForesight = deps.later(refreshUpcoming, foresightMs);
    },
    play() {
      const { current, queue, elapsedSeconds, durationSeconds } = store.getState();
      const first = queue.entries[0];
      if (current === null) {
        if (first !== undefined) choose(first);
        return;
      }
      if (needsLoading) {
        const isOver = durationSeconds > 0 && elapsedSeconds >= durationSeconds - endMarginSeconds;
        choose(current, { startSeconds: isOver ? 0 : elapsedSeconds });
        return;
      }
      store.setState({ isPlaying: true });
      report();
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
      isSeeked = true;
      if (isReported) reporter.seeked();
      store.setState({ elapsedSeconds });
      if (!needsLoading) engine.seekTo(elapsedSeconds);
    },
    setVolume(wanted) {
      const volume = Math.min(Math.max(Number.isFinite(wanted) ? wanted : 1, 0), 1);
      if (volume > 0) lastAudibleVolume = volume;
      engine.setGain(gainOfVolume(volume));
      store.setState({ volume });
    },
    toggleMute() {
      this.setVolume(store.getState().volume > 0 ? 0 : lastAudibleVolume);
    },
    lookForServer() {
      wait.lookNow();
      if (!needsLoading && upcoming !== null) engine.prepare(upcoming.source);
    },
    unload() {
      skipping.cancel();
      wait.settle();
      cancelForesight();
      needsLoading = true;
      upcoming = null;
      engine.unload();
    },
    handle(event) {
      switch (event.type) {
        case 'progress':
          progress(event);
          break;
        case 'sounding':
          hasSounded = true;
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
          report();
          break;
        case 'ended':
          end(event.nextId);
          break;
        case 'failed':
          fail(event.fault);
          break;
        default:
          event satisfies never;
      }
    },
  };
};
