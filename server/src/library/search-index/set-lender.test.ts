import { expect, it } from 'vitest';
import { createSetLender } from './set-lender.ts';

it('lends what came back, empty, and never what is kept or lent already', () => {
  const lender = createSetLender();
  const first = lender.borrow();
  const [kept, returned] = [first.empty(4), first.empty(4)];
  kept.fill(7);
  returned.fill(9);
  first.end([kept]);
  const second = lender.borrow();
  const again = second.empty(4);
  expect(again).toBe(returned);
  expect([...again]).toEqual([0, 0, 0, 0]);
  const fresh = second.empty(4);
  expect([kept, returned]).not.toContain(fresh);
  expect(second.empty(3)).toHaveLength(3);
  expect([...kept]).toEqual([7, 7, 7, 7]);
  lender.giveBack(kept);
  expect(lender.borrow().empty(4)).toBe(kept);
});

it('forgets sets of a library that was smaller', () => {
  const lender = createSetLender();
  const sets = [1, 2, 3].map((length) => {
    const borrowed = lender.borrow();
    const set = borrowed.empty(length);
    borrowed.end([]);
    return set;
  });
  expect(sets).not.toContain(lender.borrow().empty(1));
});
