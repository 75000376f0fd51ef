import { listTools } from './en/list-tools.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of filter, order and columns, in a module of their own: they come with the tools above lists. */
export const { texts: toolTexts, exchange: setListToolsCatalogue } = /* @__PURE__ */ exchangeable(listTools);
