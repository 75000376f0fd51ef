import { useRef, useState } from 'react';
import {
  emptySelection,
  type OrderedKeys,
  type SelectHow,
  type Selection,
  selectAllRows,
  selectRow,
} from '../../lib/multi-select.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import { itemKey } from './item-names.ts';

/** What is chosen in a list. Items are known by their place and checked by their name when used. */
export interface ListSelection {
  readonly isSelected: (index: number) => boolean;
  readonly count: number;
  /** Places chosen, lowest first. */
  readonly indexes: () => readonly number[];
  readonly select: (index: number, how: SelectHow) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface SelectionDeps {
  readonly count: number;
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly initial: readonly number[];
}

/**
 * Keeps a selection over a list of which only parts are loaded. When the list changes underneath, an
 * item that moved away from its place is no longer selected: nothing is done to what nobody chose.
 */
export function useListSelection({ count, itemAt, initial }: SelectionDeps): ListSelection {
  const [selection, setSelection] = useState<Selection<number>>(() => ({
    selected: new Set(initial),
    anchor: initial[0] ?? null,
    focus: null,
  }));
  const names = useRef(new Map<number, string>());
  const isSelected = (index: number): boolean => {
    if (!selection.selected.has(index) || index >= count) return false;
    const item = itemAt(index);
    if (!item) return true;
    const name = names.current.get(index);
    if (name === undefined) names.current.set(index, itemKey(item));
    return name === undefined || name === itemKey(item);
  };
  const change = (next: Selection<number>) => {
    names.current.clear();
    setSelection(next);
  };
  const order = orderOf(count);
  return {
    isSelected,
    count: selection.selected.size,
    indexes: () => [...selection.selected].filter(isSelected).sort((a, b) => a - b),
    select: (index, how) => change(selectRow(selection, { order, index, ...how })),
    selectAll: () => change(selectAllRows(selection, order)),
    clear: () => {
      if (selection.selected.size > 0) change(emptySelection());
    },
  };
}

const orderOf = (count: number): OrderedKeys<number> => ({
  count,
  keyAt: (index) => index,
  indexOf: (key) => (key < count ? key : -1),
});
