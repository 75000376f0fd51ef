import type { Deck } from './deck.ts';
import { createPositionClock, lookEveryMs } from './position-clock.ts';

/** What the start of a loaded element takes, in milliseconds, where nothing is known. */
const usualMs = 8;
/** The first sound of a page takes up to so much more than those after it, which find the sound server connected. */
const firstOfAllMs = 40;
/** Positions of elements are a little off, either way: starting may seem to take less than no time. */
const shortestMs = -15;
const longestMs = 250;
/**
 * A start is measured once the element has played for so long, in seconds: at first its position stands, and then is
 * guessed by sound servers that have not told often enough yet.
 */
const measuredFromSeconds = 1;
/** And by so many looks: positions that come in steps of 40 ms are new twelve times meanwhile. */
const looks = 100;
/** The shortest of so many starts counts: one that was held up teaches nothing, and two tracks at once are worse than none. */
const mostKept = 5;
/** An element that says it plays is no further than this, in seconds, when it has just begun. */
const beginningSeconds = 0.05;

/** What starting takes in this browser on this device, kept from one visit to the next. */
export interface StartMemory {
  /** In milliseconds; null when it was never measured. */
  read(): number | null;
  write(ms: number): void;
}

interface StartTimeDeps {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  readonly memory: StartMemory;
}

/** What starting a loaded element takes: read from memory, and measured from one track to the next. */
export interface StartTime {
  ms(): number;
  /** What plays from now on was started then; null when that is not to be measured. */
  measureFrom(startedAtMs: number | null): void;
  /** A track that was not loaded before says that it plays: how long it is silent still is about what starting takes. */
  sounded(playing: Deck): void;
  /** To be called as the playing deck moves on. */
  progressed(playing: Deck): void;
}

const limited = (ms: number): number => Math.min(Math.max(ms, shortestMs), longestMs);

/** Learns for the whole life of an engine. */
export const createStartTime = (deps: StartTimeDeps): StartTime => {
  const clock = createPositionClock(deps);
  const remembered = deps.memory.read();
  let measured: readonly number[] = remembered === null ? [] : [limited(remembered)];
  /** Of what no change of tracks has measured yet. */
  let roughMs: number | null = null;
  let pending: { readonly sinceMs: number; readonly isRough: boolean } | null = null;
  let stopLooking: (() => void) | null = null;

  const stop = (): void => {
    stopLooking?.();
    stopLooking = null;
    clock.reset();
  };
  const conclude = (): void => {
    const zeroAtMs = clock.zeroAtMs();
    stop();
    if (pending === null || zeroAtMs === null) return;
    const tookMs = zeroAtMs - pending.sinceMs;
    const ms = limited(tookMs);
    const { isRough } = pending;
    pending = null;
    if (isRough) {
      // What is longer is no start but a jump. Chromium says that it plays when it is heard already, which tells nothing.
      roughMs = tookMs > longestMs ? null : Math.max(ms - firstOfAllMs, usualMs);
      return;
    }
    measured = [...measured, ms].slice(-mostKept);
    deps.memory.write(Math.round(Math.min(...measured) * 10) / 10);
  };
  const look = (playing: Deck, left: number): void => {
    clock.look(playing);
    if (left <= 1) conclude();
    else stopLooking = deps.later(() => look(playing, left - 1), lookEveryMs);
  };

  return {
    ms: () => (measured.length > 0 ? Math.min(...measured) : (roughMs ?? usualMs)),
    measureFrom(startedAtMs) {
      stop();
      pending = startedAtMs === null ? null : { sinceMs: startedAtMs, isRough: false };
    },
    sounded(playing) {
      const isKnown = measured.length > 0 || roughMs !== null || pending !== null;
      if (isKnown || playing.positionSeconds() > beginningSeconds) return;
      pending = { sinceMs: deps.nowMs(), isRough: true };
    },
    progressed(playing) {
      if (pending === null || stopLooking !== null) return;
      if (playing.positionSeconds() >= measuredFromSeconds) look(playing, looks);
    },
  };
};
