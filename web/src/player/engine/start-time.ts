import type { Deck } from './deck.ts';
import { createPositionClock, lookEveryMs } from './position-clock.ts';

/** What the start of a loaded element takes, in milliseconds, where nothing is known: as little as in Chromium. */
const usualMs = 0;
/** The first sound of a page takes up to so much more than those after it, which find the sound server connected. */
const firstOfAllMs = 40;
/** What a browser takes at the most that says of an element that it plays when it is heard, in milliseconds. */
const heardAtOnceMs = 15;
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
/**
 * Starts come when the browser next fills its buffer, some 10 ms apart in Chromium: gaps of one and the same lead differ
 * by as much, and the shortest of many is what is aimed at. A lead is left as it is unless it gave one that is shorter or
 * longer than these, in milliseconds.
 */
const fillMs = 10;
const leastGapMs = 0;
const mostGapMs = 12;
const aimMs = 0.5;
/** Gaps that differ by more than so many fillings are not of one lead: a start was held up. */
const mostFillings = 1.05;
/** So many gaps of one lead are remembered. */
const mostGaps = 20;
/**
 * Where starts take more than this, in milliseconds, they differ by more than a filling, either way (Firefox: 8 ms), and so
 * do their positions: gaps up to the second are left as they are, and the third is aimed at.
 */
const quickMs = 4;
const mostLooseMs = 20;
const aimLooseMs = 8;
/** What is aimed at besides after a start that was rehearsed, for the same reason. */
const afterRehearsalMs = 3;
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
  /** What plays from now on was to be heard then, on the clock of the page; null when that is not to be measured. */
  measureFrom(dueMs: number | null): void;
  /** A track that was not loaded before says that it plays: how long it is silent still is about what starting takes. */
  sounded(playing: Deck): void;
  /** To be called as the playing deck moves on. */
  progressed(playing: Deck): void;
  /** No change has told it yet, and it is more than none: this browser says that an element plays before it is heard. */
  isGuessed(): boolean;
  /** What a start took that nobody heard, in milliseconds. */
  rehearsed(tookMs: number): void;
}

const limited = (ms: number): number => Math.min(Math.max(ms, shortestMs), longestMs);

/** Learns for the whole life of an engine. */
export const createStartTime = (deps: StartTimeDeps): StartTime => {
  const clock = createPositionClock(deps);
  const lead = createLead(deps.memory);
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
    const lateMs = zeroAtMs - pending.sinceMs;
    const { isRough } = pending;
    pending = null;
    if (isRough) lead.guess(lateMs);
    else lead.learn(lateMs);
  };
  const look = (playing: Deck, left: number): void => {
    clock.look(playing);
    if (left <= 1) conclude();
    else stopLooking = deps.later(() => look(playing, left - 1), lookEveryMs);
  };

  return {
    ms: lead.ms,
    measureFrom(dueMs) {
      stop();
      pending = dueMs === null ? null : { sinceMs: dueMs, isRough: false };
    },
    sounded(playing) {
      if (lead.isKnown() || pending !== null || playing.positionSeconds() > beginningSeconds) return;
      pending = { sinceMs: deps.nowMs(), isRough: true };
    },
    progressed(playing) {
      if (pending === null || stopLooking !== null) return;
      if (playing.positionSeconds() >= measuredFromSeconds) look(playing, looks);
    },
    isGuessed: lead.isGuessed,
    rehearsed: lead.rehearse,
  };
};

/** What starting is taken to take, and how that changes with each gap. */
const createLead = (memory: StartMemory) => {
  const remembered = memory.read();
  /** Of what changes of tracks have taught. */
  let learnedMs = remembered === null ? null : limited(remembered);
  /** Of what none has yet. */
  let roughMs: number | null = null;
  let isGuessed = false;
  /** What it gave so far, in milliseconds, as long as it was the same. */
  let gaps: readonly number[] = [];
  /** The gap before, when it was so long that nothing was made of it. */
  let heldUpMs: number | null = null;
  const ms = (): number => learnedMs ?? roughMs ?? usualMs;
  const changeOf = (gapMs: number): number => {
    if (learnedMs === null && roughMs !== usualMs) return gapMs - aimLooseMs;
    const isLoose = ms() > quickMs;
    const mostMs = isLoose ? mostLooseMs : mostGapMs;
    const before = heldUpMs;
    const isApart = gaps.length === 0 || gapMs - Math.min(...gaps) > mostFillings * fillMs;
    heldUpMs = gapMs > mostMs && isApart ? gapMs : null;
    // A start that was held up once teaches nothing; two in a row are what the lead gives.
    if (heldUpMs !== null && before === null) return 0;
    gaps = heldUpMs !== null && before !== null ? [before, gapMs] : [...gaps, gapMs].slice(-mostGaps);
    if (gapMs >= leastGapMs && gapMs <= mostMs) return 0;
    const change = Math.min(...gaps) - (isLoose ? aimLooseMs : aimOf(gaps.length));
    gaps = [];
    heldUpMs = null;
    return gapMs > mostMs ? Math.max(change, 0) : change;
  };
  return {
    ms,
    isKnown: (): boolean => learnedMs !== null || roughMs !== null,
    isGuessed: (): boolean => isGuessed && learnedMs === null,
    rehearse(tookMs: number): void {
      isGuessed = false;
      roughMs = limited(tookMs - afterRehearsalMs);
    },
    guess(tookMs: number): void {
      isGuessed = tookMs > heardAtOnceMs;
      // What is longer is no start but a jump. Chromium says that it plays when it is heard already, which tells nothing.
      roughMs = Math.abs(tookMs) > longestMs ? null : limited(Math.max(tookMs - firstOfAllMs, usualMs));
    },
    learn(gapMs: number): void {
      learnedMs = limited(ms() + changeOf(gapMs));
      memory.write(Math.round(learnedMs * 10) / 10);
    },
  };
};

/** What the shortest of some gaps is to be, in milliseconds: of few it is likely to be longer than what the lead can give. */
const aimOf = (count: number): number => aimMs + fillMs / (count + 1);
