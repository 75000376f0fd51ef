/** How rows of items are looked for: so many of all that somebody has, or those of items in hex. */
export type Narrowed =
  | { readonly limit: number; readonly items: null }
  | { readonly limit: null; readonly items: readonly string[] };

/** Fewer items are looked for one by one. */
const leastItems = 50;

/**
 * Reads what somebody has of many items, of several kinds in one statement. Near by, mostly that is little: it is read whole
 * then, where there is no more of a kind than half as many as are asked for, instead of looking for every item; only of
 * kinds of which there is more they are looked for in a second statement. Where a statement is a trip, there is one.
 * @param how.read by user and whatever else narrows it
 * @param how.idOf the id that a row is of; rows of others are left out
 * @param how.hexOf an id in hex; null for what is none
 */
export const fewOfMany = async <Kind extends string, Row extends { readonly kind: Kind }>(
  ids: ReadonlySet<string>,
  how: {
    readonly kinds: readonly Kind[];
    readonly read: (kinds: readonly Kind[], narrowed: Narrowed) => Promise<readonly Row[]>;
    readonly idOf: (row: Row) => string;
    readonly hexOf: (id: string) => string | null;
    readonly isFar: boolean;
  },
): Promise<readonly Row[]> => {
  const { kinds, read, idOf, hexOf } = how;
  const items = (): string[] => Array.from(ids, hexOf).filter((hex) => hex !== null);
  if (how.isFar || ids.size < leastItems) return read(kinds, { limit: null, items: items() });
  const most = Math.floor(ids.size / 2);
  const rows = await read(kinds, { limit: most + 1, items: null });
  const counts = new Map<Kind, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isMany = (kind: Kind): boolean => (counts.get(kind) ?? 0) > most;
  const few = rows.filter((row) => !isMany(row.kind) && ids.has(idOf(row)));
  const many = kinds.filter(isMany);
  return many.length === 0 ? few : [...few, ...(await read(many, { limit: null, items: items() }))];
};
