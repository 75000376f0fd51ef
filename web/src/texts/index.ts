import { app } from './en/app.ts';
import { collection } from './en/collection.ts';
import { player } from './en/player.ts';
import { settings } from './en/settings.ts';

/** Texts of the English catalogue; what every other catalogue has to offer. */
const english = { app, settings, player, collection };

/** Shape of a catalogue: strings, and functions from values to strings. */
export type Texts = { readonly [Group in keyof typeof english]: Loosened<(typeof english)[Group]> };

type Loosened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Loosened<T[K]> };

let current: Texts = english;

/**
 * Every text that people see or hear, by group. Read it while rendering (`texts.app.signIn`), never at
 * import time, so that a change of catalogue reaches the page.
 */
export const texts: Texts = {
  get app() {
    return current.app;
  },
  get settings() {
    return current.settings;
  },
  get player() {
    return current.player;
  },
  get collection() {
    return current.collection;
  },
};

/** Exchanges the catalogue; without one, English comes back. */
export function setCatalogue(catalogue: Texts = english): void {
  current = catalogue;
}
