import type { Deck } from './deck.ts';

/** How often somebody is to have it look, in milliseconds. */
export const watchdogPeriodMs = 500;
/** Standing still this close to the end counts as the end: lengths in headers are often a little wrong. */
const endToleranceSeconds = 0.35;
/** Looks without movement before a track that stands at its end is over. */
const looksAtEnd = 2;
/** Looks without movement or new data before a track counts as lost in the network: 30 s. */
const looksUntilLost = 60;

/** Notices a sound that stands still: at its end, or for want of data. */
export const createWatchdog = (deps: {
  isWatching: () => boolean;
  active: () => Deck;
  onEnd: () => void;
  onLost: () => void;
}) => {
  let lastSeen = '';
  let looksStill = 0;
  return {
    reset(): void {
      lastSeen = '';
      looksStill = 0;
    },
    look(): void {
      const deck = deps.active();
      if (!deps.isWatching() || deck.element.seeking) {
        looksStill = 0;
        return;
      }
      const seen = `${deck.element.currentTime} ${deck.bufferedSeconds()}`;
      looksStill = seen === lastSeen ? looksStill + 1 : 0;
      lastSeen = seen;
      const duration = deck.durationSeconds();
      const isAtEnd = duration !== null && deck.positionSeconds() >= duration - endToleranceSeconds;
      if (isAtEnd && looksStill >= looksAtEnd) {
        looksStill = 0;
        deps.onEnd();
      } else if (looksStill >= looksUntilLost) {
        looksStill = 0;
        deps.onLost();
      }
    },
  };
};
