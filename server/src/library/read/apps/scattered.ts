import { keepingLast, mixedBits, seedBits } from '../music/permuted.ts';

/** What an id stands by in an order. */
const placeOf = (seed: number, id: number): number => mixedBits((Math.imul(id, 0x9e3779b9) ^ seed) >>> 0);

/**
 * Puts ids in an order that looks random and is one for each seed. What comes meanwhile leaves the others in their order:
 * who asks for page after page misses nothing.
 */
export const scattered = () =>
  keepingLast((ids, seed) => {
    const bits = seedBits(seed);
    return ids
      .map((id) => ({ id, place: placeOf(bits, id) }))
      .sort((one, other) => one.place - other.place || one.id - other.id)
      .map(({ id }) => id);
  });
