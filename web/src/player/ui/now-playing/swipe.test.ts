import { describe, expect, it } from 'vitest';
import { axisOf, meaningOf } from './swipe.ts';

const stroke = { x: 0, y: 0, durationMs: 600, width: 360, height: 600 };

describe('a finger on the cover', () => {
  it('means the way it went further', () => {
    expect(axisOf({ x: 4, y: 4 })).toBeNull();
    expect(axisOf({ x: -30, y: 12 })).toBe('sideways');
    expect(axisOf({ x: 8, y: 30 })).toBe('down');
  });

  it.each([
    ['a long way left', { x: -150 }, 'left'],
    ['a long way right', { x: 150 }, 'right'],
    ['a flick', { x: -60, durationMs: 80 }, 'left'],
    ['a long way down', { y: 200 }, 'down'],
    ['a flick down', { y: 90, durationMs: 100 }, 'down'],
    ['a hesitation', { x: -60 }, null],
    ['a short flick', { x: -30, durationMs: 20 }, null],
    ['a way up', { y: -300 }, null],
  ])('knows %s', (_, moved, meaning) => {
    expect(meaningOf({ ...stroke, ...moved })).toBe(meaning);
  });
});
