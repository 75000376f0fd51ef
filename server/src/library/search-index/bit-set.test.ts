import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addAll,
  addBit,
  bitSetFor,
  countBits,
  hasBit,
  idsOf,
  isEmptySet,
  keepCommon,
  takeAway,
  takeOut,
} from './bit-set.ts';

const greatestId = 130;
const ids = fc.uniqueArray(fc.integer({ min: 0, max: greatestId }));
const setOf = (members: readonly number[]) => {
  const set = bitSetFor(greatestId);
  for (const id of members) addBit(set, id);
  return set;
};
const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

it('sets of ids are what sets of numbers are', () => {
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 0, max: 200 }), (first, second, id) => {
      const set = setOf(first);
      expect(idsOf(set)).toEqual(ascending(first));
      expect(countBits(set)).toBe(first.length);
      expect(isEmptySet(set)).toBe(first.length === 0);
      expect(hasBit(set, id)).toBe(first.includes(id));
      const changed = (change: (set: Uint32Array, other: Uint32Array) => void): number[] => {
        const result = setOf(first);
        change(result, setOf(second));
        return idsOf(result);
      };
      expect(changed(addAll)).toEqual(ascending([...first, ...second]));
      expect(changed(keepCommon)).toEqual(ascending(first).filter((each) => second.includes(each)));
      expect(changed(takeAway)).toEqual(ascending(first).filter((each) => !second.includes(each)));
    }),
  );
});

it('what is taken out of a set is what all others have of it, and the rest stays', () => {
  fc.assert(
    fc.property(ids, fc.array(ids, { maxLength: 3 }), (members, others) => {
      const set = setOf(members);
      const taken = takeOut(set, others.map(setOf));
      const expected = ascending(members).filter((id) => others.every((other) => other.includes(id)));
      expect(taken === null ? [] : idsOf(taken.ids)).toEqual(expected);
      expect(taken?.count ?? 0).toBe(expected.length);
      expect(idsOf(set)).toEqual(ascending(members).filter((id) => !expected.includes(id)));
    }),
  );
});

it('a set holds every id up to the greatest, and what is beyond its end is left out', () => {
  for (const greatest of [0, 1, 31, 32, 33, 63, 64, 1000]) {
    const set = bitSetFor(greatest);
    addBit(set, greatest);
    expect(idsOf(set)).toEqual([greatest]);
    addBit(set, greatest + 64);
    expect(idsOf(set)).toEqual([greatest]);
    expect(hasBit(set, greatest + 64)).toBe(false);
  }
});
