import type { Theme } from '../theme.ts';

/** Light grey on a neutral near-black. */
export const dark: Theme = {
  id: 'dark',
  scheme: 'dark',
  colours: {
    foreground: '#dddddd',
    foregroundMuted: '#a6a6a9',
    background: '#222222',
    backgroundMuted: '#1a1a1b',
    border: '#7b7b7f',
    borderMuted: '#363638',
    menuForeground: '#e6e6e6',
    menuBackground: '#2d2d2f',
    good: '#63c98a',
    bad: '#ff8b8b',
    foregroundAgainstGood: '#0c1f13',
    foregroundAgainstBad: '#2b0b0b',
  },
};
