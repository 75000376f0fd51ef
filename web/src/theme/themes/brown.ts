import type { Theme } from '../theme.ts';

/** Rose on dark wood. */
export const brown: Theme = {
  id: 'brown',
  scheme: 'dark',
  colours: {
    foreground: '#ddb9b8',
    foregroundMuted: '#b09392',
    background: '#221d1c',
    backgroundMuted: '#1a1615',
    border: '#83706d',
    borderMuted: '#3a3230',
    menuForeground: '#e6c8c6',
    menuBackground: '#2e2725',
    good: '#86c78a',
    bad: '#ff8f80',
    foregroundAgainstGood: '#0f1f10',
    foregroundAgainstBad: '#2d0d08',
  },
};
