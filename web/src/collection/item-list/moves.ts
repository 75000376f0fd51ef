import { type Layout, type PlacedRow, rowAt, rowOfItem, rowRange } from './layout.ts';

/** Keys that move through a list. */
export type MoveKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'PageUp'
  | 'PageDown'
  | 'Home'
  | 'End';

/** What a key means beyond its name. */
export interface MoveContext {
  /** Height of what is seen at once, for the page keys. */
  readonly pageHeight: number;
  readonly isRightToLeft?: boolean;
}

/**
 * The item that a key leads to from `item`: within cards the arrows follow what is seen, headings are
 * passed over, and past an edge the item stays.
 */
export function itemAfterKey(layout: Layout, item: number, key: MoveKey, context: MoveContext): number {
  const last = layout.itemCount - 1;
  const forward = context.isRightToLeft ? -1 : 1;
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowLeft':
      return withinRow(layout, item, -forward);
    case 'ArrowRight':
      return withinRow(layout, item, forward);
    case 'ArrowUp':
      return acrossRows(layout, item, -1);
    case 'ArrowDown':
      return acrossRows(layout, item, 1);
    case 'PageUp':
      return acrossPage(layout, item, -context.pageHeight);
    case 'PageDown':
      return acrossPage(layout, item, context.pageHeight);
    default:
      return key satisfies never;
  }
}

/** Cards flow on into the next row; rows have nothing beside them. */
function withinRow(layout: Layout, item: number, step: number): number {
  const target = item + step;
  const isCard = rowOfItem(layout, item)?.kind === 'cards';
  return isCard && rowOfItem(layout, target) ? target : item;
}

function acrossRows(layout: Layout, item: number, step: 1 | -1): number {
  const row = rowOfItem(layout, item);
  if (!row) return item;
  const target = rowWithItems(layout, row.rowIndex + step, step);
  return target ? itemBelow(row, target, item) : item;
}

/** The first row that holds something, from one on up (-1) or down (1). */
function rowWithItems(layout: Layout, rowIndex: number, step: 1 | -1): PlacedRow | undefined {
  let row = rowAt(layout, rowIndex);
  while (row?.itemCount === 0) row = rowAt(layout, row.rowIndex + step);
  return row;
}

function acrossPage(layout: Layout, item: number, distance: number): number {
  const row = rowOfItem(layout, item);
  if (!row) return item;
  const wanted = Math.min(Math.max(row.top + distance, 0), layout.height - 1);
  const index = rowRange(layout, wanted, wanted + 1)?.first ?? row.rowIndex;
  const target = rowAt(layout, index);
  if (!target || target.rowIndex === row.rowIndex) return acrossRows(layout, item, distance > 0 ? 1 : -1);
  if (target.itemCount > 0) return itemBelow(row, target, item);
  // Below the last headings there may be nothing: then what is above them is the end.
  const beside = rowWithItems(layout, index, 1) ?? rowWithItems(layout, index, -1);
  return beside?.firstItem ?? item;
}

/** Keeps the column as far as the other row reaches. */
const itemBelow = (from: PlacedRow, to: PlacedRow, item: number): number =>
  to.firstItem + Math.min(item - from.firstItem, to.itemCount - 1);
