import { type ThemeBase, themes } from '@tonearm/contract/themes';

/** Base of everybody who has not chosen one. */
export const defaultBase: ThemeBase = 'light';
/** Accent of everybody who has not chosen one. */
export const defaultAccent = '#44C8F1';

/** Whether a stored text names a base. */
export const isThemeBase = (text: unknown): text is ThemeBase =>
  typeof text === 'string' && Object.hasOwn(themes, text);

/** Whether a stored text is an accent, `#rrggbb`. */
export const isAccent = (text: unknown): text is string =>
  typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);
