/** What Back brings again of a list, kept in the entry of the browser's history. */
export interface ViewMemory {
  /** The list it is about: an entry whose list became another one remembers nothing of it. */
  readonly list: string;
  readonly scrollTop: number;
  /** The item that had the keyboard. */
  readonly activeItem: number;
  readonly selectedItems: readonly number[];
}

/** A selection larger than this is not worth a place in the history. */
const mostSelected = 2_000;

/** What the present entry of the history remembers of a list, or null. */
export function readView(list: string, state: unknown = window.history.state): ViewMemory | null {
  const view = (state as { view?: unknown } | null)?.view as Partial<ViewMemory> | undefined;
  if (view?.list !== list) return null;
  if (typeof view?.scrollTop !== 'number' || typeof view.activeItem !== 'number') return null;
  const selectedItems = Array.isArray(view.selectedItems) ? view.selectedItems.filter(Number.isInteger) : [];
  return { list, scrollTop: view.scrollTop, activeItem: view.activeItem, selectedItems };
}

/** Keeps a view in the present entry of the history. Browsers refuse too many in a short time; the next one counts. */
export function writeView(view: ViewMemory): void {
  const selectedItems = view.selectedItems.length > mostSelected ? [] : view.selectedItems;
  const state: unknown = window.history.state;
  try {
    window.history.replaceState({ ...(state as object | null), view: { ...view, selectedItems } }, '');
  } catch {
    // SecurityError after 100 changes in 30 seconds; losing one is harmless.
  }
}

/** Forgets where the list of the present entry was, for when it becomes another list. */
export function forgetView(): void {
  const { view: _, ...rest } = (window.history.state ?? {}) as { view?: unknown };
  try {
    window.history.replaceState(rest, '');
  } catch {
    // As in `writeView`.
  }
}
