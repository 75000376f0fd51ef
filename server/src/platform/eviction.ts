/** How full a cache is after room was made, of its limit: making room is then rare. */
const fillAfterEviction = 0.9;

/** How many bytes have to go from a cache; none within its limit. */
export const excessBytes = (totalBytes: number, limitBytes: number): number =>
  totalBytes <= limitBytes ? 0 : totalBytes - limitBytes * fillAfterEviction;

/** The first items that together have at least `bytes`; all where that is not enough. */
export const takeBytes = <Item>(
  items: Iterable<Item>,
  { bytes, sizeOf }: { readonly bytes: number; readonly sizeOf: (item: Item) => number },
): Item[] => {
  const taken: Item[] = [];
  let left = bytes;
  for (const item of items) {
    if (left <= 0) break;
    taken.push(item);
    left -= sizeOf(item);
  }
  return taken;
};
