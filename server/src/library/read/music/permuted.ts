/** What a permutation is of. */
interface Permutation {
  /** Another one whenever there may be other ids. */
  readonly version: number;
  readonly seed: number;
}

/** Numbers from 0 to 2³², the same for the same seed. @see Steele, Lea, Flood: Fast splittable pseudorandom numbers */
const createNumbers = (seed: number): (() => number) => {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
};

/**
 * Puts ids in an order that looks random and is one for each seed. The last order is kept: pages of it are asked for
 * one after another, and 100,000 ids take milliseconds.
 */
export const permuted = () => {
  let last: (Permutation & { readonly ids: readonly number[] }) | null = null;
  return ({ version, seed }: Permutation, all: () => number[]): readonly number[] => {
    if (last !== null && last.version === version && last.seed === seed) return last.ids;
    const ids = all();
    const next = createNumbers(seed);
    for (let at = ids.length - 1; at > 0; at -= 1) {
      const other = next() % (at + 1);
      const kept = ids[at] ?? 0;
      ids[at] = ids[other] ?? 0;
      ids[other] = kept;
    }
    last = { version, seed, ids };
    return ids;
  };
};
