import { createContext, useContext, useSyncExternalStore } from 'react';

/** Pictures come when nothing was typed for so long, in milliseconds. */
const quietMs = 150;

/**
 * Whether pictures that are not there yet wait. While somebody types, each key brings another list: pictures of the
 * one before would hold up its answer (browsers have six connections to a server) and be thrown away.
 */
export interface PictureHold {
  isHeld(): boolean;
  /** Pictures wait from now on, until this was not called for a while. */
  extend(): void;
  subscribe(listener: () => void): () => void;
}

const afterwards = (run: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** @param after runs a function later; returns what takes that back */
export function createPictureHold(after: typeof afterwards = afterwards): PictureHold {
  const listeners = new Set<() => void>();
  let cancel: (() => void) | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    isHeld: () => cancel !== null,
    extend() {
      const wasHeld = cancel !== null;
      cancel?.();
      cancel = after(() => {
        cancel = null;
        tell();
      }, quietMs);
      if (!wasHeld) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const neverHeld: PictureHold = { isHeld: () => false, extend: () => {}, subscribe: () => () => {} };

/** The hold of the covers below. */
export const PictureHoldContext = createContext(neverHeld);

/** Whether a cover waits: one that has come stays, one that is on its way is given up and asked for again later. */
export function useIsHeld(picture: { readonly current: HTMLImageElement | null }): boolean {
  const { subscribe, isHeld } = useContext(PictureHoldContext);
  return useSyncExternalStore(subscribe, () => isHeld() && !hasCome(picture.current));
}

const hasCome = (picture: HTMLImageElement | null): boolean =>
  picture?.complete === true && picture.naturalWidth > 0;
