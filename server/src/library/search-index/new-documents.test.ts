import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfNew, type SomeChanges, withNewDocuments } from './new-documents.ts';
import {
  chunkSize,
  decodeOffsets,
  eachSection,
  encodeOffsets,
  encodeRow,
  type Field,
  fieldCount,
  listOf,
  longestArray,
  type Sections,
} from './posting-list.ts';

const word = 7;

/** `field:document` for each change that adds one, by field, in the order given. */
const changesOf = (added: readonly (readonly [field: number, documentId: number])[]): SomeChanges => ({
  lists: Uint32Array.from(added, ([field]) => listOf(word, field as Field)),
  changes: Float64Array.from(added, ([, documentId]) => documentId * 2 + 1),
  from: 0,
  to: added.length,
});

const rowOf = (offsets: ReadonlyMap<number, readonly number[]>): Buffer | undefined => {
  const sections: Sections = [];
  for (const [field, some] of offsets) sections[field] = encodeOffsets(some);
  return encodeRow(sections) ?? undefined;
};

const offsetsOf = (row: Buffer | null): Map<number, number[]> => {
  const found = new Map<number, number[]>();
  if (row !== null) eachSection(row, (field, section) => void found.set(field, decodeOffsets(section)));
  return found;
};

const ascending = (max: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max }), { maxLength: 20 }).map((some) => some.sort((a, b) => a - b));
const byField = fc.uniqueArray(fc.tuple(fc.nat({ max: fieldCount - 1 }), ascending(30_000)), {
  maxLength: 5,
  selector: ([field]) => field,
});

describe('new documents behind those of a row', () => {
  it('make the row of all of them', () => {
    fc.assert(
      fc.property(byField, byField, fc.nat({ max: 3 }), (old, more, run) => {
        const before = new Map(old.filter(([, some]) => some.length > 0));
        const added = more
          .toSorted(([a], [b]) => a - b)
          .flatMap(([field, some]) =>
            some.map((offset) => [field, run * chunkSize + 30_001 + offset] as const),
          );
        // Of another run between them, which are not of this row.
        const others = added.flatMap(([field, id]) => [
          [field, id] as const,
          [field, id + chunkSize] as const,
        ]);
        const expected = new Map(before);
        for (const [field, id] of added)
          expected.set(field, [...(expected.get(field) ?? []), id % chunkSize]);
        const row = withNewDocuments(rowOf(before), changesOf(others), run);
        expect(offsetsOf(row)).toEqual(expected);
      }),
    );
  });

  it('are refused where one of them is not behind, or there already', () => {
    const row = rowOf(new Map([[2, [5, 9]]]));
    expect(withNewDocuments(row, changesOf([[2, 10]]), 0)).not.toBeNull();
    for (const id of [9, 7]) expect(withNewDocuments(row, changesOf([[2, id]]), 0)).toBeNull();
  });

  it('are refused where a field takes a bitmap, or has one', () => {
    const many = Array.from({ length: longestArray }, (_, at) => at);
    const row = rowOf(new Map([[0, many]]));
    expect(withNewDocuments(row, changesOf([[1, 60_000]]), 0)).not.toBeNull();
    expect(withNewDocuments(row, changesOf([[0, 60_000]]), 0)).toBeNull();
    const bitmap = rowOf(new Map([[0, [...many, 50_000]]]));
    expect(withNewDocuments(bitmap, changesOf([[1, 60_000]]), 0)).toBeNull();
  });
});

describe('the runs of new documents', () => {
  it('are told in the order in which they come', () => {
    expect(
      runsOfNew(
        changesOf([
          [0, chunkSize + 1],
          [1, 3],
          [1, chunkSize * 2],
          [2, 4],
        ]),
      ),
    ).toEqual([1, 0, 2]);
  });

  it('are not told where a document went, or documents of a list do not come in order', () => {
    expect(
      runsOfNew(
        changesOf([
          [0, 3],
          [0, 3],
        ]),
      ),
    ).toBeNull();
    expect(
      runsOfNew(
        changesOf([
          [0, 3],
          [0, 2],
        ]),
      ),
    ).toBeNull();
    expect(
      runsOfNew(
        changesOf([
          [0, 3],
          [1, 2],
        ]),
      ),
    ).toEqual([0]);
    const gone = changesOf([[0, 3]]);
    expect(runsOfNew({ ...gone, changes: Float64Array.of(6) })).toBeNull();
  });
});
