import type { Theme } from '../theme.ts';

/** Dark text on white; where everybody starts. */
export const light: Theme = {
  id: 'light',
  scheme: 'light',
  colours: {
    foreground: '#3a3a3a',
    foregroundMuted: '#666666',
    background: '#ffffff',
    backgroundMuted: '#f6f6f7',
    border: '#868689',
    borderMuted: '#e4e4e7',
    menuForeground: '#3a3a3a',
    menuBackground: '#ffffff',
    good: '#1c7a3e',
    bad: '#c3283c',
    foregroundAgainstGood: '#ffffff',
    foregroundAgainstBad: '#ffffff',
  },
};
