import type { BitSet } from './bit-set.ts';

/** Sets of one length that are kept to be lent again. */
const mostKept = 64;
/** Lengths there are at a time: of songs and of folders. More come when the library has grown. */
const mostLengths = 2;

/** What one search borrowed. */
interface Borrowed {
  /** An empty set of so many words of 32 ids. */
  empty(length: number): BitSet;
  /** All go back but those that are kept, which come back by `giveBack`, or never. */
  end(kept: readonly BitSet[]): void;
}

/** Lends sets of ids, so that searches leave none behind. */
export interface SetLender {
  borrow(): Borrowed;
  /** Nobody looks at a set any more. */
  giveBack(set: BitSet): void;
}

/**
 * A lender with nothing in store. A search of a million songs takes some twenty sets of 125 kB; made anew each time, and
 * some of them kept for a while, they had all garbage collected every dozen searches. What is in store goes with the next
 * collection of all garbage, when nobody searches.
 */
export const createSetLender = (): SetLender => {
  let store = new WeakRef(new Map<number, BitSet[]>());
  const byLength = (): Map<number, BitSet[]> => {
    const known = store.deref();
    if (known !== undefined && known.size <= mostLengths) return known;
    const fresh = new Map<number, BitSet[]>();
    store = new WeakRef(fresh);
    return fresh;
  };
  const giveBack = (set: BitSet): void => {
    const known = byLength();
    const sets = known.get(set.length) ?? [];
    if (sets.length < mostKept) sets.push(set);
    known.set(set.length, sets);
  };
  return {
    giveBack,
    borrow: () => {
      const lent = new Set<BitSet>();
      return {
        empty: (length) => {
          const set = byLength().get(length)?.pop()?.fill(0) ?? new Uint32Array(length);
          lent.add(set);
          return set;
        },
        end: (kept) => {
          for (const set of kept) lent.delete(set);
          for (const set of lent) giveBack(set);
          lent.clear();
        },
      };
    },
  };
};
