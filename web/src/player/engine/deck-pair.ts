import type { TrackSource } from '../core/audio-engine.ts';
import { createDeck, type Deck, type DeckEvent } from './deck.ts';
import type { MediaElement } from './media-element.ts';

/** Two decks: one plays, the other loads what follows. */
export interface DeckPair {
  readonly decks: readonly [Deck, Deck];
  active(): Deck;
  idle(): Deck;
  /** They change places. @returns the one that played until now */
  change(): Deck;
}

/** What is wanted of the engine, and how what sounds came to be loaded. */
export interface EngineState {
  isWanted: boolean;
  upcoming: TrackSource | null;
  /** What sounds was loaded before it was its turn. */
  wasPrepared: boolean;
}

/** Only what the playing deck says is heard. */
export const createDeckPair = (
  createElement: () => MediaElement,
  hear: (event: DeckEvent, deck: Deck) => void,
): DeckPair => {
  const first: Deck = createDeck(createElement(), (event) => tell(event, first));
  const second: Deck = createDeck(createElement(), (event) => tell(event, second));
  let active = first;
  const tell = (event: DeckEvent, deck: Deck): void => {
    if (deck === active) hear(event, deck);
  };
  const idle = (): Deck => (active === first ? second : first);
  return {
    decks: [first, second],
    active: () => active,
    idle,
    change() {
      const left = active;
      active = idle();
      return left;
    },
  };
};
