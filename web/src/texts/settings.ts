import { settings } from './en/settings.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of settings and setup, in a module of their own: nobody loads them before they are needed. */
export const { texts: settingsTexts, exchange: setSettingsCatalogue } =
  /* @__PURE__ */ exchangeable(settings);
