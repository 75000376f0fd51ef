import type { Deck } from './deck.ts';

/** How often both are made a little quieter and louder, in milliseconds. */
const stepMs = 40;

interface CrossfadeDeps {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  /** The deck that was left is silent. */
  readonly onOver: (left: Deck) => void;
}

/**
 * How loud two tracks are while one fades into the other, each 0 to 1: equally loud together, unless their greatest
 * samples could then add up to more than full scale, or than either reaches alone.
 * @param part of the time that the fade takes, 0 to 1
 * @param reaches the greatest sample of each as it is played, 1 being full scale
 */
const fadesAt = (part: number, reaches: readonly [number, number]): readonly [number, number] => {
  const out = Math.cos((part * Math.PI) / 2);
  const into = Math.sin((part * Math.PI) / 2);
  const share = Math.min(1, Math.max(1, ...reaches) / (out * reaches[0] + into * reaches[1]));
  return [out * share, into * share];
};

const reachOf = (deck: Deck): number => {
  const { level = 1, peak = 1 } = deck.source() ?? {};
  return level * peak;
};

/** Has one deck fade out while the other fades in, as {@link fadesAt} says. */
export const createCrossfade = (deps: CrossfadeDeps) => {
  let fading: { readonly left: Deck; readonly into: Deck } | null = null;
  let cancel = (): void => {};
  const finish = (): void => {
    if (fading === null) return;
    const { left, into } = fading;
    fading = null;
    cancel();
    left.setFade(1);
    into.setFade(1);
    deps.onOver(left);
  };
  return {
    isFading: (): boolean => fading !== null,
    /** At once, as when something else is wanted. */
    finish,
    start(left: Deck, into: Deck, seconds: number): void {
      const sinceMs = deps.nowMs();
      fading = { left, into };
      const step = (): void => {
        const part = (deps.nowMs() - sinceMs) / (seconds * 1000);
        if (part >= 1 || left.element.ended) {
          finish();
          return;
        }
        const fades = fadesAt(part, [reachOf(left), reachOf(into)]);
        // The one that becomes softer comes first, so that there is room for the other.
        left.setFade(fades[0]);
        into.setFade(fades[1]);
        cancel = deps.later(step, stepMs);
      };
      step();
    },
  };
};
