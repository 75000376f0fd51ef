import type { Theme } from '@tonearm/contract/themes';
import { contrastOf, hexOfOklch, mix, oklchOf } from './colour.ts';

/** Least contrast of text (WCAG 2.2 AA). */
export const textContrast = 4.5;
/** Least contrast of what is not text: sliders, marks, focus rings (WCAG 2.2 AA). */
export const graphicContrast = 3;

/** What an accent becomes on a base, each `#rrggbb`. */
export interface AccentColours {
  /** As the user chose it: a fill behind `foregroundAgainstAccent`. */
  readonly accent: string;
  readonly foregroundAgainstAccent: string;
  /** The fill under the pointer: further from `foregroundAgainstAccent`, so that it reads no worse. */
  readonly accentHover: string;
  /** The accent as text on any background of the base, also on `accentSoft`. */
  readonly accentText: string;
  /** The accent as lines and fills that must be seen: slider, mark, focus ring. */
  readonly accentGraphic: string;
  /** A tint of the background behind what is selected; all text of the base stays readable on it. */
  readonly accentSoft: string;
}

/** Derives every use of an accent on a base so that each passes AA, keeping its hue. */
export function accentOn({ scheme, colours }: Theme, accent: string): AccentColours {
  const backgrounds = [colours.background, colours.backgroundMuted, colours.menuBackground];
  const readable = [colours.foreground, colours.foregroundMuted, colours.bad];
  const accentSoft = softenedUntil(colours.background, accent, readable);
  const direction = scheme === 'light' ? -1 : 1;
  const behind = [...backgrounds, accentSoft];
  const foregroundAgainstAccent = readableOn(accent);
  return {
    accent: accent.toLowerCase(),
    foregroundAgainstAccent,
    accentHover: mix(accent, foregroundAgainstAccent === '#ffffff' ? '#000000' : '#ffffff', 0.16),
    accentText: shiftedUntil(accent, direction, (shade) => passes(shade, behind, textContrast)),
    accentGraphic: shiftedUntil(accent, direction, (shade) => passes(shade, behind, graphicContrast)),
    accentSoft,
  };
}

/** Near-black or white, whichever reads better; one of the two always passes AA. */
function readableOn(fill: string): string {
  const softBlack = '#101014';
  if (contrastOf(softBlack, fill) >= textContrast) return softBlack;
  return contrastOf('#ffffff', fill) >= contrastOf('#000000', fill) ? '#ffffff' : '#000000';
}

const passes = (colour: string, behind: readonly string[], least: number) =>
  behind.every((background) => contrastOf(colour, background) >= least);

function softenedUntil(background: string, accent: string, readable: readonly string[]): string {
  for (let share = 0.16; share > 0; share -= 0.01) {
    const soft = mix(background, accent, share);
    if (passes(soft, readable, textContrast)) return soft;
  }
  return background;
}

/** Moves the lightness in small steps, away from the background, until `isEnough`. */
function shiftedUntil(accent: string, direction: 1 | -1, isEnough: (shade: string) => boolean): string {
  if (isEnough(accent)) return accent.toLowerCase();
  const { lightness, chroma, hue } = oklchOf(accent);
  for (let step = 1; step <= 100; step += 1) {
    const shade = hexOfOklch({ lightness: lightness + (direction * step) / 100, chroma, hue });
    if (isEnough(shade)) return shade;
  }
  return direction === 1 ? '#ffffff' : '#000000';
}
