import type { Deck } from './deck.ts';

/** How often both are made a little quieter and louder, in milliseconds. */
const stepMs = 40;

interface CrossfadeDeps {
  readonly nowMs: () => number;
  readonly later: (callback: () => void, delayMs: number) => () => void;
  /** The deck that was left is silent. */
  readonly onOver: (left: Deck) => void;
}

/** Has one deck fade out while the other fades in; together they are equally loud. */
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
        left.setFade(Math.cos((part * Math.PI) / 2));
        into.setFade(Math.sin((part * Math.PI) / 2));
        cancel = deps.later(step, stepMs);
      };
      step();
    },
  };
};
