import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from './client.ts';

/** Preferences of the signed-in user as the server keeps them; null where nothing was chosen. */
export interface PreferencesState {
  readonly themeBase: string | null;
  readonly themeAccent: string | null;
}

const none: PreferencesState = { themeBase: null, themeAccent: null };

/** The last known preferences, and whether they come from the server; nothing is chosen until then. */
export const preferencesStore = createStore<PreferencesState & { readonly isLoaded: boolean }>(() => ({
  ...none,
  isLoaded: false,
}));

/** Asks for the preferences; a theme chosen while the answer was on its way is kept. @throws ApiError */
export async function refreshPreferences(): Promise<void> {
  const before = preferencesStore.getState();
  const { web_theme_base, web_theme_accent } = await call('getPreferences');
  const now = preferencesStore.getState();
  const isThemeAsBefore = now.themeBase === before.themeBase && now.themeAccent === before.themeAccent;
  preferencesStore.setState({
    ...(isThemeAsBefore && { themeBase: web_theme_base, themeAccent: web_theme_accent }),
    isLoaded: true,
  });
}

/** Forgets the preferences of a user who left. */
export const forgetPreferences = (): void => preferencesStore.setState({ ...none, isLoaded: false });

/**
 * Chooses a theme: seen at once, then saved; null stands for the default.
 * @throws ApiError when it could not be saved
 */
export async function saveTheme(change: { base?: string | null; accent?: string | null }): Promise<void> {
  preferencesStore.setState(({ themeBase, themeAccent }) => ({
    themeBase: change.base === undefined ? themeBase : change.base,
    themeAccent: change.accent === undefined ? themeAccent : change.accent,
  }));
  const { themeBase, themeAccent } = preferencesStore.getState();
  await call('putPreferences', { body: { web_theme_base: themeBase, web_theme_accent: themeAccent } });
}

/** The preferences; renders again when they change. */
export const usePreferences = (): PreferencesState => useStore(preferencesStore);
