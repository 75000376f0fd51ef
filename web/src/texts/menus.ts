import { menus } from './en/menus.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of menus, in a module of their own: nobody loads them before a menu is opened. */
export const { texts: menuTexts, exchange: setMenusCatalogue } = /* @__PURE__ */ exchangeable(menus);
