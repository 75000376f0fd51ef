import { orderOf } from './order-of.ts';

/** Changes of one posting list, in the order they came: `document id * 2`, and 1 more when it was added. */
interface ListChanges {
  readonly list: number;
  readonly changes: number[];
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
    /** By list, ascending. */
    all: (): ListChanges[] => {
      const found: ListChanges[] = [];
      let current: ListChanges | undefined;
      for (const at of orderOf(lists.subarray(0, length))) {
        const list = lists[at] ?? 0;
        if (current?.list !== list) {
          current = { list, changes: [] };
          found.push(current);
        }
        current.changes.push(changes[at] ?? 0);
      }
      return found;
    },
    forget: (): void => {
      length = 0;
    },
  };
};
