import type { AudioEngine, EngineEvent, TrackSource } from '../core/audio-engine.ts';
import { createCrossfade } from './crossfade.ts';
import { adjusted, type Deck, type DeckEvent } from './deck.ts';
import { createDeckPair, type EngineState } from './deck-pair.ts';
import { createPaddings, type ReadPadding } from './encoder-silence.ts';
import { createHandover, type HandoverDeps } from './handover.ts';
import { createLoadingAhead } from './loading-ahead.ts';
import type { MediaElement } from './media-element.ts';
import type { StartMemory } from './start-time.ts';
import { createStartWatch } from './start-watch.ts';
import { createTrackChange, type EngineParts, type TrackChange } from './track-change.ts';
import { createWatchdog, watchdogPeriodMs } from './watchdog.ts';

interface EngineDeps {
  createElement: () => MediaElement;
  isOnline: () => boolean;
  /** A clock that never jumps, in milliseconds. */
  nowMs: () => number;
  /** Calls back once after a while; the function it returns takes that back. */
  later: (callback: () => void, delayMs: number) => () => void;
  /** Calls back until the function it returns is called. */
  repeat: (callback: () => void, periodMs: number) => () => void;
  /** What starting takes, from one visit to the next. */
  startMemory: StartMemory;
  readPadding: ReadPadding;
  loadRehearsal: HandoverDeps['loadRehearsal'];
}

/** What of a two-element engine can be seen by an engine that is built around it. */
export interface CarrierEngine extends AudioEngine {
  playing(): {
    readonly element: MediaElement;
    readonly source: TrackSource | null;
    readonly isWanted: boolean;
    /** Where it stands in its track; a conversion may have begun elsewhere than its element. */
    readonly positionSeconds: number;
  };
  following(): { readonly element: MediaElement; readonly source: TrackSource | null };
  /** Has the next start come this much before its time, in milliseconds, for whoever makes it inaudible. */
  startEarlier(byMs: number): void;
}

/**
 * The engine every browser can run: two audio elements, one playing, the other loading what follows.
 * At `ended` they change places, and the other one has been started just before. A watchdog ends tracks whose
 * `ended` never comes, and gives up on those whose data never comes.
 */
export const createTwoElementEngine = (deps: EngineDeps): CarrierEngine => {
  const listeners = new Set<(event: EngineEvent) => void>();
  const parts = createParts(deps, {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    hear: (event, deck) => handlers[event](deck),
    onEnd: () => change.finish(),
  });
  const { handover, pair, state, watchdog } = parts;
  const change = createTrackChange(parts);
  const handlers = createDeckHandlers(parts, change);
  const stopWatching = deps.repeat(watchdog.look, watchdogPeriodMs);

  return {
    ...createLoading(parts, change),
    ...createPlaying(parts),
    adjust(id, how) {
      if (state.upcoming?.id === id) state.upcoming = adjusted(state.upcoming, how);
      for (const deck of pair.decks) if (deck.source()?.id === id) deck.adjust(how);
    },
    setGain(gain) {
      for (const deck of pair.decks) deck.setGain(gain);
    },
    async setSink(id) {
      for (const { element } of pair.decks) await element.setSinkId?.(id);
    },
    playing: () => ({
      element: pair.active().element,
      source: pair.active().source(),
      isWanted: state.isWanted,
      positionSeconds: pair.active().positionSeconds(),
    }),
    following: () => ({ element: pair.idle().element, source: state.upcoming }),
    startEarlier: handover.startEarlier,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      rest(parts);
      stopWatching();
      for (const deck of pair.decks) deck.dispose();
      listeners.clear();
    },
  };
};

const createParts = (
  deps: EngineDeps,
  to: {
    readonly emit: EngineParts['emit'];
    readonly hear: (event: DeckEvent, deck: Deck) => void;
    readonly onEnd: () => void;
  },
): EngineParts => {
  const { emit } = to;
  const state: EngineState = { isWanted: false, upcoming: null, wasPrepared: false };
  const pair = createDeckPair(deps.createElement, to.hear);
  const crossfade = createCrossfade({
    ...deps,
    onOver(left) {
      left.clear();
      if (ahead.mayLoadAhead()) ahead.loadAhead();
    },
  });
  const ahead = createLoadingAhead({ pair, state, isFading: crossfade.isFading });
  /** The source that was loaded anew because it stood; a second time would not help. */
  let reloadedId: number | null = null;
  const startWatch = createStartWatch({
    ...deps,
    onStuck(deck, fromSeconds) {
      const source = deck.source();
      if (deck !== pair.active() || source === null || !state.isWanted || reloadedId === source.id) return;
      reloadedId = source.id;
      if (state.wasPrepared) ahead.giveUp();
      deck.load(source, fromSeconds);
      deck.play();
    },
  });
  const watchdog = createWatchdog({
    isWatching: () => state.isWanted && pair.active().source() !== null,
    active: pair.active,
    onEnd: to.onEnd,
    onLost() {
      state.isWanted = false;
      pair.active().element.pause();
      emit({ type: 'failed', fault: 'network' });
    },
  });
  const handover = createHandover({ ...deps, paddings: createPaddings(deps.readPadding) });
  return { emit, isOnline: deps.isOnline, pair, state, ahead, crossfade, handover, startWatch, watchdog };
};

