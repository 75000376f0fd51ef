/** Entries of a playlist by the places at which their songs are shown. */
interface EntryPlaces {
  /** The place of an entry among all, those whose song is missing included. */
  readonly entryOf: (index: number) => number;
  readonly gapOf: (gap: number) => number;
  /** Entries by place and path; those that are on their way are left out. */
  readonly refsOf: (indexes: readonly number[]) => { at: number; path: string }[];
}

/**
 * Songs that are missing are not shown, and keep their places.
 * @param state.missing places of entries that are not shown, lowest first
 */
export function createEntryPlaces(
  state: { readonly entry_count: number; readonly missing: readonly number[] },
  shown: { readonly total: number; readonly pathAt: (index: number) => string | undefined },
): EntryPlaces {
  const entryOf = (index: number): number => {
    let entry = index;
    for (const missing of state.missing) {
      if (missing > entry) break;
      entry += 1;
    }
    return entry;
  };
  return {
    entryOf,
    gapOf: (gap) => (gap < shown.total ? entryOf(gap) : state.entry_count),
    refsOf: (indexes) =>
      indexes.flatMap((index) => {
        const path = shown.pathAt(index);
        return path === undefined ? [] : [{ at: entryOf(index), path }];
      }),
  };
}
