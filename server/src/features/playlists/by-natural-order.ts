import { inSlices } from '../../platform/slices.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';

/** A megabyte of names takes a while, so that others get their turns. */
function* sorted<Item>(items: readonly Item[], nameOf: (item: Item) => string): Generator<undefined, Item[]> {
  const keyed: { item: Item; key: Uint8Array }[] = [];
  for (const item of items) {
    keyed.push({ item, key: naturalKey(nameOf(item)) });
    yield;
  }
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ item }) => item);
}

/** In the order in which lists show names. */
export const byNaturalOrder = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Promise<Item[]> => inSlices(sorted(items, nameOf));
