/** What an id stands by in an order: 32 bits that look random, the same for the same seed. @see permuted */
const placeOf = (seed: number, id: number): number => {
  const state = (Math.imul(id, 0x9e3779b9) ^ seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** What an order is of. */
interface Scattering {
  /** Another one whenever there may be other ids. */
  readonly version: number;
  readonly seed: number;
}

/**
 * Puts ids in an order that looks random and is one for each seed. What comes meanwhile leaves the others in their order:
 * who asks for page after page misses nothing. The last order is kept.
 */
export const scattered = () => {
  let last: (Scattering & { readonly ids: readonly number[] }) | null = null;
  return ({ version, seed }: Scattering, all: () => readonly number[]): readonly number[] => {
    if (last?.version === version && last.seed === seed) return last.ids;
    const ids = all()
      .map((id) => ({ id, place: placeOf(seed, id) }))
      .sort((one, other) => one.place - other.place || one.id - other.id)
      .map(({ id }) => id);
    last = { version, seed, ids };
    return ids;
  };
};
