/**
 * Which rows of a list are chosen, by key, so that a choice survives moves and removals.
 * `anchor` is where a Shift range starts; `focus` is the row that holds the keyboard.
 */
export interface Selection<K> {
  readonly selected: ReadonlySet<K>;
  readonly anchor: K | null;
  readonly focus: K | null;
}

/** The rows of a list in the order shown. `indexOf` answers -1 for a key that is not there. */
export interface OrderedKeys<K> {
  readonly count: number;
  keyAt(index: number): K;
  indexOf(key: K): number;
}

/** How a row was chosen: Shift extends from the anchor, Ctrl (or ⌘) adds and takes away. */
export interface SelectHow {
  readonly isRange: boolean;
  readonly isToggle: boolean;
}

/** Nothing chosen. */
export const emptySelection = <K>(): Selection<K> => ({ selected: new Set(), anchor: null, focus: null });

/** Chooses the row at `index` (clamped to the list); plain choosing leaves only that row. */
export const selectRow = <K>(
  selection: Selection<K>,
  choice: { order: OrderedKeys<K>; index: number } & SelectHow,
): Selection<K> => {
  const { order } = choice;
  if (order.count === 0) return emptySelection();
  const index = Math.min(Math.max(choice.index, 0), order.count - 1);
  const key = order.keyAt(index);
  if (choice.isRange) return selectRange(selection, { order, index, key, keepOthers: choice.isToggle });
  if (!choice.isToggle) return { selected: new Set([key]), anchor: key, focus: key };
  const selected = new Set(selection.selected);
  if (!selected.delete(key)) selected.add(key);
  return { selected, anchor: key, focus: key };
};

/** Moves the keyboard without choosing (Ctrl+arrow). */
export const focusRow = <K>(selection: Selection<K>, order: OrderedKeys<K>, index: number): Selection<K> =>
  order.count === 0
    ? selection
    : { ...selection, focus: order.keyAt(Math.min(Math.max(index, 0), order.count - 1)) };

/** Chooses every row; anchor and focus stay where they are. */
export const selectAllRows = <K>(selection: Selection<K>, order: OrderedKeys<K>): Selection<K> => {
  const selected = new Set<K>();
  for (let index = 0; index < order.count; index += 1) selected.add(order.keyAt(index));
  return { ...selection, selected };
};

/** Forgets keys that left the list. `focusIndex` is where the keyboard goes when its row is gone. */
export const keepExisting = <K>(
  selection: Selection<K>,
  order: OrderedKeys<K>,
  focusIndex: number,
): Selection<K> => {
  if (order.count === 0) return emptySelection();
  const isThere = new Set<K>();
  for (let index = 0; index < order.count; index += 1) isThere.add(order.keyAt(index));
  const selected = new Set([...selection.selected].filter((key) => isThere.has(key)));
  const anchor = selection.anchor !== null && isThere.has(selection.anchor) ? selection.anchor : null;
  if (selection.focus === null || isThere.has(selection.focus)) return { ...selection, selected, anchor };
  return focusRow({ selected, anchor, focus: null }, order, focusIndex);
};

const selectRange = <K>(
  selection: Selection<K>,
  to: { order: OrderedKeys<K>; index: number; key: K; keepOthers: boolean },
): Selection<K> => {
  const anchorIndex = selection.anchor === null ? -1 : to.order.indexOf(selection.anchor);
  const from = anchorIndex < 0 ? to.index : anchorIndex;
  const selected = new Set(to.keepOthers ? selection.selected : []);
  for (let index = Math.min(from, to.index); index <= Math.max(from, to.index); index += 1) {
    selected.add(to.order.keyAt(index));
  }
  return { selected, anchor: to.order.keyAt(from), focus: to.key };
};
