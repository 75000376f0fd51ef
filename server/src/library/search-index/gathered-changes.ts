import { orderOf } from './order-of.ts';

/**
 * Changes of posting lists, by list, ascending, and of each in the order they came: a document's id in `changes` is
 * that of the list at its place in `lists`.
 */
export interface ListChanges {
  readonly lists: Uint32Array;
  /** `document id * 2`, and 1 more when it was added. */
  readonly changes: Float64Array;
}

/** Gathers changes of posting lists as they come. */
export const createGatheredChanges = () => {
  let lists = new Uint32Array(4096);
  let changes = new Float64Array(4096);
  let length = 0;
  return {
    note: (list: number, change: number): void => {
      if (length === lists.length) {
        const [longerLists, longerChanges] = [new Uint32Array(length * 2), new Float64Array(length * 2)];
        longerLists.set(lists);
        longerChanges.set(changes);
        lists = longerLists;
        changes = longerChanges;
      }
      lists[length] = list;
      changes[length] = change;
      length += 1;
    },
    inOrder: (): ListChanges => {
      const order = orderOf(lists.subarray(0, length));
      const found = { lists: new Uint32Array(length), changes: new Float64Array(length) };
      for (let place = 0; place < length; place += 1) {
        const at = order[place] ?? 0;
        found.lists[place] = lists[at] ?? 0;
        found.changes[place] = changes[at] ?? 0;
      }
      return found;
    },
    forget: (): void => {
      length = 0;
    },
  };
};
