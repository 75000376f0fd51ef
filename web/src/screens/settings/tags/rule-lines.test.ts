import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOfSeparators, namesOf, separatorsOf } from './rule-lines.ts';

it('gives separators back as they were, blanks included', () => {
  const separator = fc.stringMatching(/^[ a-z;/.]{1,6}$/).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.uniqueArray(separator), (list) => {
      expect(separatorsOf(linesOfSeparators(list))).toEqual(list);
    }),
  );
});

it('takes blanks that were typed, and leaves empty lines and doubles out', () => {
  expect(separatorsOf(' feat. \n\n␣feat.␣\n ')).toEqual([' feat. ']);
  expect(namesOf(' Earth; Wind \n\nEarth; Wind')).toEqual(['Earth; Wind']);
});
