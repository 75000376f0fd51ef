/** How the rows of a stretch look, and with that how high they are. */
export type StretchKind = 'heading' | 'rows' | 'tracks' | 'cards';

/**
 * A run of rows of one kind. Headings hold no item; every other stretch holds the `itemCount` items
 * that follow those of the stretch before it.
 */
export interface Stretch {
  readonly key: string;
  readonly kind: StretchKind;
  readonly itemCount: number;
  /** Tracks of which some have a second line: as high as rows. */
  readonly isTall?: boolean;
  /** Rows beyond this many are left out; their items keep their numbers. */
  readonly rowLimit?: number;
  /** All rows are shown although there is a limit. */
  readonly isExpanded?: boolean;
}

/** Height of a row of each kind in pixels, and how many cards stand side by side. */
export interface RowMeasures {
  readonly rowHeights: Readonly<Record<StretchKind, number>>;
  readonly columnCount: number;
}

interface PlacedStretch extends Stretch {
  readonly columnCount: number;
  readonly rowHeight: number;
  readonly rowCount: number;
  readonly firstRow: number;
  readonly firstItem: number;
  readonly top: number;
  /** There are more rows than the limit, whether they are shown or not. */
  readonly isLong: boolean;
}

/** Where everything of a list stands, without a number for each row: 200,000 rows cost nothing. */
export interface Layout {
  readonly stretches: readonly PlacedStretch[];
  readonly height: number;
  readonly rowCount: number;
  readonly itemCount: number;
}

/** One row to draw: items `firstItem` to `firstItem + itemCount`, none for a heading. */
export interface PlacedRow {
  readonly key: string;
  readonly stretchKey: string;
  readonly kind: StretchKind;
  /** Counted from 0 over the whole list, headings included. */
  readonly rowIndex: number;
  readonly top: number;
  readonly height: number;
  readonly firstItem: number;
  readonly itemCount: number;
}

/** Lays stretches out one below the other. */
export function layOut(stretches: readonly Stretch[], measures: RowMeasures): Layout {
  const placed: PlacedStretch[] = [];
  let top = 0;
  let firstRow = 0;
  let firstItem = 0;
  for (const stretch of stretches) {
    const columnCount = stretch.kind === 'cards' ? Math.max(1, measures.columnCount) : 1;
    const rowHeight = measures.rowHeights[stretch.isTall ? 'rows' : stretch.kind];
    const wholeCount = stretch.kind === 'heading' ? 1 : Math.ceil(stretch.itemCount / columnCount);
    const shortCount = Math.min(wholeCount, stretch.rowLimit ?? wholeCount);
    const rowCount = stretch.isExpanded ? wholeCount : shortCount;
    const isLong = shortCount < wholeCount;
    placed.push({ ...stretch, columnCount, rowHeight, rowCount, firstRow, firstItem, top, isLong });
    top += rowCount * rowHeight;
    firstRow += rowCount;
    firstItem += stretch.itemCount;
  }
  return { stretches: placed, height: top, rowCount: firstRow, itemCount: firstItem };
}

/** Indexes of the first and last row that touch the pixels from `from` to `to`; null when none does. */
export function rowRange(layout: Layout, from: number, to: number): { first: number; last: number } | null {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const { top, rowHeight, rowCount, firstRow } of layout.stretches) {
    const start = Math.max(0, Math.floor((from - top) / rowHeight));
    const end = Math.min(rowCount, Math.ceil((to - top) / rowHeight)) - 1;
    if (start > end) continue;
    first = Math.min(first, firstRow + start);
    last = Math.max(last, firstRow + end);
  }
  return last < 0 ? null : { first, last };
}

/** Whether the stretch below a heading has more rows than its limit. */
export function isLongBelow(layout: Layout, headingKey: string): boolean {
  const heading = layout.stretches.findIndex(({ key }) => key === headingKey);
  return layout.stretches[heading + 1]?.isLong === true;
}

/** The row of an index, or undefined past the end. */
export function rowAt(layout: Layout, rowIndex: number): PlacedRow | undefined {
  const stretch = layout.stretches.find(
    ({ firstRow, rowCount }) => rowIndex >= firstRow && rowIndex < firstRow + rowCount,
  );
  if (!stretch) return undefined;
  const row = rowIndex - stretch.firstRow;
  const skipped = row * stretch.columnCount;
  return {
    key: `${stretch.key}:${row}`,
    stretchKey: stretch.key,
    kind: stretch.kind,
    rowIndex,
    top: stretch.top + row * stretch.rowHeight,
    height: stretch.rowHeight,
    firstItem: stretch.firstItem + skipped,
    itemCount: Math.min(stretch.columnCount, stretch.itemCount - skipped),
  };
}

/** The row that holds an item, or undefined when there is no such item or its row is left out. */
export function rowOfItem(layout: Layout, item: number): PlacedRow | undefined {
  const stretch = layout.stretches.find(
    ({ firstItem, itemCount }) => item >= firstItem && item < firstItem + itemCount,
  );
  if (!stretch) return undefined;
  const row = Math.floor((item - stretch.firstItem) / stretch.columnCount);
  return row < stretch.rowCount ? rowAt(layout, stretch.firstRow + row) : undefined;
}

/** Items from `first` to `last`, both included. */
export interface ItemSpan {
  readonly first: number;
  readonly last: number;
}

/** The items of rows, given from top to bottom, as few spans. */
export function spansOf(rows: readonly PlacedRow[]): readonly ItemSpan[] {
  const spans: { first: number; last: number }[] = [];
  for (const { firstItem, itemCount } of rows) {
    if (itemCount === 0) continue;
    const before = spans.at(-1);
    if (before && before.last + 1 === firstItem) before.last += itemCount;
    else spans.push({ first: firstItem, last: firstItem + itemCount - 1 });
  }
  return spans;
}
