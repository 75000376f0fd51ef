import type { ThemeBase } from '@tonearm/contract';

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
  readonly id: ThemeBase;
  readonly scheme: 'light' | 'dark';
  readonly colours: ThemeColours;
}
