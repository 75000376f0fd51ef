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

interface GatheredChanges {
  note(list: number, change: number): void;
  /** All that were noted; good until the next call. */
  inOrder(): ListChanges;
  forget(): void;
}

/** Gathers changes of posting lists as they come. */
export const createGatheredChanges = (): GatheredChanges => {
  let lists = new Uint32Array(4096);
  let changes = new Float64Array(4096);
  let length = 0;
  /** Kept: megabytes that are new each time outlive who collects young objects, and wait for all garbage. */
  let ordered: ListChanges = { lists: new Uint32Array(), changes: new Float64Array() };
  return {
    note: (list, change) => {
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
    inOrder: () => {
      const order = orderOf(lists.subarray(0, length));
      if (ordered.lists.length < length) {
        ordered = { lists: new Uint32Array(lists.length), changes: new Float64Array(lists.length) };
      }
      const found = {
        lists: ordered.lists.subarray(0, length),
        changes: ordered.changes.subarray(0, length),
      };
      for (let place = 0; place < length; place += 1) {
        const at = order[place] ?? 0;
        found.lists[place] = lists[at] ?? 0;
        found.changes[place] = changes[at] ?? 0;
      }
      return found;
    },
    forget: () => {
      length = 0;
    },
  };
};
