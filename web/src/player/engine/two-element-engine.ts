import type { AudioEngine, EngineEvent, TrackSource } from '../core/audio-engine.ts';
import { createCrossfade } from './crossfade.ts';
import { adjusted, createDeck, type Deck, type DeckEvent, faultOfElement } from './deck.ts';
import { createHandover } from './handover.ts';
import type { MediaElement } from './media-element.ts';
import { createStartWatch } from './start-watch.ts';

/** How often the watchdog looks, in milliseconds. */
const watchdogPeriodMs = 500;
/** Standing still this close to the end counts as the end: lengths in headers are often a little wrong. */
const endToleranceSeconds = 0.35;
/** Looks without movement before a track that stands at its end is over. */
const looksAtEnd = 2;
/** Looks without movement or new data before a track counts as lost in the network: 30 s. */
const looksUntilLost = 60;

interface EngineDeps {
  createElement: () => MediaElement;
  isOnline: () => boolean;
  /** A clock that never jumps, in milliseconds. */
  nowMs: () => number;
  /** Calls back once after a while; the function it returns takes that back. */
  later: (callback: () => void, delayMs: number) => () => void;
  /** Calls back until the function it returns is called. */
  repeat: (callback: () => void, periodMs: number) => () => void;
}

/** What of a two-element engine can be seen by an engine that is built around it. */
export interface CarrierEngine extends AudioEngine {
  playing(): {
    readonly element: MediaElement;
    readonly source: TrackSource | null;
    readonly isWanted: boolean;
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
  const emit = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  let isWanted = false;
  let upcoming: TrackSource | null = null;

  const first = createDeck(deps.createElement(), (event) => hear(first, event));
  const second = createDeck(deps.createElement(), (event) => hear(second, event));
  let active: Deck = first;
  const idle = (): Deck => (active === first ? second : first);
  const handover = createHandover(deps);
  /** Elements that were loaded ahead start when they are told to. */
  let keepsPrepared = true;
  /** The source that was loaded anew because it stood; a second time would not help. */
  let reloadedId: number | null = null;
  /** What sounds was loaded before it was its turn. */
  let wasPrepared = false;
  const crossfade = createCrossfade({
    ...deps,
    onOver(left) {
      left.clear();
      if (mayLoadAhead()) loadAhead();
    },
  });
  const startWatch = createStartWatch({
    ...deps,
    onStuck(deck, fromSeconds) {
      const source = deck.source();
      if (deck !== active || source === null || !isWanted || reloadedId === source.id) return;
      reloadedId = source.id;
      if (wasPrepared) keepsPrepared = false;
      deck.load(source, fromSeconds);
      deck.play();
    },
  });

  const emitProgress = (): void =>
    emit({
      type: 'progress',
      elapsedSeconds: active.positionSeconds(),
      durationSeconds: active.durationSeconds(),
      bufferedSeconds: active.bufferedSeconds(),
    });

  const loadUpcoming = (): void => {
    if (upcoming !== null && idle().source()?.id !== upcoming.id) idle().load(upcoming, 0);
  };
  const loadAhead = (): void => {
    if (keepsPrepared && !crossfade.isFading()) loadUpcoming();
  };
  /** Loading ahead must never hold up what is waited for: first the sound, then what follows it. */
  const mayLoadAhead = (): boolean => active.element.readyState >= 4 && (!isWanted || active.isSounding());

  /** Letting go of a source takes milliseconds, so what sounds next is started before. */
  const swap = (isStarting: boolean): void => {
    const left = active;
    active = idle();
    wasPrepared = active.element.readyState > 0;
    if (isStarting) active.play();
    if (isWanted) startWatch.watch(active);
    left.clear();
    upcoming = null;
    watchdog.reset();
  };

  const finish = (): void => {
    crossfade.finish();
    if (upcoming === null) {
      isWanted = false;
      emit({ type: 'ended', nextId: null });
      return;
    }
    const nextId = upcoming.id;
    loadUpcoming();
    const hasStarted = handover.finish();
    swap(!hasStarted);
    emit({ type: 'ended', nextId });
    if (active.hasFailed()) {
      fail();
      return;
    }
    // What it said before it was its turn was kept from the listeners.
    if (active.isSounding()) emit({ type: 'sounding' });
    emitProgress();
  };

  /** The following track begins while this one still sounds. */
  const fadeOver = (next: TrackSource, seconds: number): void => {
    const left = active;
    active = idle();
    active.play();
    upcoming = null;
    watchdog.reset();
    crossfade.start(left, active, seconds);
    emit({ type: 'ended', nextId: next.id });
    emitProgress();
  };
  const fadesNow = (): boolean => {
    const seconds = upcoming?.fadeSeconds ?? 0;
    const durationSeconds = active.durationSeconds();
    if (upcoming === null || seconds <= 0 || durationSeconds === null || crossfade.isFading()) return false;
    const leftSeconds = durationSeconds - active.positionSeconds();
    const isReady = idle().source()?.id === upcoming.id && idle().element.readyState >= 3;
    // Very short tracks would be over before they are there.
    if (!isReady || durationSeconds < 3 * seconds || leftSeconds > seconds || leftSeconds < 0.5) return false;
    fadeOver(upcoming, Math.min(seconds, leftSeconds));
    return true;
  };
  const fail = (): void => {
    const fault = faultOfElement(active.element, deps.isOnline());
    if (fault === null) return;
    isWanted = false;
    emit({ type: 'failed', fault });
  };

  const watchdog = createWatchdog({
    isWatching: () => isWanted && active.source() !== null,
    active: () => active,
    onEnd: finish,
    onLost() {
      isWanted = false;
      active.element.pause();
      emit({ type: 'failed', fault: 'network' });
    },
  });

  const handlers: Readonly<Record<DeckEvent, (deck: Deck) => void>> = {
    progress() {
      emitProgress();
      if (isWanted && fadesNow()) return;
      const isNextLoaded = upcoming !== null && idle().source()?.id === upcoming.id;
      if (isWanted && !upcoming?.fadeSeconds) handover.progressed(active, isNextLoaded ? idle() : null);
    },
    sounding() {
      emit({ type: 'sounding' });
      if (mayLoadAhead()) loadAhead();
    },
    waiting() {
      if (isWanted) emit({ type: 'waiting' });
    },
    blocked() {
      isWanted = false;
      emit({ type: 'blocked' });
    },
    paused(deck) {
      // A pause comes by itself at the end of every track, and late when ours was taken back.
      if (!isWanted || !deck.element.paused || deck.element.ended || deck.hasFailed()) return;
      isWanted = false;
      handover.cancel(idle());
      emit({ type: 'paused-outside' });
    },
    resumed(deck) {
      if (isWanted || deck.element.paused) return;
      isWanted = true;
      emit({ type: 'resumed-outside' });
    },
    'loaded-enough'() {
      if (!isWanted || active.isSounding()) loadAhead();
    },
    ended: () => finish(),
    failed: () => fail(),
  };
  const hear = (deck: Deck, event: DeckEvent): void => {
    if (deck === active) handlers[event](deck);
  };

  const stopWatching = deps.repeat(watchdog.look, watchdogPeriodMs);

  return {
    load(source, { startSeconds, shouldPlay }) {
      crossfade.finish();
      handover.cancel(idle());
      isWanted = shouldPlay;
      if (idle().source()?.id === source.id && !idle().hasFailed()) {
        if (startSeconds > 0) idle().seekTo(startSeconds);
        swap(shouldPlay);
      } else {
        active.load(source, startSeconds);
        if (shouldPlay) active.play();
        idle().clear();
        upcoming = null;
        watchdog.reset();
      }
      emitProgress();
    },
    prepare(source, { isUrgent } = { isUrgent: false }) {
      upcoming = source;
      if (crossfade.isFading()) return;
      // What could not be had may be there when it is asked for again.
      if (idle().source() !== null && (idle().source()?.id !== source?.id || idle().hasFailed())) {
        handover.cancel(idle());
        idle().clear();
      }
      if (isUrgent || mayLoadAhead()) loadAhead();
    },
    play() {
      isWanted = true;
      watchdog.reset();
      if (active.source() === null) return;
      active.play();
      startWatch.watch(active);
    },
    pause() {
      isWanted = false;
      crossfade.finish();
      startWatch.cancel();
      handover.cancel(idle());
      active.element.pause();
    },
    unload() {
      isWanted = false;
      crossfade.finish();
      startWatch.cancel();
      handover.cancel(idle());
      upcoming = null;
      first.clear();
      second.clear();
    },
    seekTo(seconds) {
      crossfade.finish();
      watchdog.reset();
      handover.cancel(idle());
      active.seekTo(seconds);
    },
    adjust(id, how) {
      if (upcoming?.id === id) upcoming = adjusted(upcoming, how);
      for (const deck of [first, second]) if (deck.source()?.id === id) deck.adjust(how);
    },
    setGain(gain) {
      first.setGain(gain);
      second.setGain(gain);
    },
    async setSink(id) {
      await first.element.setSinkId?.(id);
      await second.element.setSinkId?.(id);
    },
    playing: () => ({ element: active.element, source: active.source(), isWanted }),
    following: () => ({ element: idle().element, source: upcoming }),
    startEarlier: handover.startEarlier,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      isWanted = false;
      crossfade.finish();
      startWatch.cancel();
      handover.cancel(idle());
      stopWatching();
      first.dispose();
      second.dispose();
      listeners.clear();
    },
  };
};

/** Notices a sound that stands still: at its end, or for want of data. */
const createWatchdog = (deps: {
  isWatching: () => boolean;
  active: () => Deck;
  onEnd: () => void;
  onLost: () => void;
}) => {
  let lastSeen = '';
  let looksStill = 0;
  return {
    reset(): void {
      lastSeen = '';
      looksStill = 0;
    },
    look(): void {
      const deck = deps.active();
      if (!deps.isWatching() || deck.element.seeking) {
        looksStill = 0;
        return;
      }
      const seen = `${deck.element.currentTime} ${deck.bufferedSeconds()}`;
      looksStill = seen === lastSeen ? looksStill + 1 : 0;
      lastSeen = seen;
      const duration = deck.durationSeconds();
      const isAtEnd = duration !== null && deck.positionSeconds() >= duration - endToleranceSeconds;
      if (isAtEnd && looksStill >= looksAtEnd) {
        looksStill = 0;
        deps.onEnd();
      } else if (looksStill >= looksUntilLost) {
        looksStill = 0;
        deps.onLost();
      }
    },
  };
};
