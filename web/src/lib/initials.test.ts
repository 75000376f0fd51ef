import { describe, expect, it } from 'vitest';
import { hueOf, initialsOf } from './initials.ts';

describe('the initials of a name', () => {
  it.each([
    ['Night bus', 'NB'],
    ['The Long Way Home', 'LH'],
    ['Picnic', 'P'],
    ['the', 'T'],
    ['… and justice (2019)', 'A2'],
    ['élan vital', 'ÉV'],
    ['音楽 図書館', '音図'],
    ['!!!', ''],
    ['', ''],
  ])('of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
});

it('a name keeps its hue, and others have others', () => {
  expect(hueOf('Picnic')).toBe(hueOf('Picnic'));
  const hues = Array.from({ length: 24 }, (_, index) => hueOf(`Day ${index}`));
  expect(new Set(hues).size).toBeGreaterThan(20);
  for (const hue of hues) expect(hue).toBeLessThanOrEqual(360);
});
