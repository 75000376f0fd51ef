/** How rows of items are looked for: so many of all that somebody has, or those of items in hex. */
export type Narrowed =
  | { readonly limit: number; readonly items: null }
  | { readonly limit: null; readonly items: readonly string[] };

/** Fewer items are looked for one by one. */
const leastItems = 50;

/**
 * Reads what somebody has of many items. Mostly that is little: it is read whole then, where there is no more of it than
 * half as many as are asked for, instead of looking for every item.
 * @param how.read by user and whatever else narrows it
 * @param how.idOf the id that a row is of; rows of others are left out
 * @param how.hexOf an id in hex; null for what is none
 */
export const fewOfMany = async <Row>(
  ids: ReadonlySet<string>,
  {
    read,
    idOf,
    hexOf,
  }: {
    readonly read: (narrowed: Narrowed) => Promise<readonly Row[]>;
    readonly idOf: (row: Row) => string;
    readonly hexOf: (id: string) => string | null;
  },
): Promise<readonly Row[]> => {
  if (ids.size >= leastItems) {
    const most = Math.floor(ids.size / 2);
    const rows = await read({ limit: most + 1, items: null });
    if (rows.length <= most) return rows.filter((row) => ids.has(idOf(row)));
  }
  return read({ limit: null, items: Array.from(ids, hexOf).filter((hex) => hex !== null) });
};
