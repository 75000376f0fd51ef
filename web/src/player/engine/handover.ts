import type { Deck } from './deck.ts';

/** What the start of a loaded element takes, in milliseconds, until it was measured here. */
const usualStartMs = 5;
/** Positions of elements are a little off, either way: starting may seem to take less than no time. */
const shortestStartMs = -15;
const longestStartMs = 90;
/** The first measurement counts whole, later ones by less, down to this. */
const leastWeight = 0.25;
/** A start is measured once the element has played for so long, in seconds: at first its position stands. */
const measuredFromSeconds = 0.1;
/** A timer for the start is set this close to the end; elements report their position four times a second. */
const planSeconds = 1;
/** A start that is due later than this is timed again: positions between reports are guesses. */
const slackMs = 3;
/**
 * Chromium counts what decoders drop at the beginning of an Opus file: 312 samples at 48 kHz in what the usual
 * encoder (libopus) writes. Its position is that much ahead, and its sound ends that much before its length.
 */
const opusExcessMs = 6.5;
const opusFile = /\.opus($|\?(?!.*format=))|[?&]format=opus/i;
const excessMsOf = (deck: Deck): number => (opusFile.test(deck.source()?.url ?? '') ? opusExcessMs : 0);
/** An end that is this much late was none: the length was wrong after all. */
const lateMs = 200;

interface HandoverDeps {
  nowMs: () => number;
  later: (callback: () => void, delayMs: number) => () => void;
}

/**
 * Starts the following track a little before the playing one ends, by as much as starting takes on
 * this device, so that its sound begins when the other's ends. How long starting takes is learned.
 */
export interface Handover {
  /** To be called as the playing deck moves on; `next` is what follows, null until it is loaded. */
  progressed(playing: Deck, next: Deck | null): void;
  /** The playing deck has ended: whether the next one was started already. */
  finish(): boolean;
  /** The next start comes this much earlier, in milliseconds; only that one. */
  startEarlier(byMs: number): void;
  /** What was planned is off; a next deck that started already goes back to its beginning. */
  cancel(next: Deck): void;
}

/** Learns from one track to the next; one for the whole life of an engine. */
export const createHandover = (deps: HandoverDeps): Handover => {
  const startTime = createStartTime(deps);
  let earlierMs = 0;
  let startedAtMs: number | null = null;
  let cancelTimer: (() => void) | null = null;
  /** The source whose end did not come where it should: it is left to end by itself. */
  let distrustedId: number | null = null;

  const clearTimer = (): void => {
    cancelTimer?.();
    cancelTimer = null;
  };
  const plan = (playing: Deck, next: Deck): void => {
    const remaining = remainingMs(playing);
    if (remaining === null || remaining > planSeconds * 1000 || next.element.readyState < 3) return;
    const delayMs = remaining - startTime.ms() - earlierMs;
    if (delayMs > slackMs) {
      const planAgain = (): void => {
        cancelTimer = null;
        plan(playing, next);
      };
      cancelTimer = deps.later(planAgain, delayMs - slackMs / 2);
      return;
    }
    startedAtMs = deps.nowMs();
    next.play();
  };
  const cancel = (next: Deck): void => {
    clearTimer();
    earlierMs = 0;
    startTime.measureFrom(null);
    if (startedAtMs === null) return;
    startedAtMs = null;
    next.element.pause();
    next.seekTo(0);
  };

  return {
    cancel,
    startEarlier(byMs) {
      earlierMs = byMs;
    },
    progressed(playing, next) {
      startTime.learn(playing);
      if (next === null) return;
      const id = playing.source()?.id ?? null;
      if (startedAtMs !== null && deps.nowMs() - startedAtMs > startTime.ms() + earlierMs + lateMs) {
        distrustedId = id;
        cancel(next);
      } else if (cancelTimer === null && startedAtMs === null && id !== distrustedId) {
        plan(playing, next);
      }
    },
    finish() {
      clearTimer();
      earlierMs = 0;
      const hasStarted = startedAtMs !== null;
      startTime.measureFrom(startedAtMs);
      startedAtMs = null;
      return hasStarted;
    },
  };
};

const remainingMs = (deck: Deck): number | null => {
  const duration = deck.durationSeconds();
  // Only what is loaded to its end has a length that can be relied upon.
  if (duration === null || deck.element.seeking || deck.bufferedSeconds() < duration - 0.25) return null;
  return (duration - deck.positionSeconds()) * 1000 - excessMsOf(deck);
};

/** What starting a loaded element takes on this device, as far as was measured. */
const createStartTime = (deps: Pick<HandoverDeps, 'nowMs'>) => {
  let startMs = usualStartMs;
  let measurements = 0;
  /** When what plays now was started, until how long that took is measured. */
  let unmeasuredSinceMs: number | null = null;
  return {
    ms: (): number => startMs,
    /** What plays from now on was started then; null when that is not to be measured. */
    measureFrom(startedAtMs: number | null): void {
      unmeasuredSinceMs = startedAtMs;
    },
    learn(playing: Deck): void {
      const heardSeconds = playing.element.currentTime;
      if (unmeasuredSinceMs === null || heardSeconds < measuredFromSeconds) return;
      const heardMs = heardSeconds * 1000 - excessMsOf(playing);
      const measuredMs = deps.nowMs() - unmeasuredSinceMs - heardMs;
      unmeasuredSinceMs = null;
      measurements += 1;
      const limitedMs = Math.min(Math.max(measuredMs, shortestStartMs), longestStartMs);
      startMs += (limitedMs - startMs) * Math.max(1 / measurements, leastWeight);
    },
  };
};
