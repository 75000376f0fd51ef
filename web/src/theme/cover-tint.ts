import { graphicContrast, textContrast } from './accent.ts';
import { contrastOf, hexOfOklch, mix, oklchOf } from './colour.ts';

/** The colours of a page that a tint may not spoil, each `#rrggbb`. */
export interface TintedPage {
  readonly background: string;
  readonly text: readonly string[];
  readonly graphics: readonly string[];
}

/** How much of a cover's colour a page takes at the most. */
const strongestShare = 0.5;
const step = 0.02;
/** Averages of covers are duller than the covers. */
const vividness = 1.35;
const mostChroma = 0.16;
/** The tint fades into the background: these shares of the way are looked at. */
const way = [0, 0.2, 0.4, 0.6, 0.8];

/**
 * A tint of the background taken from a cover, as strong as AA allows: text and graphics keep their contrast on
 * it, and on every shade between it and the background.
 * @param colour average of the cover, `#rrggbb`
 */
export function coverTint({ background, text, graphics }: TintedPage, colour: string): string {
  const { lightness, chroma, hue } = oklchOf(colour);
  const vivid = hexOfOklch({ lightness, chroma: Math.min(chroma * vividness, mostChroma), hue });
  const passes = (shade: string): boolean =>
    text.every((ink) => contrastOf(ink, shade) >= textContrast) &&
    graphics.every((ink) => contrastOf(ink, shade) >= graphicContrast);
  for (let share = strongestShare; share > 0; share -= step) {
    const tint = mix(background, vivid, share);
    if (way.every((part) => passes(mix(tint, background, part)))) return tint;
  }
  return background;
}

/** The colours of this page as it is painted now. */
export function pageColours(root: HTMLElement = document.documentElement): TintedPage {
  const token = (name: string): string => root.style.getPropertyValue(`--${name}`).trim();
  return {
    background: token('background'),
    text: ['foreground', 'foreground-muted', 'accent-text', 'bad'].map(token),
    graphics: [token('accent-graphic')],
  };
}
