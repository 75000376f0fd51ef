import type { Deck } from './deck.ts';
import { createPositionClock, lookEveryMs, millisecondsTo } from './position-clock.ts';
import { createStartTime, type StartMemory } from './start-time.ts';

/** A timer for the start is set this close to the end; elements report their position four times a second. */
const planSeconds = 1;
/** From so long before the start on, the position is looked at again and again, in milliseconds. */
const closeMs = 300;
/** Starts vary, and two tracks at once are worse than silence for a moment: they are made this much late, in milliseconds. */
const marginMs = 2;
/** A start that is due within this is due now. */
const slackMs = 1;
/**
 * Chromium counts what decoders drop at the beginning of an Opus file: 312 samples at 48 kHz in what the usual
 * encoder (libopus) writes. Its position is that much ahead, and its sound ends that much before its length.
 */
const opusExcessMs = 6.5;
const opusFile = /\.opus($|\?(?!.*format=))|[?&]format=opus/i;
const mostExcessMs = 20;
/** Firefox counts none of it: where the samples of a file are known, its length tells. */
const excessMsOf = (deck: Deck): number => {
  const source = deck.source();
  if (!opusFile.test(source?.url ?? '')) return 0;
  const { totalSamples, sampleRate } = source?.encoding ?? {};
  const seconds = deck.durationSeconds();
  if (!totalSamples || !sampleRate || seconds === null) return opusExcessMs;
  return Math.min(Math.max((seconds - totalSamples / sampleRate) * 1000, 0), mostExcessMs);
};
/** An end that is this much late, in a track that goes on past it, was none: the length was wrong after all. */
const lateMs = 200;
const pastSeconds = 0.05;
/** Browsers may take a while to say that a track has ended that stands at its end (Firefox: 170 ms); no longer than this. */
const latestMs = 1000;

interface HandoverDeps {
  nowMs: () => number;
  later: (callback: () => void, delayMs: number) => () => void;
  startMemory: StartMemory;
}

/**
 * Starts the following track a little before the playing one ends, by as much as starting takes on
 * this device, so that its sound begins when the other's ends. How long starting takes is learned.
 */
export interface Handover {
  /** To be called as the playing deck moves on; `next` is what follows, null until it is loaded. */
  progressed(playing: Deck, next: Deck | null): void;
  /** The playing deck says that it plays. */
  sounded(playing: Deck): void;
  /** The playing deck has ended: whether the next one was started already. */
  finish(): boolean;
  /** The next start comes this much earlier, in milliseconds; only that one. */
  startEarlier(byMs: number): void;
  /** What was planned is off; a next deck that started already goes back to its beginning. */
  cancel(next: Deck): void;
}

/** What was started ahead of an end. */
interface Started {
  readonly atMs: number;
  readonly dueMs: number;
  /** Where the playing track was to end, in seconds. */
  readonly endSeconds: number;
}

/** Learns from one track to the next; one for the whole life of an engine. */
export const createHandover = (deps: HandoverDeps): Handover => {
  const startTime = createStartTime({ ...deps, memory: deps.startMemory, excessMsOf });
  const ahead = createStartAhead(deps, startTime.ms);
  /** The source whose end did not come where it should: it is left to end by itself. */
  let distrustedId: number | null = null;

  const cancel = (next: Deck): void => {
    const hadStarted = ahead.started() !== null;
    ahead.forget();
    startTime.measureFrom(null);
    if (!hadStarted) return;
    next.element.pause();
    next.seekTo(0);
  };

  return {
    cancel,
    sounded: startTime.sounded,
    startEarlier: ahead.startEarlier,
    progressed(playing, next) {
      startTime.progressed(playing);
      if (next === null) return;
      const id = playing.source()?.id ?? null;
      const started = ahead.started();
      if (started !== null && isEndWrong(started, playing, deps.nowMs())) {
        distrustedId = id;
        cancel(next);
      } else if (started === null && id !== distrustedId) {
        ahead.plan(playing, next);
      }
    },
    finish() {
      const startedAtMs = ahead.started()?.atMs ?? null;
      ahead.forget();
      startTime.measureFrom(startedAtMs);
      return startedAtMs !== null;
    },
  };
};

/** Starts one deck as much before the end of another as starting takes. */
const createStartAhead = (deps: HandoverDeps, startMs: () => number) => {
  const clock = createPositionClock(deps);
  let earlierMs = 0;
  let started: Started | null = null;
  let cancelTimer: (() => void) | null = null;

  const look = (playing: Deck, next: Deck): void => {
    const endSeconds = reliableEnd(playing);
    if (endSeconds === null || next.element.readyState < 3) return;
    clock.look(playing);
    const dueMs = (clock.zeroAtMs() ?? 0) + millisecondsTo(playing, endSeconds) - excessMsOf(playing);
    const delayMs = dueMs - startMs() + marginMs - earlierMs - deps.nowMs();
    if (delayMs > slackMs) {
      const lookMs = delayMs > closeMs ? delayMs - closeMs : Math.min(lookEveryMs, delayMs - slackMs / 2);
      cancelTimer = deps.later(() => {
        cancelTimer = null;
        look(playing, next);
      }, lookMs);
      return;
    }
    started = { atMs: deps.nowMs(), dueMs, endSeconds };
    next.play();
  };

  return {
    started: (): Started | null => started,
    startEarlier(byMs: number): void {
      earlierMs = byMs;
    },
    plan(playing: Deck, next: Deck): void {
      if (cancelTimer === null) look(playing, next);
    },
    forget(): void {
      cancelTimer?.();
      cancelTimer = null;
      earlierMs = 0;
      started = null;
      clock.reset();
    },
  };
};

const isEndWrong = ({ dueMs, endSeconds }: Started, playing: Deck, nowMs: number): boolean => {
  const late = nowMs - dueMs;
  return late > latestMs || (late > lateMs && playing.positionSeconds() > endSeconds + pastSeconds);
};

/** Where the sound of a deck ends that is close to it, in seconds; null when that is not sure, or far. */
const reliableEnd = (deck: Deck): number | null => {
  const duration = deck.durationSeconds();
  // Only what is loaded to its end has a length that can be relied upon.
  if (duration === null || deck.element.seeking || deck.bufferedSeconds() < duration - 0.25) return null;
  return duration - deck.positionSeconds() > planSeconds ? null : duration;
};
