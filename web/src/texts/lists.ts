import { lists } from './en/lists.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of what is done to lists, in a module of their own: they come with the lists. */
export const { texts: listTexts, exchange: setListsCatalogue } = /* @__PURE__ */ exchangeable(lists);
