import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';

/** Adds up changes of counters that two numbers name, until they are written in one go. */
export interface Deltas {
  add(one: number, other: number, by: number): void;
  /** Hands each counter that changed on, and begins anew. */
  flush(write: (one: number, other: number, by: number) => void): void;
}

/** Makes an empty sum. */
export const createDeltas = (): Deltas => {
  let sums = new Map<number, Map<number, number>>();
  return {
    add: (one, other, by) => {
      let row = sums.get(one);
      if (row === undefined) {
        row = new Map();
        sums.set(one, row);
      }
      row.set(other, (row.get(other) ?? 0) + by);
    },
    flush: (write) => {
      for (const [one, row] of sums) for (const [other, by] of row) if (by !== 0) write(one, other, by);
      sums = new Map();
    },
  };
};

keepCompiled(createDeltas());
