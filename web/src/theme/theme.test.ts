import { themes } from '@tonearm/contract/themes';
import { describe, expect, it } from 'vitest';
import { accentOn, graphicContrast, textContrast } from './accent.ts';
import { tokensOf } from './apply-theme.ts';
import { contrastOf, hexOfOklch, luminanceOf, oklchOf } from './colour.ts';
import { defaultAccent } from './theme-base.ts';

const bases = Object.entries(themes).map(([id, theme]) => ({ id, theme }));

/** 16 steps of each channel: 4,096 accents, black, white and the pure colours among them. */
const accents = Array.from({ length: 4_096 }, (_, index) => {
  const channel = (shift: number) => (((index >> shift) & 15) * 17).toString(16).padStart(2, '0');
  return `#${channel(8)}${channel(4)}${channel(0)}`;
});

describe.each(bases)('the base $id', ({ theme }) => {
  const { colours } = theme;
  const backgrounds = [colours.background, colours.backgroundMuted, colours.menuBackground];

  it('keeps all text readable on all its backgrounds', () => {
    for (const background of backgrounds) {
      for (const text of [
        colours.foreground,
        colours.foregroundMuted,
        colours.menuForeground,
        colours.good,
        colours.bad,
      ]) {
        expect(contrastOf(text, background)).toBeGreaterThanOrEqual(textContrast);
      }
    }
    expect(contrastOf(colours.foregroundAgainstGood, colours.good)).toBeGreaterThanOrEqual(textContrast);
    expect(contrastOf(colours.foregroundAgainstBad, colours.bad)).toBeGreaterThanOrEqual(textContrast);
  });

  it('draws outlines of controls so that they are seen', () => {
    for (const background of backgrounds) {
      expect(contrastOf(colours.border, background)).toBeGreaterThanOrEqual(graphicContrast);
    }
  });

  it('stays readable with each of 4,096 accents', () => {
    const failures: string[] = [];
    for (const accent of accents) {
      const derived = accentOn(theme, accent);
      const need = (what: string, colour: string, background: string, least: number) => {
        if (contrastOf(colour, background) < least)
          failures.push(`${accent} ${what}: ${colour} on ${background}`);
      };
      need('on accent', derived.foregroundAgainstAccent, derived.accent, textContrast);
      need('on accent under the pointer', derived.foregroundAgainstAccent, derived.accentHover, textContrast);
      for (const background of [...backgrounds, derived.accentSoft]) {
        need('accent text', derived.accentText, background, textContrast);
        need('accent graphic', derived.accentGraphic, background, graphicContrast);
      }
      for (const text of [colours.foreground, colours.foregroundMuted, colours.bad]) {
        need('on soft accent', text, derived.accentSoft, textContrast);
      }
    }
    expect(failures).toEqual([]);
  });

  it('offers every token of the specification', () => {
    expect(Object.keys(tokensOf(theme, defaultAccent))).toEqual(
      expect.arrayContaining([
        '--foreground',
        '--foreground-muted',
        '--foreground-against-accent',
        '--background',
        '--background-muted',
        '--border',
        '--border-muted',
        '--menu-foreground',
        '--menu-background',
        '--good',
        '--bad',
        '--foreground-against-good',
        '--foreground-against-bad',
        '--accent',
        '--accent-text',
        '--focus-ring',
      ]),
    );
  });
});

describe('an accent', () => {
  it('is left as it is where it can be seen', () => {
    expect(accentOn(themes.dark, defaultAccent)).toMatchObject({
      accentText: '#44c8f1',
      accentGraphic: '#44c8f1',
    });
  });

  it('keeps its hue where it has to change', () => {
    const { accentText } = accentOn(themes.light, defaultAccent);
    expect(Math.abs(oklchOf(accentText).hue - oklchOf(defaultAccent).hue)).toBeLessThan(0.06);
  });
});

describe('colour arithmetic', () => {
  it('knows black, white and their contrast', () => {
    expect(luminanceOf('#000000')).toBe(0);
    expect(luminanceOf('#ffffff')).toBeCloseTo(1);
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it('comes back from OKLCH to where it was', () => {
    for (const accent of accents) expect(hexOfOklch(oklchOf(accent))).toBe(accent);
  });
});
