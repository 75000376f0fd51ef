import { createHash } from 'node:crypto';

/** Numbers of 32 bits that a text gives, the same ones each time. */
const numbersOf = (seed: string): (() => number) => {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  // Mulberry32: small, and good enough to shuffle albums.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
};

/**
 * The places `0 … count - 1` in an order that a seed gives: the same one for the same count. Only the first ones that are
 * wanted are drawn.
 */
export const seededOrder = (count: number, seed: string, wanted: number): number[] => {
  const next = numbersOf(seed);
  const places = Uint32Array.from({ length: count }, (_, at) => at);
  const drawn = Math.min(wanted, count);
  for (let at = 0; at < drawn; at += 1) {
    const other = at + (next() % (count - at));
    const place = places[other] ?? 0;
    places[other] = places[at] ?? 0;
    places[at] = place;
  }
  return [...places.subarray(0, drawn)];
};
