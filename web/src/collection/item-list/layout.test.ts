import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLongBelow, layOut, type RowMeasures, rowAt, rowOfItem, rowRange, type Stretch } from './layout.ts';
import { itemAfterKey } from './moves.ts';

const measures: RowMeasures = {
  rowHeights: { heading: 50, rows: 48, tracks: 44, cards: 250 },
  columnCount: 4,
};

const stretchesOf = fc
  .array(
    fc.record({
      kind: fc.constantFrom('heading', 'rows', 'tracks', 'cards'),
      itemCount: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 6 },
  )
  .map((list): Stretch[] =>
    list.map(({ kind, itemCount }, index) => ({
      key: String(index),
      kind: kind as Stretch['kind'],
      itemCount: kind === 'heading' ? 0 : itemCount,
    })),
  );

describe('the layout of a list', () => {
  it('puts every item in exactly one row, rows one below the other without a gap', () => {
    fc.assert(
      fc.property(stretchesOf, fc.integer({ min: 1, max: 7 }), (stretches, columnCount) => {
        const layout = layOut(stretches, { ...measures, columnCount });
        let top = 0;
        let item = 0;
        for (let index = 0; index < layout.rowCount; index += 1) {
          const row = rowAt(layout, index);
          expect(row).toMatchObject({ rowIndex: index, top, firstItem: item });
          for (let offset = 0; offset < (row?.itemCount ?? 0); offset += 1) {
            expect(rowOfItem(layout, item + offset)).toEqual(row);
          }
          top += row?.height ?? 0;
          item += row?.itemCount ?? 0;
        }
        expect(top).toBe(layout.height);
        expect(item).toBe(layout.itemCount);
        expect(rowAt(layout, layout.rowCount)).toBeUndefined();
        expect(rowOfItem(layout, layout.itemCount)).toBeUndefined();
      }),
    );
  });

  it('finds exactly the rows that touch a window', () => {
    fc.assert(
      fc.property(
        stretchesOf,
        fc.integer({ min: -100, max: 4000 }),
        fc.integer({ min: 1, max: 900 }),
        (stretches, from, size) => {
          const layout = layOut(stretches, measures);
          const touching: number[] = [];
          for (let index = 0; index < layout.rowCount; index += 1) {
            const row = rowAt(layout, index);
            if (row && row.top < from + size && row.top + row.height > from) touching.push(index);
          }
          const range = rowRange(layout, from, from + size);
          expect(range).toEqual(
            touching.length === 0 ? null : { first: touching[0], last: touching[touching.length - 1] },
          );
        },
      ),
    );
  });

  it('leaves rows beyond a limit out and keeps the numbers of the items after them', () => {
    const layout = layOut(
      [
        { key: 'cards', kind: 'cards', itemCount: 30, rowLimit: 2 },
        { key: 'rows', kind: 'rows', itemCount: 5 },
      ],
      measures,
    );
    expect(layout).toMatchObject({ rowCount: 7, itemCount: 35, height: 2 * 250 + 5 * 48 });
    expect(rowOfItem(layout, 7)).toMatchObject({ rowIndex: 1, firstItem: 4 });
    expect(rowOfItem(layout, 8)).toBeUndefined();
    expect(rowOfItem(layout, 30)).toMatchObject({ rowIndex: 2, firstItem: 30 });
    expect(itemAfterKey(layout, 5, 'ArrowDown', { pageHeight: 200 })).toBe(30);
    expect(itemAfterKey(layout, 7, 'ArrowRight', { pageHeight: 200 })).toBe(7);
  });

  it('knows below which heading rows are left out, or would be', () => {
    const longBelow = (itemCount: number, isExpanded: boolean) => {
      const cards = { key: 'cards', kind: 'cards', itemCount, rowLimit: 2, isExpanded } as const;
      const layout = layOut([{ key: 'heading', kind: 'heading', itemCount: 0 }, cards], measures);
      return { isLong: isLongBelow(layout, 'heading'), rowCount: layout.rowCount };
    };
    expect(longBelow(8, false)).toEqual({ isLong: false, rowCount: 3 });
    expect(longBelow(9, false)).toEqual({ isLong: true, rowCount: 3 });
    expect(longBelow(9, true)).toEqual({ isLong: true, rowCount: 4 });
  });

  it('lays 200,000 rows out without walking them', () => {
    const layout = layOut([{ key: 'all', kind: 'rows', itemCount: 200_000 }], measures);
    expect(layout.height).toBe(9_600_000);
    expect(rowRange(layout, 4_800_000, 4_800_900)).toEqual({ first: 100_000, last: 100_018 });
  });
});

describe('moving through a list by key', () => {
  const layout = layOut(
    [
      { key: 'folders', kind: 'heading', itemCount: 0 },
      { key: 'cards', kind: 'cards', itemCount: 6 },
      { key: 'songs', kind: 'heading', itemCount: 0 },
      { key: 'rows', kind: 'rows', itemCount: 10 },
    ],
    measures,
  );
  const after = (item: number, key: Parameters<typeof itemAfterKey>[2], isRightToLeft = false) =>
    itemAfterKey(layout, item, key, { pageHeight: 200, isRightToLeft });

  it('keeps the column among cards, as far as a row reaches', () => {
    expect(after(1, 'ArrowDown')).toBe(5);
    expect(after(3, 'ArrowDown')).toBe(5);
    expect(after(5, 'ArrowUp')).toBe(1);
  });

  it('passes over headings between cards and rows', () => {
    expect(after(4, 'ArrowDown')).toBe(6);
    expect(after(6, 'ArrowUp')).toBe(4);
  });

  it('moves sideways among cards only, mirrored where text runs right to left', () => {
    expect(after(3, 'ArrowRight')).toBe(4);
    expect(after(3, 'ArrowRight', true)).toBe(2);
    expect(after(8, 'ArrowRight')).toBe(8);
  });

  it('stays at the edges', () => {
    expect(after(0, 'ArrowUp')).toBe(0);
    expect(after(15, 'ArrowDown')).toBe(15);
    expect(after(0, 'ArrowLeft')).toBe(0);
  });

  it('reaches every item with the page keys, and the ends with Home and End', () => {
    expect(after(3, 'Home')).toBe(0);
    expect(after(3, 'End')).toBe(15);
    let item = 0;
    for (let press = 0; press < 20; press += 1) item = after(item, 'PageDown');
    expect(item).toBe(15);
    for (let press = 0; press < 20; press += 1) item = after(item, 'PageUp');
    expect(item).toBeLessThan(4);
  });

  it('stays among items when the list ends with headings', () => {
    const ending = layOut(
      [
        { key: 'cards', kind: 'cards', itemCount: 5 },
        { key: 'one', kind: 'heading', itemCount: 0 },
        { key: 'two', kind: 'heading', itemCount: 0 },
      ],
      measures,
    );
    expect(itemAfterKey(ending, 4, 'PageDown', { pageHeight: 500 })).toBe(4);
    expect(itemAfterKey(ending, 0, 'PageDown', { pageHeight: 500 })).toBe(4);
  });

  it('never leaves the list', () => {
    const keys = [
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    ] as const;
    fc.assert(
      fc.property(stretchesOf, fc.nat(), fc.constantFrom(...keys), (stretches, seed, key) => {
        const any = layOut(stretches, measures);
        fc.pre(any.itemCount > 0);
        const target = itemAfterKey(any, seed % any.itemCount, key, { pageHeight: 500 });
        expect(rowOfItem(any, target)).toBeDefined();
      }),
    );
  });
});
