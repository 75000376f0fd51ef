import { settings } from './en/settings.ts';
import { exchangeable, type Loosened } from './exchangeable.ts';

/** What a catalogue of the settings has to offer. */
export type SettingsTexts = Loosened<typeof settings>;

/** Texts of settings and setup, in a module of their own: nobody loads them before they are needed. */
export const { texts: settingsTexts, exchange: setSettingsCatalogue } =
  /* @__PURE__ */ exchangeable(settings);
