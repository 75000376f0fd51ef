import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGatheredChanges } from './gathered-changes.ts';

const change = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 40 }));
/** Some rounds go beyond what there is room for at first. */
const rounds = fc.array(
  fc.tuple(fc.array(change, { minLength: 1, maxLength: 60 }), fc.constantFrom(1, 3, 400)),
  {
    minLength: 1,
    maxLength: 5,
  },
);

it('gives what was noted since it last forgot, by list, and of each in the order it came', () => {
  fc.assert(
    fc.property(rounds, (all) => {
      const gathered = createGatheredChanges();
      for (const [some, times] of all) {
        const noted = Array.from({ length: times }, () => some).flat();
        for (const [list, value] of noted) gathered.note(list, value);
        const { lists, changes } = gathered.inOrder();
        const expected = noted.toSorted(([a], [b]) => a - b);
        expect([...lists]).toEqual(expected.map(([list]) => list));
        expect([...changes]).toEqual(expected.map(([, value]) => value));
        gathered.forget();
      }
    }),
    { numRuns: 40 },
  );
});
