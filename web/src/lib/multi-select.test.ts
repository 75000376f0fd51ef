import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptySelection,
  focusRow,
  keepExisting,
  type OrderedKeys,
  selectAllRows,
  selectRow,
} from './multi-select.ts';

const orderOf = (keys: readonly string[]): OrderedKeys<string> => ({
  count: keys.length,
  keyAt: (index) => keys[index] ?? '',
  indexOf: (key) => keys.indexOf(key),
});
const abc = orderOf(['a', 'b', 'c', 'd', 'e']);
const plain = { isRange: false, isToggle: false };
const at = (index: number, how: Partial<typeof plain> = {}, order = abc) => ({
  order,
  index,
  ...plain,
  ...how,
});

describe('choosing rows', () => {
  it('leaves one row when chosen plainly', () => {
    const one = selectRow(selectRow(emptySelection<string>(), at(1)), at(3));
    expect([...one.selected]).toEqual(['d']);
    expect(one.focus).toBe('d');
  });

  it('extends from the anchor with Shift, forwards and backwards', () => {
    const from = selectRow(emptySelection<string>(), at(2));
    expect([...selectRow(from, at(4, { isRange: true })).selected].sort()).toEqual(['c', 'd', 'e']);
    const back = selectRow(selectRow(from, at(4, { isRange: true })), at(0, { isRange: true }));
    expect([...back.selected].sort()).toEqual(['a', 'b', 'c']);
    expect(back.anchor).toBe('c');
  });

  it('adds and takes away with Ctrl', () => {
    const two = selectRow(selectRow(emptySelection<string>(), at(0)), at(2, { isToggle: true }));
    expect([...two.selected]).toEqual(['a', 'c']);
    expect([...selectRow(two, at(0, { isToggle: true })).selected]).toEqual(['c']);
  });

  it('chooses everything, and moves the keyboard alone', () => {
    const all = selectAllRows(selectRow(emptySelection<string>(), at(1)), abc);
    expect(all.selected.size).toBe(5);
    expect(focusRow(all, abc, 99).focus).toBe('e');
    expect(focusRow(all, abc, 99).selected.size).toBe(5);
  });

  it('forgets rows that left, and keeps the keyboard in the list', () => {
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c', 'd', 'e']), fc.nat(4), fc.nat(4), (left, first, last) => {
        const chosen = selectRow(selectRow(emptySelection<string>(), at(first)), at(last, { isRange: true }));
        const kept = keepExisting(chosen, orderOf(left), last);
        expect([...kept.selected].every((key) => left.includes(key))).toBe(true);
        if (left.length > 0) expect(left).toContain(kept.focus);
        else expect(kept).toEqual(emptySelection());
      }),
    );
  });
});