/** What is done at what the playing deck says. */
const createDeckHandlers = (
  { ahead, emit, handover, pair, state }: EngineParts,
  change: TrackChange,
): Readonly<Record<DeckEvent, (deck: Deck) => void>> => ({
  progress(deck) {
    change.emitProgress();
    if (state.isWanted && change.fadesNow()) return;
    const { upcoming } = state;
    const isNextLoaded = upcoming !== null && pair.idle().source()?.id === upcoming.id;
    if (state.isWanted && !upcoming?.fadeSeconds) {
      handover.progressed(deck, isNextLoaded ? pair.idle() : null);
    }
  },
  sounding(deck) {
    handover.sounded(deck);
    emit({ type: 'sounding' });
    if (ahead.mayLoadAhead()) ahead.loadAhead();
  },
  waiting() {
    if (state.isWanted) emit({ type: 'waiting' });
  },
  blocked() {
    state.isWanted = false;
    emit({ type: 'blocked' });
  },
  paused(deck) {
    // A pause comes by itself at the end of every track, and late when ours was taken back.
    if (!state.isWanted || !deck.element.paused || deck.element.ended || deck.hasFailed()) return;
    state.isWanted = false;
    handover.cancel(pair.idle());
    emit({ type: 'paused-outside' });
  },
  resumed(deck) {
    if (state.isWanted || deck.element.paused) return;
    state.isWanted = true;
    emit({ type: 'resumed-outside' });
  },
  'loaded-enough'(deck) {
    if (!state.isWanted || deck.isSounding()) ahead.loadAhead();
  },
  ended: () => change.finish(),
  failed: () => change.fail(),
});

/** What is loaded: the track that is current, and the one that follows. */
const createLoading = (
  { ahead, crossfade, handover, pair, state, watchdog }: EngineParts,
  change: TrackChange,
): Pick<AudioEngine, 'load' | 'prepare'> => ({
  load(source, { startSeconds, shouldPlay }) {
    crossfade.finish();
    const idle = pair.idle();
    handover.cancel(idle);
    state.isWanted = shouldPlay;
    if (idle.source()?.id === source.id && !idle.hasFailed()) {
      if (startSeconds > 0) idle.seekTo(startSeconds);
      change.swap(shouldPlay);
    } else {
      pair.active().load(source, startSeconds);
      if (shouldPlay) pair.active().play();
      idle.clear();
      state.upcoming = null;
      watchdog.reset();
    }
    change.emitProgress();
  },
  prepare(source, { isUrgent } = { isUrgent: false }) {
    state.upcoming = source;
    if (crossfade.isFading()) return;
    const idle = pair.idle();
    // What could not be had may be there when it is asked for again.
    if (idle.source() !== null && (idle.source()?.id !== source?.id || idle.hasFailed())) {
      handover.cancel(idle);
      idle.clear();
    }
    if (isUrgent || ahead.mayLoadAhead()) ahead.loadAhead();
  },
});

const createPlaying = (parts: EngineParts): Pick<AudioEngine, 'play' | 'pause' | 'unload' | 'seekTo'> => {
  const { crossfade, handover, pair, startWatch, state, watchdog } = parts;
  return {
    play() {
      state.isWanted = true;
      watchdog.reset();
      const active = pair.active();
      if (active.source() === null) return;
      active.play();
      startWatch.watch(active);
    },
    pause() {
      rest(parts);
      pair.active().element.pause();
    },
    unload() {
      rest(parts);
      state.upcoming = null;
      for (const deck of pair.decks) deck.clear();
    },
    seekTo(seconds) {
      crossfade.finish();
      watchdog.reset();
      handover.cancel(pair.idle());
      pair.active().seekTo(seconds);
    },
  };
};

/** No sound is wanted any more: nothing that was planned happens. */
const rest = ({ crossfade, handover, pair, startWatch, state }: EngineParts): void => {
  state.isWanted = false;
  crossfade.finish();
  startWatch.cancel();
  handover.cancel(pair.idle());
};
