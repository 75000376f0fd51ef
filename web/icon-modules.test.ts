import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromItsBeginning, pathOf, shapesOf } from './icon-modules.ts';

describe('an icon as one path', () => {
  it('goes on from where a path says, not from where another ended', () => {
    expect(fromItsBeginning('m9 18 6-6-6-6')).toBe('M9 18l6-6-6-6');
    expect(fromItsBeginning('m1.5.5h3')).toBe('M1.5 .5h3');
    expect(fromItsBeginning('m-2,3-4 5z m1 1h2')).toBe('M-2 3l-4 5z m1 1h2');
  });

  it('leaves a path that begins where it says', () => {
    expect(fromItsBeginning('M21 5H3')).toBe('M21 5H3');
  });

  it('draws lines, circles and rectangles as paths', () => {
    expect(pathOf([['line', { x1: '2', x2: '22', y1: '3', y2: '4' }]])).toBe('M2 3L22 4');
    expect(pathOf([['circle', { cx: '12', cy: '11.2', r: '2.1' }]])).toBe(
      'M9.9 11.2a2.1 2.1 0 1 1 4.2 0a2.1 2.1 0 1 1 -4.2 0z',
    );
    expect(pathOf([['rect', { x: '1', y: '2', width: '6', height: '5' }]])).toBe('M1 2h6v5h-6v-5z');
    expect(pathOf([['rect', { x: '1', y: '2', width: '6', height: '5', rx: '1' }]])).toBe(
      'M2 2h4a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z',
    );
  });

  it('covers the inside of a dot', () => {
    expect(pathOf([['circle', { cx: '7.5', cy: '7.5', r: '.5', fill: 'currentColor' }]])).toMatch(
      /zM7\.5 7\.5h\.01$/,
    );
    expect(() => pathOf([['circle', { r: '3', fill: 'currentColor' }]])).toThrow(/filled/);
  });

  it('takes all shapes, one after the other', async () => {
    expect(pathOf(await shapesOf('volume-x'))).toMatch(/19\.298zM16\.5 14\.5l5-5M16\.5 9\.5l5 5$/);
  });

  it('says which shape or icon it does not know', async () => {
    expect(() => pathOf([['text', {}]])).toThrow(/text/);
    await expect(shapesOf('no-such-icon')).rejects.toThrow(/no-such-icon/);
  });

  it('knows every icon that the client shows', async () => {
    const text = ['icons.ts', 'later-icons.ts'].map((name) =>
      readFileSync(new URL(`./src/ui/${name}`, import.meta.url), 'utf8'),
    );
    const names = [...text.join('').matchAll(/virtual:icon\/([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(50);
    // Each begins where it says, and no shape of it is left for the next one to draw on from.
    for (const name of names) {
      const path = pathOf(await shapesOf(name));
      expect(path, name).toMatch(/^M/);
    }
  });
});
