import { themes } from '@tonearm/contract/themes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOn } from './accent.ts';
import { contrastOf, mix } from './colour.ts';
import { coverTint } from './cover-tint.ts';

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the tint of a cover', () => {
  it.each(Object.values(themes).map((theme) => [theme.name, theme] as const))(
    'leaves everything on it readable on %s, down to the background',
    (_, theme) => {
      fc.assert(
        fc.property(colours, colours, fc.double({ min: 0, max: 1, noNaN: true }), (accent, cover, part) => {
          const { background, foreground, foregroundMuted, bad } = theme.colours;
          const { accentText, accentGraphic } = accentOn(theme, accent);
          const text = [foreground, foregroundMuted, accentText, bad];
          const tint = coverTint({ background, text, graphics: [accentGraphic] }, cover);
          const shade = mix(tint, background, part);
          // Shades between those that were looked at are rounded to whole channels.
          for (const ink of text) expect(contrastOf(ink, shade)).toBeGreaterThanOrEqual(4.45);
          expect(contrastOf(accentGraphic, shade)).toBeGreaterThanOrEqual(2.95);
          for (const ink of text) expect(contrastOf(ink, tint)).toBeGreaterThanOrEqual(4.5);
        }),
        { numRuns: 400 },
      );
    },
  );

  it('is seen where there is room for it', () => {
    const page = { background: '#ffffff', text: ['#3a3a3a'], graphics: [] };
    expect(contrastOf(coverTint(page, '#c03020'), '#ffffff')).toBeGreaterThan(1.3);
  });
});
