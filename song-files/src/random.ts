import { createHash } from 'node:crypto';

/** One of several values, with how often it should come up beside the others. */
export type Weighted<T> = readonly [weight: number, value: T];

/** Numbers that look random and are the same for the same seed on every machine. */
export interface Random {
  /** At least 0, below 1. */
  unit: () => number;
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number;
  /** True with the given probability. */
  chance: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** Early entries come up more often than late ones, as words do in real titles. */
  skewed: <T>(list: readonly T[]) => T;
  weighted: <T>(choices: readonly Weighted<T>[]) => T;
}

/** A stream of numbers of its own for every combination of `parts` (xorshift, seeded by a hash). */
export function createRandom(...parts: (string | number)[]): Random {
  const digest = createHash('sha256').update(parts.join('\u0000')).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at) | 1) as [
    number,
    number,
    number,
    number,
  ];

  const unit = () => {
    let t = a ^ (a << 11);
    t ^= t >>> 8;
    const next = (d ^ (d >>> 19) ^ t) >>> 0;
    a = b;
    b = c;
    c = d;
    d = next;
    return next / 0x100000000;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(unit() * list.length)] as T;

  return {
    unit,
    pick,
    int: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    chance: (share) => unit() < share,
    skewed: (list) => list[Math.floor(list.length * unit() ** 1.6)] as (typeof list)[number],
    weighted(choices) {
      let left = unit() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return (choices.at(-1) as (typeof choices)[number])[1];
    },
  };
}
