import type { ThemeBase } from '@tonearm/contract';
import { createStore } from 'zustand/vanilla';

/** What stands above the saved theme. */
export interface ThemeState {
  /** Colours that are tried out; never saved. */
  readonly preview: { readonly base?: ThemeBase; readonly accent?: string } | null;
  /** Whether light or dark follows the system, in this browser, instead of the saved base. */
  readonly followsSystem: boolean;
}

/** The preview and the choice of this browser. */
export const themeStore = createStore<ThemeState>(() => ({ preview: null, followsSystem: false }));

/** Tries colours out, over the saved ones; null ends it. */
export const previewTheme = (preview: ThemeState['preview']): void => themeStore.setState({ preview });
