import { app } from './en/app.ts';
import { collection } from './en/collection.ts';
import { player } from './en/player.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of the English catalogue that every page needs; those of the settings come with the settings. */
const english = { app, player, collection };

/**
 * Every text that people see or hear, by group. Read it while rendering (`texts.app.signIn`), never at
 * import time, so that a change of catalogue reaches the page.
 */
export const { texts, exchange: setCatalogue } = /* @__PURE__ */ exchangeable(english);
