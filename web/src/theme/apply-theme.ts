import { type Theme, type ThemeBase, themes } from '@tonearm/contract/themes';
import { writeText } from '../storage/key-value.ts';
import { accentOn } from './accent.ts';

/** Where `public/first-paint.js` finds the colours of the last visit. */
export const firstPaintKey = 'tonearm.theme';

/** Every colour of a base and an accent as custom properties (`--foreground-muted`: `#rrggbb`). */
export function tokensOf(theme: Theme, accent: string): Readonly<Record<`--${string}`, string>> {
  const colours = { ...theme.colours, ...accentOn(theme, accent) };
  const tokens: Record<`--${string}`, string> = {};
  for (const [name, colour] of Object.entries(colours)) {
    tokens[`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = colour;
  }
  tokens['--focus-ring'] = colours.accentGraphic;
  return tokens;
}

/**
 * Paints the page in a base and an accent. With `remember`, the next visit starts in the same colours;
 * a preview does without.
 */
export function applyTheme(base: ThemeBase, accent: string, { remember }: { remember: boolean }): void {
  const theme = themes[base];
  const tokens = tokensOf(theme, accent);
  const root = document.documentElement;
  for (const [name, colour] of Object.entries(tokens)) root.style.setProperty(name, colour);
  root.style.colorScheme = theme.scheme;
  root.dataset['theme'] = base;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.colours.background);
  if (remember) writeText(firstPaintKey, JSON.stringify({ base, accent, scheme: theme.scheme, tokens }));
}
