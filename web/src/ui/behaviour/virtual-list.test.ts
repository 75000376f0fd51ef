import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowWindowAt } from './virtual-list.ts';

describe('the window of rows', () => {
  it('is what fits and two more, from an even row, and covers all that can be seen', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rowCount, heightPx, part) => {
          const rowHeightPx = 30;
          const most = Math.max(rowCount * rowHeightPx - heightPx, 0);
          const scrollTopPx = most * part;
          const { first, count } = rowWindowAt({ scrollTopPx, heightPx, rowHeightPx, rowCount });
          expect(first % 2).toBe(0);
          expect(count).toBeLessThanOrEqual(Math.ceil(heightPx / rowHeightPx) + 2);
          expect(first * rowHeightPx).toBeLessThanOrEqual(scrollTopPx);
          const seenUntil = Math.min(scrollTopPx + heightPx, rowCount * rowHeightPx);
          expect((first + count) * rowHeightPx).toBeGreaterThanOrEqual(Math.floor(seenUntil));
        },
      ),
    );
  });

  it('renders 22 rows from row 10 where 20 fit', () => {
    const view = { scrollTopPx: 335, heightPx: 600, rowHeightPx: 30, rowCount: 1000 };
    expect(rowWindowAt(view)).toEqual({ first: 10, count: 22 });
  });
});
