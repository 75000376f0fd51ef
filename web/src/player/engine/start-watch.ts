import type { Deck } from './deck.ts';

/** A loaded element that was told to play stands no longer than this, in milliseconds. */
const startWithinMs = 500;
/** It is looked at so often: one that stands may leap once, and stand again. */
const looks = 4;
/** Closer to its end than this it may well stand, in seconds: the watchdog sees to that. */
const endSeconds = 1;
/** A page that is this late had no time to start anything; in milliseconds. */
const latenessMs = 250;

interface StartWatchDeps {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  /** The deck was told to play from there, has all it needs, and stands. */
  readonly onStuck: (deck: Deck, fromSeconds: number) => void;
}

/**
 * Looks whether a deck moves after it was told to play. Browsers keep the promise of `play()` for elements that then
 * stand for as long as they had been prepared, at the beginning or about a second on (WebKit with PulseAudio).
 */
export const createStartWatch = (deps: StartWatchDeps) => {
  let cancel = (): void => {};
  return {
    cancel: (): void => cancel(),
    watch(deck: Deck): void {
      cancel();
      // What is known of a source changes while it plays; its id does not.
      const id = deck.source()?.id;
      const { element } = deck;
      const askedSeconds = deck.positionSeconds();
      const look = (left: number): void => {
        const fromSeconds = element.currentTime;
        const sinceMs = deps.nowMs();
        cancel = deps.later(() => {
          if (deck.source()?.id !== id) return;
          const isLate = deps.nowMs() - sinceMs > startWithinMs + latenessMs;
          const isAtEnd =
            deck.positionSeconds() > (deck.durationSeconds() ?? Number.POSITIVE_INFINITY) - endSeconds;
          const stands = element.currentTime === fromSeconds && !element.seeking && !element.paused;
          const isMeantToMove = element.readyState >= 3 && !element.ended && !isAtEnd && !isLate;
          if (stands && isMeantToMove) deps.onStuck(deck, askedSeconds);
          else if (left > 1) look(left - 1);
        }, startWithinMs);
      };
      look(looks);
    },
  };
};
