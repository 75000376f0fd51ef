/** Document ids as bits, 32 to a word. All sets of one kind of document have the same length. */
export type BitSet = Uint32Array;

/** Length of a set for ids up to `greatestId`, in words of 32. */
export const lengthFor = (greatestId: number): number => (greatestId >>> 5) + 1;

/** An empty set for ids up to `greatestId`. */
export const bitSetFor = (greatestId: number): BitSet => new Uint32Array(lengthFor(greatestId));

/** Adds one id. */
export const addBit = (set: BitSet, id: number): void => {
  const at = id >>> 5;
  if (at < set.length) set[at] = (set[at] ?? 0) | (1 << (id & 31));
};

/** Whether an id is in the set. */
export const hasBit = (set: BitSet, id: number): boolean => (((set[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1;

/** Makes `set` what is in both. */
export const keepCommon = (set: BitSet, other: BitSet): void => {
  for (let at = 0; at < set.length; at += 1) set[at] = (set[at] ?? 0) & (other[at] ?? 0);
};

/** Makes `set` what is in either. */
export const addAll = (set: BitSet, other: BitSet): void => {
  for (let at = 0; at < set.length; at += 1) set[at] = (set[at] ?? 0) | (other[at] ?? 0);
};

/** Makes `set` what is not in `other`. */
export const takeAway = (set: BitSet, other: BitSet): void => {
  for (let at = 0; at < set.length; at += 1) set[at] = (set[at] ?? 0) & ~(other[at] ?? 0);
};

/** How many bits of a word are set. */
const bitsIn = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** How many ids are in the set. */
export const countBits = (set: BitSet): number => {
  let count = 0;
  for (let at = 0; at < set.length; at += 1) {
    const word = set[at] ?? 0;
    if (word !== 0) count += bitsIn(word);
  }
  return count;
};

/**
 * Takes what a set has in common with up to three others out of it, in one go and without sets in between.
 * @param empty makes a set of as many words, asked where something is found
 * @returns that and how many ids it is; null where it is none
 */
export const takeOut = (
  set: BitSet,
  [a = set, b = a, c = b]: readonly BitSet[],
  empty: (length: number) => BitSet = (length) => new Uint32Array(length),
): { ids: BitSet; count: number } | null => {
  let ids: BitSet | null = null;
  let count = 0;
  for (let at = 0; at < set.length; at += 1) {
    let word = set[at] ?? 0;
    if (word === 0) continue;
    word &= (a[at] ?? 0) & (b[at] ?? 0) & (c[at] ?? 0);
    if (word === 0) continue;
    ids ??= empty(set.length);
    ids[at] = word;
    set[at] = (set[at] ?? 0) & ~word;
    count += bitsIn(word);
  }
  return ids === null ? null : { ids, count };
};

/** The ids of the set, ascending. */
export const idsOf = (set: BitSet): number[] => {
  const ids: number[] = [];
  for (let at = 0; at < set.length; at += 1) {
    for (let word = set[at] ?? 0; word !== 0; word &= word - 1) {
      ids.push(at * 32 + (31 - Math.clz32(word & -word)));
    }
  }
  return ids;
};

/** Whether nothing is in the set. */
export const isEmptySet = (set: BitSet): boolean => set.every((bits) => bits === 0);
