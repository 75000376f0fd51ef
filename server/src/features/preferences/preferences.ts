import { themes, type Preferences as WirePreferences } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readPreferences, writeTheme } from './preferences-store.ts';

/** What a user has chosen. */
export interface Preferences {
  get(userId: number): Promise<WirePreferences>;
  /** Replaces the theme; null clears. @throws AppError invalid_theme */
  putTheme(userId: number, theme: { base: string | null; accent: string | null }): Promise<void>;
}

const accentForm = /^#[0-9a-f]{6}$/i;

const checkTheme = ({ base, accent }: { base: string | null; accent: string | null }): void => {
  if (base !== null && !Object.hasOwn(themes, base)) {
    throw new AppError('invalid_theme', `The theme must be one of ${Object.keys(themes).sort().join(', ')}.`);
  }
  if (accent !== null && !accentForm.test(accent)) {
    throw new AppError('invalid_theme', 'The colour must be written as #rrggbb.');
  }
};

/** Preferences over `state.db`. */
export const createPreferences = (deps: { query: StateQuery }): Preferences => ({
  get: async (userId) => {
    const row = await readPreferences(deps.query, userId);
    if (row === undefined) throw new AppError('unauthorized', 'Please sign in again.');
    return row;
  },
  putTheme: async (userId, theme) => {
    checkTheme(theme);
    await writeTheme(deps.query, userId, theme);
  },
});
