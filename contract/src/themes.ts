/** Colours that a base has to name, each `#rrggbb`. Every pair that meets on screen passes AA (see theme.test.ts). */
interface ThemeColours {
  readonly foreground: string;
  readonly foregroundMuted: string;
  readonly background: string;
  readonly backgroundMuted: string;
  /** Outline of controls: at least 3:1 on both backgrounds. */
  readonly border: string;
  /** Lines that only divide. */
  readonly borderMuted: string;
  readonly menuForeground: string;
  readonly menuBackground: string;
  readonly good: string;
  readonly bad: string;
  readonly foregroundAgainstGood: string;
  readonly foregroundAgainstBad: string;
}

/** A theme base. `scheme` tells the browser how to draw what is its own (scroll bars, pickers). */
export interface Theme {
  /** As people read it. */
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly colours: ThemeColours;
}

/**
 * Every theme base by its id, the default one first. To add one, add an entry: the server accepts it, the
 * settings offer it, and the tests check its contrasts. Data only, because the web client loads it.
 */
export const themes = {
  /** Dark text on white; where everybody starts. */
  light: {
    name: 'Light',
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
  },
  /** Light grey on a neutral near-black. */
  dark: {
    name: 'Dark',
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
  },
  /** Pale blue on a night sky. */
  blue: {
    name: 'Blue',
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
  },
  /** Rose on dark wood. */
  brown: {
    name: 'Brown',
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
  },
} as const satisfies Readonly<Record<string, Theme>>;

/** Id of a theme base. */
export type ThemeBase = keyof typeof themes;
