import type { DeckPair, EngineState } from './deck-pair.ts';

/** Has the idle deck load what follows, before it is its turn. */
export interface LoadingAhead {
  /** What follows is needed now. */
  loadUpcoming(): void;
  loadAhead(): void;
  /** Loading ahead must never hold up what is waited for: first the sound, then what follows it. */
  mayLoadAhead(): boolean;
  /** Elements that were loaded ahead do not start here: they are loaded when they are needed. */
  giveUp(): void;
}

/** @param deps.isFading while both decks sound, neither is free */
export const createLoadingAhead = (deps: {
  readonly pair: DeckPair;
  readonly state: EngineState;
  readonly isFading: () => boolean;
}): LoadingAhead => {
  const { pair, state } = deps;
  let keepsPrepared = true;
  const loadUpcoming = (): void => {
    const { upcoming } = state;
    if (upcoming !== null && pair.idle().source()?.id !== upcoming.id) pair.idle().load(upcoming, 0);
  };
  return {
    loadUpcoming,
    loadAhead() {
      if (keepsPrepared && !deps.isFading()) loadUpcoming();
    },
    mayLoadAhead: () =>
      pair.active().element.readyState >= 4 && (!state.isWanted || pair.active().isSounding()),
    giveUp() {
      keepsPrepared = false;
    },
  };
};
