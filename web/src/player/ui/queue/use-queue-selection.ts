import { useEffect, useMemo, useRef, useState } from 'react';
import {
  emptySelection,
  focusRow,
  keepExisting,
  type OrderedKeys,
  type SelectHow,
  type Selection,
  selectAllRows,
  selectRow,
} from '../../../lib/multi-select.ts';
import { type EntryKey, indexOfKey, type Queue } from '../../core/queue.ts';

/** What is chosen in the queue, and how that changes. Indexes are clamped to the queue. */
export interface QueueSelection {
  readonly selected: ReadonlySet<EntryKey>;
  readonly focusKey: EntryKey | null;
  /** Where the keyboard is; -1 when nowhere. */
  focusIndex(): number;
  select(index: number, how: SelectHow): void;
  focus(index: number): void;
  selectAll(): void;
  clear(): void;
}

/** Follows the queue: entries that leave it leave the choice, and the keyboard stays in the list. */
export const useQueueSelection = (queue: Queue): QueueSelection => {
  const [selection, setSelection] = useState<Selection<EntryKey>>(emptySelection);
  const lastFocusIndex = useRef(0);
  const order = useMemo(() => orderOf(queue), [queue]);

  useEffect(() => {
    setSelection((now) =>
      now.focus === null && now.selected.size === 0 ? now : keepExisting(now, order, lastFocusIndex.current),
    );
  }, [order]);

  const remember = (index: number): void => {
    lastFocusIndex.current = Math.min(Math.max(index, 0), order.count - 1);
  };
  return {
    selected: selection.selected,
    focusKey: selection.focus,
    focusIndex: () => (selection.focus === null ? -1 : order.indexOf(selection.focus)),
    select(index, how) {
      remember(index);
      setSelection((now) => selectRow(now, { order, index, ...how }));
    },
    focus(index) {
      remember(index);
      setSelection((now) => focusRow(now, order, index));
    },
    selectAll: () => setSelection((now) => selectAllRows(now, order)),
    clear: () => setSelection((now) => ({ ...now, selected: new Set() })),
  };
};

const orderOf = (queue: Queue): OrderedKeys<EntryKey> => ({
  count: queue.entries.length,
  keyAt: (index) => queue.entries[index]?.key ?? -1,
  indexOf: (key) => indexOfKey(queue, key),
});
