import type { Deck } from './deck.ts';
import { opusExcessSeconds, type Paddings, placeToBegin, silentSeconds } from './encoder-silence.ts';
import { createPositionClock, lookEveryMs, millisecondsTo } from './position-clock.ts';
import type { createRehearsal, Rehearsal } from './rehearsal.ts';
import { createStartTime, type StartMemory } from './start-time.ts';

/** A timer for the start is set this close to the end; elements report their position four times a second. */
const planSeconds = 1;
/** From so long before the start on, the position is looked at again and again, in milliseconds. */
const closeMs = 600;
/**
 * Two tracks at once are worse than silence for a moment: starts are this much later than what they take, in milliseconds.
 * In Chromium the next track is heard 0 to 11 ms after the end so, also on a page with a quarter of the processor.
 */
const marginMs = 5.5;
/** A start that is due within this is due now. */
const slackMs = 1;
/** An end that is this much late, in a track that goes on past it, was none: the length was wrong after all. */
const lateMs = 200;
const pastSeconds = 0.05;
/** A rehearsal is begun where there is more than this left for it, in seconds. */
const rehearsalSeconds = 2.5;
/** Browsers may take a while to say that a track has ended that stands at its end (Firefox: 170 ms); no longer than this. */
const latestMs = 1000;

/** What changes need of the page. */
export interface HandoverDeps {
  nowMs: () => number;
  later: (callback: () => void, delayMs: number) => () => void;
  startMemory: StartMemory;
  paddings: Paddings;
  /** Brings the code of rehearsals, which few browsers need. */
  loadRehearsal: () => Promise<typeof createRehearsal>;
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
  /** When the playing track was to end. */
  readonly dueMs: number;
  /** When the beginning of its file was or would have been to be heard. */
  readonly zeroDueMs: number;
  /** Where the playing track was to end, in seconds. */
  readonly endSeconds: number;
}

/** Learns from one track to the next; one for the whole life of an engine. */
export const createHandover = (deps: HandoverDeps): Handover => {
  const startTime = createStartTime({ ...deps, memory: deps.startMemory });
  const ahead = createStartAhead(deps, startTime.ms);
  /** The source whose end did not come where it should: it is left to end by itself. */
  let distrustedId: number | null = null;
  const rehearsal = createRehearsalLater(deps);
  /** The source that was rehearsed, or tried to be: once. */
  let rehearsedId: number | null = null;

  const cancel = (next: Deck): void => {
    rehearsal.now()?.stop();
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
      if (startTime.isGuessed()) rehearsal.ask();
      if (next === null) return;
      const source = playing.source();
      const id = source?.id ?? null;
      if (source !== null && loadedEnd(playing) !== null) deps.paddings.ask(source);
      const started = ahead.started();
      if (started !== null && isEndWrong(started, playing, deps.nowMs())) {
        distrustedId = id;
        cancel(next);
      } else if (startTime.isGuessed() && next.source()?.id !== rehearsedId && mayRehearse(playing, next)) {
        if (rehearsal.now() === null) return;
        rehearsedId = next.source()?.id ?? null;
        rehearsal.now()?.start(next, startTime.rehearsed);
      } else if (started === null && id !== distrustedId && rehearsal.now()?.isRunning() !== true) {
        ahead.plan(playing, next);
      }
    },
    finish() {
      rehearsal.now()?.stop();
      const dueMs = ahead.started()?.zeroDueMs ?? null;
      ahead.forget();
      startTime.measureFrom(dueMs);
      return dueMs !== null;
    },
  };
};

/** Rehearsals as soon as their code has come, which is asked for once: a change can do without. */
const createRehearsalLater = (deps: HandoverDeps) => {
  let rehearsal: Rehearsal | null = null;
  let isAsked = false;
  return {
    now: (): Rehearsal | null => rehearsal,
    ask(): void {
      if (isAsked) return;
      isAsked = true;
      void deps.loadRehearsal().then(
        (create) => {
          rehearsal = create(deps);
        },
        () => {},
      );
    },
  };
};

/** Starts one deck as much before the end of another as starting takes. */
const createStartAhead = (deps: HandoverDeps, startMs: () => number) => {
  const clock = createPositionClock(deps);
  let earlierMs = 0;
  /** What was sent to where it is to begin: once, whatever browsers make of such a place. */
  let sentId: number | null = null;
  let started: Started | null = null;
  let cancelTimer: (() => void) | null = null;

  const sendToBegin = (next: Deck): void => {
    const source = next.source();
    const seconds = placeToBegin(source);
    if (source === null || source.id === sentId || next.element.readyState < 1) return;
    sentId = source.id;
    if (seconds !== null && next.positionSeconds() < seconds) next.seekTo(seconds);
  };
  const look = (playing: Deck, next: Deck): void => {
    const endSeconds = reliableEnd(playing);
    if (endSeconds === null) return;
    sendToBegin(next);
    if (next.element.readyState < 3) return;
    clock.look(playing);
    const source = playing.source();
    const soundSeconds = endSeconds - deps.paddings.secondsOf(source) - opusExcessSeconds(source, endSeconds);
    const dueMs = (clock.zeroAtMs() ?? 0) + millisecondsTo(playing, soundSeconds);
    // Not sent behind the silence at its beginning: Chromium leaves a frame of MP3 out there, now and then.
    const silentMs = millisecondsTo(next, silentSeconds(next.source()));
    const delayMs = dueMs - silentMs - startMs() + marginMs - earlierMs - deps.nowMs();
    if (delayMs > slackMs) {
      const lookMs = delayMs > closeMs ? delayMs - closeMs : nextLookMs(delayMs);
      cancelTimer = deps.later(() => {
        cancelTimer = null;
        look(playing, next);
      }, lookMs);
      return;
    }
    started = { dueMs, zeroDueMs: dueMs - earlierMs - silentMs, endSeconds };
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
      sentId = null;
      started = null;
      clock.reset();
    },
  };
};

/** Whether there is time to rehearse the start of what follows, and all that it takes is loaded. */
const mayRehearse = (playing: Deck, next: Deck): boolean => {
  const end = loadedEnd(playing);
  if (end === null || end - playing.positionSeconds() < planSeconds + rehearsalSeconds) return false;
  // A conversion may have to be made once more to go back in it.
  if (next.source()?.conversion !== undefined || next.element.readyState < 4) return false;
  return playing.isSounding() && next.bufferedSeconds() > rehearsalSeconds;
};

/** Timers that come one of the other are late by up to 4 ms when they are shorter than that: the last one is none of those. */
const nextLookMs = (delayMs: number): number =>
  delayMs < 2 * lookEveryMs ? delayMs - slackMs / 2 : lookEveryMs;

const isEndWrong = ({ dueMs, endSeconds }: Started, playing: Deck, nowMs: number): boolean => {
  const late = nowMs - dueMs;
  return late > latestMs || (late > lateMs && playing.positionSeconds() > endSeconds + pastSeconds);
};

/** The length of a deck that is loaded to its end, in seconds: only such a one can be relied upon. Null of others. */
const loadedEnd = (deck: Deck): number | null => {
  const duration = deck.durationSeconds();
  return duration === null || deck.bufferedSeconds() < duration - 0.25 ? null : duration;
};

/** Where a deck ends that is close to it, in seconds; null when that is not sure, or far. */
const reliableEnd = (deck: Deck): number | null => {
  const end = deck.element.seeking ? null : loadedEnd(deck);
  return end === null || end - deck.positionSeconds() > planSeconds ? null : end;
};
