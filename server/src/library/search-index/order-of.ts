/** Bits of a number that are sorted by at once. */
const digitBits = 11;
const digits = 1 << digitBits;

/**
 * Where the numbers of a list stand when they are in order; equal ones stay as they were. By digits, from the last to
 * the first: three times as fast as by comparing, and it allocates nothing a number. (By places: iterating makes an
 * object a number for as long as V8 has not compiled this with its best, and it runs too seldom for that.)
 */
export const orderOf = (numbers: Uint32Array): Uint32Array => {
  let order = new Uint32Array(numbers.length);
  for (let at = 0; at < order.length; at += 1) order[at] = at;
  let next = new Uint32Array(numbers.length);
  let greatest = 0;
  for (let at = 0; at < numbers.length; at += 1) greatest = Math.max(greatest, numbers[at] ?? 0);
  for (let shift = 0; shift < 32 && greatest >>> shift > 0; shift += digitBits) {
    const starts = new Uint32Array(digits + 1);
    for (let at = 0; at < numbers.length; at += 1) {
      const after = (((numbers[at] ?? 0) >>> shift) & (digits - 1)) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let digit = 1; digit <= digits; digit += 1) {
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    }
    for (let place = 0; place < order.length; place += 1) {
      const at = order[place] ?? 0;
      const digit = ((numbers[at] ?? 0) >>> shift) & (digits - 1);
      const to = starts[digit] ?? 0;
      next[to] = at;
      starts[digit] = to + 1;
    }
    [order, next] = [next, order];
  }
  return order;
};
