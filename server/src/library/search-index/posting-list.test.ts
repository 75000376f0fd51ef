import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsOf } from './bit-set.ts';
import {
  addSection,
  chunkSize,
  decodeOffsets,
  eachSection,
  encodeOffsets,
  encodeRow,
  type Sections,
  withDocuments,
} from './posting-list.ts';

/** Few ids, and so many that they are kept as a bitmap. */
const offsets = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: chunkSize - 1 }), { minLength: 1, maxLength: 30 }),
  fc
    .record({ first: fc.integer({ min: 0, max: 100 }), step: fc.integer({ min: 1, max: 9 }) })
    .map(({ first, step }) => Array.from({ length: 4200 }, (_, index) => first + index * step)),
);
const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

describe('posting lists', () => {
  it('give back the ids of every field', () => {
    fc.assert(
      fc.property(fc.array(fc.option(offsets), { minLength: 1, maxLength: 16 }), (lists) => {
        const sections: Sections = lists.map((list) =>
          list === null ? undefined : encodeOffsets(ascending(list)),
        );
        const row = encodeRow(sections);
        const read: (number[] | null)[] = lists.map(() => null);
        if (row !== null) {
          eachSection(row, (field, section) => {
            read[field] = decodeOffsets(section);
          });
        }
        expect(read).toEqual(lists.map((list) => (list === null ? null : ascending(list))));
      }),
    );
  });

  it('hold what was added and not what was removed', () => {
    fc.assert(
      fc.property(offsets, offsets, offsets, (before, added, removed) => {
        const base = 3 * chunkSize;
        const changes = {
          added: ascending(added).map((offset) => base + offset),
          removed: ascending(removed).map((offset) => base + offset),
        };
        const after = withDocuments(encodeOffsets(ascending(before)), changes);
        const expected = ascending([...before, ...added]).filter((offset) => !removed.includes(offset));
        expect(after === undefined ? [] : decodeOffsets(after)).toEqual(expected);
      }),
    );
  });

  it('set the bits of their ids, those within the set', () => {
    fc.assert(
      fc.property(offsets, fc.integer({ min: 1, max: 3000 }), (list, words) => {
        const bits = new Uint32Array(words);
        addSection(bits, 0, encodeOffsets(ascending(list)));
        const read = ascending(list).filter((id) => (((bits[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1);
        expect(read).toEqual(ascending(list).filter((id) => id < words * 32));
      }),
    );
  });

  it('stay right where they become too many to be listed, and few enough again', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => 2 * index);
    for (const count of [4_094, 4_095, 4_096, 4_097]) {
      const list = upTo(count);
      expect(decodeOffsets(encodeOffsets(list))).toEqual(list);
      const row = encodeRow([encodeOffsets(list), encodeOffsets([7])]);
      const read: number[][] = [];
      eachSection(row ?? Buffer.alloc(0), (_, section) => read.push(decodeOffsets(section)));
      expect(read).toEqual([list, [7]]);
      for (const added of [1, 2, 3]) {
        const more = upTo(count + added).slice(count);
        const grown = withDocuments(encodeOffsets(list), { added: more, removed: [] });
        expect(grown).toEqual(encodeOffsets(upTo(count + added)));
        expect(withDocuments(grown, { added: [], removed: more })).toEqual(encodeOffsets(list));
      }
    }
  });

  it('hold a document once, however often it is added, and in order', () => {
    const before = encodeOffsets([5, 9]);
    for (const added of [[9], [9, 12], [5], [7], [1, 30], [10]])
      expect(decodeOffsets(withDocuments(before, { added, removed: [] }) ?? before)).toEqual(
        ascending([5, 9, ...added]),
      );
    expect(withDocuments(before, { added: [], removed: [5, 9] })).toBeUndefined();
    expect(withDocuments(undefined, { added: [], removed: [5] })).toBeUndefined();
    expect(decodeOffsets(withDocuments(before, { added: [], removed: [] }) ?? Buffer.alloc(0))).toEqual([
      5, 9,
    ]);
  });

  it('set the bits of their ids in the run they are of, beside those that are set', () => {
    fc.assert(
      fc.property(offsets, offsets, fc.integer({ min: 0, max: 2 }), (first, second, chunk) => {
        const bits = new Uint32Array((3 * chunkSize) / 32);
        addSection(bits, chunk, encodeOffsets(ascending(first)));
        addSection(bits, chunk, encodeOffsets(ascending(second)));
        expect(idsOf(bits)).toEqual(ascending([...first, ...second]).map((id) => chunk * chunkSize + id));
      }),
    );
  });
});
