import type { Deck } from './deck.ts';

/** How often a deck is looked at while it is to be known exactly where it stands, in milliseconds. */
export const lookEveryMs = 5;
/** Looks that are further apart do not tell when a position was new, in milliseconds. */
const freshWithinMs = 20;
/** The middle of so many looks counts: a third of a second where each is new. */
const mostKept = 60;
/** A position that is this much elsewhere was gone to, in milliseconds. */
const leapMs = 300;

/**
 * When the position of a deck was 0, or would have been, on the clock of the page. Firefox tells positions in steps of
 * some 40 ms and stands before the end, Chromium is a little off either way: only positions that are new count, and
 * the middle of several.
 */
export interface PositionClock {
  look(deck: Deck): void;
  /** In milliseconds of the page's clock; null before the first look. */
  zeroAtMs(): number | null;
  /** Another deck, or another place. */
  reset(): void;
}

/** Makes a clock that has seen nothing. */
export const createPositionClock = (deps: { readonly nowMs: () => number }): PositionClock => {
  let fresh: number[] = [];
  /** Until a look was close enough to another. */
  let roughly: number | null = null;
  let seconds: number | null = null;
  let lookedAtMs = 0;
  const reset = (): void => {
    fresh = [];
    roughly = null;
    seconds = null;
  };
  return {
    look(deck) {
      const nowMs = deps.nowMs();
      const now = deck.positionSeconds();
      const zeroAt = nowMs - millisecondsTo(deck, now);
      const known = middleOf(fresh) ?? roughly;
      // One that stands at its end, or waits, says nothing of where it was.
      if (seconds === now && known !== null) {
        lookedAtMs = nowMs;
        return;
      }
      if (known !== null && Math.abs(zeroAt - known) > leapMs) reset();
      if (seconds !== null && nowMs - lookedAtMs <= freshWithinMs)
        fresh = [...fresh, zeroAt].slice(-mostKept);
      else if (fresh.length === 0) roughly = zeroAt;
      seconds = now;
      lookedAtMs = nowMs;
    },
    zeroAtMs: () => middleOf(fresh) ?? roughly,
    reset,
  };
};

/** What a deck takes to play to a place in its track, in milliseconds. */
export const millisecondsTo = ({ element }: Deck, seconds: number): number =>
  (seconds * 1000) / element.playbackRate;

/** The middle one of some numbers, or of the two in the middle; null of none. */
const middleOf = (numbers: readonly number[]): number | null => {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor((sorted.length - 1) / 2);
  return ((sorted[half] ?? 0) + (sorted[sorted.length - 1 - half] ?? 0)) / 2;
};
