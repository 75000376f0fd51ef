import type { EngineEvent, TrackSource } from '../core/audio-engine.ts';
import type { createCrossfade } from './crossfade.ts';
import { faultOfElement } from './deck.ts';
import type { DeckPair, EngineState } from './deck-pair.ts';
import type { Handover } from './handover.ts';
import type { LoadingAhead } from './loading-ahead.ts';
import type { createStartWatch } from './start-watch.ts';
import type { createWatchdog } from './watchdog.ts';

/** What the parts of a two-element engine share. */
export interface EngineParts {
  readonly emit: (event: EngineEvent) => void;
  readonly isOnline: () => boolean;
  readonly pair: DeckPair;
  readonly state: EngineState;
  readonly ahead: LoadingAhead;
  readonly crossfade: ReturnType<typeof createCrossfade>;
  readonly handover: Handover;
  readonly startWatch: ReturnType<typeof createStartWatch>;
  readonly watchdog: ReturnType<typeof createWatchdog>;
}

/** How one track gives way to the next, and what is said of it. */
export interface TrackChange {
  /** The idle deck takes over with what it holds. */
  swap(isStarting: boolean): void;
  /** The playing track is over. */
  finish(): void;
  /** The playing track cannot be played. */
  fail(): void;
  /** Begins the following track while this one still sounds, when that is due. */
  fadesNow(): boolean;
  emitProgress(): void;
}

/** Makes the changes of one engine. */
export const createTrackChange = (parts: EngineParts): TrackChange => {
  const { ahead, crossfade, emit, handover, pair, startWatch, state, watchdog } = parts;

  const emitProgress = (): void => {
    const active = pair.active();
    emit({
      type: 'progress',
      elapsedSeconds: active.positionSeconds(),
      durationSeconds: active.durationSeconds(),
      bufferedSeconds: active.bufferedSeconds(),
    });
  };

  const fail = (): void => {
    const fault = faultOfElement(pair.active().element, parts.isOnline());
    if (fault === null) return;
    state.isWanted = false;
    emit({ type: 'failed', fault });
  };

  /** Letting go of a source takes milliseconds, so what sounds next is started before. */
  const swap = (isStarting: boolean): void => {
    const left = pair.change();
    const active = pair.active();
    state.wasPrepared = active.element.readyState > 0;
    if (isStarting) active.play();
    if (state.isWanted) startWatch.watch(active);
    left.clear();
    state.upcoming = null;
    watchdog.reset();
  };

  const finish = (): void => {
    crossfade.finish();
    if (state.upcoming === null) {
      state.isWanted = false;
      emit({ type: 'ended', nextId: null });
      return;
    }
    const nextId = state.upcoming.id;
    ahead.loadUpcoming();
    const hasStarted = handover.finish();
    swap(!hasStarted);
    emit({ type: 'ended', nextId });
    if (pair.active().hasFailed()) {
      fail();
      return;
    }
    // What it said before it was its turn was kept from the listeners.
    if (pair.active().isSounding()) emit({ type: 'sounding' });
    emitProgress();
  };

  return { swap, finish, fail, emitProgress, fadesNow: () => fadesNow(parts, emitProgress) };
};

const fadesNow = (parts: EngineParts, emitProgress: () => void): boolean => {
  const { crossfade, pair, state } = parts;
  const { upcoming } = state;
  const seconds = upcoming?.fadeSeconds ?? 0;
  const active = pair.active();
  const durationSeconds = active.durationSeconds();
  if (upcoming === null || seconds <= 0 || durationSeconds === null || crossfade.isFading()) return false;
  const leftSeconds = durationSeconds - active.positionSeconds();
  const isReady = pair.idle().source()?.id === upcoming.id && pair.idle().element.readyState >= 3;
  // Very short tracks would be over before they are there.
  if (!isReady || durationSeconds < 3 * seconds || leftSeconds > seconds || leftSeconds < 0.5) return false;
  fadeOver(parts, upcoming, Math.min(seconds, leftSeconds));
  emitProgress();
  return true;
};

/** The following track begins while this one still sounds. */
const fadeOver = (parts: EngineParts, next: TrackSource, seconds: number): void => {
  const { crossfade, emit, handover, pair, state, watchdog } = parts;
  handover.cancel(pair.idle());
  const left = pair.change();
  pair.active().play();
  state.upcoming = null;
  watchdog.reset();
  crossfade.start(left, pair.active(), seconds);
  emit({ type: 'ended', nextId: next.id });
};
