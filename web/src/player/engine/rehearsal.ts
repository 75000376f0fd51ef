import type { TrackSource } from '../core/audio-engine.ts';
import type { Deck } from './deck.ts';
import { createPositionClock, lookEveryMs, millisecondsTo } from './position-clock.ts';

/** So loud is a rehearsal, linear: 100 dB down, less than a step of 16 bits. Browsers open no sound for what is silent. */
const unheard = 0.000_01;
/** What elements tell of their positions is exact after so long, in milliseconds: sound servers guess before. */
const exactAfterMs = 1100;
/** And when it was looked at for so long, in milliseconds. */
const lookedAtMs = 500;
/** One that stood meanwhile tells nothing, in seconds. */
const leastSeconds = 0.5;
/** What was sounding still is over by then, in milliseconds: only then is the deck as loud again as it was. */
const silentAfterMs = 400;
/** Starts a deck that waits for its turn, unheard, to learn what starting takes, and puts it back to its beginning. */
export interface Rehearsal {
  /** @param learn is given what it took, in milliseconds; not called when it cannot be told */
  start(next: Deck, learn: (tookMs: number) => void): void;
  isRunning(): boolean;
  /** The deck is needed, or what it holds is not any more: as it was, at once. */
  stop(): void;
}

const isAac = ({ encoding, url }: TrackSource): boolean =>
  encoding?.codec === 'aac' || /\.(m4a|mp4|aac)($|\?)/i.test(url);

/** Makes one for an engine; it rehearses one deck at a time. */
export const createRehearsal = (deps: {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
}): Rehearsal => {
  const clock = createPositionClock(deps);
  let cancel = (): void => {};
  let deck: Deck | null = null;
  const restore = (): void => {
    deck?.setFade(1);
    deck = null;
  };
  const goBack = (next: Deck): void => {
    next.element.pause();
    const source = next.source();
    // Firefox begins AAC some 12 ms sooner where it was sent back to the beginning.
    if (source !== null && isAac(source)) next.load(source, 0);
    else next.seekTo(0);
  };
  const look = (playing: Deck, { untilMs, conclude }: { untilMs: number; conclude: () => void }): void => {
    clock.look(playing);
    if (deps.nowMs() >= untilMs) conclude();
    else cancel = deps.later(() => look(playing, { untilMs, conclude }), lookEveryMs);
  };
  return {
    start(next, learn) {
      const { element } = next;
      next.setFade(unheard);
      // Where pages cannot make an element softer, nothing is rehearsed; and what is silent takes no sound card.
      if (element.volume > unheard || element.volume === 0) {
        next.setFade(1);
        return;
      }
      deck = next;
      clock.reset();
      const fromSeconds = next.positionSeconds();
      const sinceMs = deps.nowMs();
      next.play();
      const conclude = (): void => {
        const zeroAtMs = clock.zeroAtMs();
        const hasMoved = next.positionSeconds() > fromSeconds + leastSeconds && !element.paused;
        goBack(next);
        cancel = deps.later(restore, silentAfterMs);
        if (hasMoved && zeroAtMs !== null) learn(zeroAtMs + millisecondsTo(next, fromSeconds) - sinceMs);
      };
      const untilMs = sinceMs + exactAfterMs + lookedAtMs;
      cancel = deps.later(() => look(next, { untilMs, conclude }), exactAfterMs);
    },
    isRunning: () => deck !== null,
    stop() {
      if (deck === null) return;
      cancel();
      goBack(deck);
      restore();
    },
  };
};
