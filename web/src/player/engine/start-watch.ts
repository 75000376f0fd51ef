import type { Deck } from './deck.ts';

/** A loaded element that was told to play stands no longer than this, in milliseconds. */
const startWithinMs = 500;
/** A page that is this late had no time to start anything; in milliseconds. */
const latenessMs = 250;

interface StartWatchDeps {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  /** The deck was told to play, has all it needs, and stands. */
  readonly onStuck: (deck: Deck) => void;
}

/**
 * Looks whether a deck moves after it was told to play. Browsers keep the promise of `play()` for elements that then
 * stand for as long as they had been prepared (WebKit with PulseAudio).
 */
export const createStartWatch = (deps: StartWatchDeps) => {
  let cancel = (): void => {};
  return {
    cancel: (): void => cancel(),
    watch(deck: Deck): void {
      cancel();
      const source = deck.source();
      const fromSeconds = deck.element.currentTime;
      const sinceMs = deps.nowMs();
      cancel = deps.later(() => {
        const isLate = deps.nowMs() - sinceMs > startWithinMs + latenessMs;
        const { element } = deck;
        const stands = element.currentTime === fromSeconds && !element.seeking && !element.paused;
        if (deck.source() === source && stands && element.readyState >= 3 && !element.ended && !isLate) {
          deps.onStuck(deck);
        }
      }, startWithinMs);
    },
  };
};
