import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';

/** Gathers what is in a folder into one number; the order of the entries does not matter. */
export interface EntriesKey {
  /** `kind` tells files, folders and what could not be looked at apart. */
  add(kind: number, name: string, sizeBytes: number, mtimeUs: number): void;
  /** A whole number of 53 bits. */
  value(): number;
}

const mix = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
};

/**
 * Starts a digest. It is compared, never trusted: two states of a folder with one key would need 2^53
 * changes to meet by chance.
 */
export const createEntriesKey = (): EntriesKey => {
  let low = 0;
  let high = 0;
  return {
    add: (kind, name, sizeBytes, mtimeUs) => {
      let a = 0x811c9dc5 ^ kind;
      let b = 0x9e3779b9 + kind;
      for (let index = 0; index < name.length; index += 1) {
        const unit = name.charCodeAt(index);
        a = Math.imul(a ^ unit, 0x01000193);
        b = Math.imul(b ^ unit, 0x5bd1e995) ^ (b >>> 15);
      }
      for (const value of [sizeBytes, mtimeUs]) {
        const upper = Math.floor(value / 2 ** 32);
        a = mix(mix(a, value | 0), upper);
        b = mix(mix(b, upper), value | 0);
      }
      // Sums do not depend on the order; the last mixing keeps entries from cancelling out.
      low = (low + mix(a, 0x2545f491)) | 0;
      high = (high + mix(b, 0x6c62272e)) | 0;
    },
    value: () => (high & 0x1fffff) * 2 ** 32 + (low >>> 0),
  };
};

keepCompiled(createEntriesKey());
