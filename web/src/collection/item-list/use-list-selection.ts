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
  /** Whether a plain press chooses instead of queueing, for fingers; ends when nothing is chosen. */
  readonly isChoosing: boolean;
  /** Chooses an item, and with a plain press more of them. */
  readonly beginChoosing: (index: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface SelectionDeps {
  /** Name of the list; under another name nothing is selected. */
  readonly label: string;
  readonly count: number;
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly initial: readonly number[];
}

/**
 * Keeps a selection over a list of which only parts are loaded. When the list changes underneath, an
 * item that moved away from its place is no longer selected: nothing is done to what nobody chose.
 */
export function useListSelection({ label, count, itemAt, initial }: SelectionDeps): ListSelection {
  const [kept, setKept] = useState<Kept>(() => ({
    label,
    selection: selectionOf(initial),
    isChoosing: false,
  }));
  const selection = kept.label === label ? kept.selection : nothing;
  const names = useRef(new Map<number, string>());
  const isSelected = (index: number): boolean => {
    if (!selection.selected.has(index) || index >= count) return false;
    const item = itemAt(index);
    if (!item) return true;
    const name = names.current.get(index);
    if (name === undefined) names.current.set(index, itemKey(item));
    return name === undefined || name === itemKey(item);
  };
  const isChoosing = kept.label === label && kept.isChoosing;
  const change = (next: Selection<number>, staysChoosing = isChoosing) => {
    names.current.clear();
    setKept({ label, selection: next, isChoosing: staysChoosing && next.selected.size > 0 });
  };
  const order = orderOf(count);
  return {
    isSelected,
    count: selection.selected.size,
    indexes: () => [...selection.selected].filter(isSelected).sort((a, b) => a - b),
    select: (index, how) => change(selectRow(selection, { order, index, ...how })),
    isChoosing,
    beginChoosing: (index) =>
      change(
        isSelected(index)
          ? selection
          : selectRow(selection, { order, index, isRange: false, isToggle: true }),
        true,
      ),
    selectAll: () => change(selectAllRows(selection, order)),
    clear: () => {
      if (selection.selected.size > 0) change(emptySelection());
    },
  };
}

interface Kept {
  readonly label: string;
  readonly selection: Selection<number>;
  readonly isChoosing: boolean;
}

const nothing: Selection<number> = emptySelection();

const selectionOf = (indexes: readonly number[]): Selection<number> => ({
  selected: new Set(indexes),
  anchor: indexes[0] ?? null,
  focus: null,
});

const orderOf = (count: number): OrderedKeys<number> => ({
  count,
  keyAt: (index) => index,
  indexOf: (key) => (key < count ? key : -1),
});
