/** What an order of ids is of. */
interface Ordering {
  /** Another one whenever there may be other ids. */
  readonly version: number;
  readonly seed: number;
}

/** Gives the ids that there are, in an order. */
type Ordered = (of: Ordering, all: () => readonly number[]) => readonly number[];

/** A seed as 32 bits. */
export const seedBits = (seed: number): number => (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;

/** 32 bits that look random, the same for the same. @see Steele, Lea, Flood: Fast splittable pseudorandom numbers */
export const mixedBits = (bits: number): number => {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

const createNumbers = (seed: number): (() => number) => {
  let state = seedBits(seed);
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixedBits(state);
  };
};

/** Keeps the last order: pages of it are asked for one after another, and 100,000 ids take milliseconds. */
export const keepingLast = (order: (ids: readonly number[], seed: number) => readonly number[]): Ordered => {
  let last: (Ordering & { readonly ids: readonly number[] }) | null = null;
  return ({ version, seed }, all) => {
    if (last !== null && last.version === version && last.seed === seed) return last.ids;
    const ids = order(all(), seed);
    last = { version, seed, ids };
    return ids;
  };
};

/** Puts ids in an order that looks random and is one for each seed. */
export const permuted = (): Ordered =>
  keepingLast((all, seed) => {
    const ids = [...all];
    const next = createNumbers(seed);
    for (let at = ids.length - 1; at > 0; at -= 1) {
      const other = next() % (at + 1);
      const kept = ids[at] ?? 0;
      ids[at] = ids[other] ?? 0;
      ids[other] = kept;
    }
    return ids;
  });
