import type { Theme } from '../theme.ts';

/** Pale blue on a night sky. */
export const blue: Theme = {
  id: 'blue',
  scheme: 'dark',
  colours: {
    foreground: '#b0c4ff',
    foregroundMuted: '#8b99c4',
    background: '#171a22',
    backgroundMuted: '#11141a',
    border: '#68728f',
    borderMuted: '#2a3040',
    menuForeground: '#c3d2ff',
    menuBackground: '#212634',
    good: '#5fcb93',
    bad: '#ff8c99',
    foregroundAgainstGood: '#07190f',
    foregroundAgainstBad: '#2b0a10',
  },
};
