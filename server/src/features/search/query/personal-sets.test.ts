import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addBit, bitSetFor, idsOf } from '../../../library/search-index/bit-set.ts';
import { createPersonalSets } from './personal-sets.ts';

const songKey = (id: number): Uint8Array => Buffer.from(String(id));

/** Sets of a collection of songs from 1 to `greatestId`, of which somebody made these numbers. */
const setsOver = (numbers: ReadonlyMap<number, number>, greatestId: number) =>
  createPersonalSets({
    reading: { idsOf: async (keys) => keys.map((key) => Number(Buffer.from(key).toString())) },
    numbers: async () => [...numbers].map(([id, number]) => ({ song: songKey(id), number })),
    greatestId,
    all: () => {
      const set = bitSetFor(greatestId);
      for (let id = 1; id <= greatestId; id += 1) addBit(set, id);
      return set;
    },
  });

const size = 9;
const bound = fc.option(fc.integer({ min: -1, max: 4 }));
const made = fc
  .array(fc.tuple(fc.integer({ min: 1, max: size + 40 }), fc.integer({ min: 1, max: 4 })))
  .map((pairs) => new Map(pairs));
const idsWhere = (test: (id: number) => boolean): number[] =>
  Array.from({ length: size }, (_, index) => index + 1).filter(test);

it('finds what looking at each song finds, and none that came since', async () => {
  await fc.assert(
    fc.asyncProperty(made, bound, bound, async (numbers, from, to) => {
      const sets = setsOver(numbers, size);
      const isBetween = (number: number): boolean => number >= (from ?? 0) && number <= (to ?? 99);
      expect(idsOf(await sets.having('plays'))).toEqual(idsWhere((id) => numbers.has(id)));
      // A song that nobody played was played no time; one that nobody rated has no rating, which `0` asks for.
      const isNeverPlayedMeant = (from ?? 0) <= 0 && (to ?? 0) >= 0;
      expect(idsOf(await sets.between('plays', from, to))).toEqual(
        idsWhere((id) => (numbers.has(id) ? isBetween(numbers.get(id) ?? 0) : isNeverPlayedMeant)),
      );
      const isUnratedMeant = from === 0 && to === 0;
      expect(idsOf(await sets.between('rating', from, to))).toEqual(
        idsWhere((id) => (numbers.has(id) ? isBetween(numbers.get(id) ?? 0) : isUnratedMeant)),
      );
      expect(idsOf(await sets.between('starred', from, to))).toEqual(
        idsWhere((id) => numbers.has(id) && isBetween(numbers.get(id) ?? 0)),
      );
    }),
  );
});

it('finds as much where somebody made something of very many songs', async () => {
  for (const count of [999, 1_000, 1_001, 2_500]) {
    const numbers = new Map(Array.from({ length: count }, (_, index) => [index + 1, 5]));
    const sets = setsOver(numbers, count);
    expect(idsOf(await sets.having('rating'))).toEqual([...numbers.keys()]);
  }
});
