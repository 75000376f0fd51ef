import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDescriptorTable } from './descriptor-table.ts';

/** Folders of a round, by id, with what each is watched by; several ids may share one. */
const round = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 12 })), { maxLength: 30 })
  .map((pairs) => new Map(pairs));

it('knows which folders each watch stands for, and which watches stand for none, after any rounds', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 5 }), (rounds) => {
      const table = createDescriptorTable();
      let before = new Map<number, number>();
      for (const wanted of rounds) {
        table.begin();
        for (const [id, descriptor] of wanted) {
          expect(table.set(id, descriptor)).toBe((before.get(id) ?? 0) === descriptor);
        }
        const used = new Set(wanted.values());
        const unused = [...before.values()].filter((descriptor) => descriptor > 0 && !used.has(descriptor));
        expect(table.end()).toEqual(new Set(unused));
        for (let asked = 1; asked <= 12; asked += 1) {
          const ids = [...wanted].filter(([, descriptor]) => descriptor === asked).map(([id]) => id);
          expect(table.idsOf(new Set([asked]))).toEqual(new Set(ids));
        }
        before = wanted;
      }
    }),
  );
});

it('takes single folders between rounds', () => {
  const table = createDescriptorTable();
  expect(table.set(5, 1)).toBe(false);
  expect(table.set(5, 1)).toBe(true);
  table.set(5, 0);
  expect(table.idsOf(new Set([0, 1]))).toEqual(new Set());
});
