import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RareValue } from '../../../library/read/tag-values/rare-fields.ts';
import { idsOf } from '../../../library/search-index/bit-set.ts';
import { createRareSets } from './rare-sets.ts';

const moodsOf = (values: readonly string[]) => values.flatMap((value) => value.split('; '));

/** Sets over values as the library keeps them, and how often it was asked. */
const setsOver = (values: readonly RareValue[], greatestId = 5_000) => {
  const asked: string[] = [];
  let isBroken = false;
  const reading = {
    rareBetween: async (field: string, after: number, last: number) => {
      asked.push(field);
      if (isBroken) throw new Error('the library was made anew');
      if (last > greatestId) throw new Error(`there is no song ${last}`);
      return values.filter(({ id }) => id > after && id <= last);
    },
  };
  const setBroken = (to: boolean): void => {
    isBroken = to;
  };
  return { sets: createRareSets({ reading, greatestId, moodsOf }), asked, setBroken };
};

it('finds songs by a text, by each text of a list, and by what only looks like a list', async () => {
  const { sets } = setsOver([
    { id: 1, value: 'Calm' },
    { id: 2, value: '["calm","Warm"]' },
    { id: 3, value: '["calm",7]' },
    { id: 4, value: '[calm]' },
    { id: 5, value: '["calm"' },
    { id: 6, value: '"calm"]' },
    { id: 7, value: '[]' },
    { id: 8, value: 'Calm (evening)' },
    { id: 9, value: 'Warm; Bright' },
  ]);
  const having = async (relation: 'is' | 'part', text: string) =>
    idsOf(await sets.where('mood', relation, text));
  expect(await having('is', 'calm')).toEqual([1, 2]);
  expect(await having('is', 'warm')).toEqual([2, 9]);
  expect(await having('is', 'bright')).toEqual([9]);
  expect(await having('is', '[calm,7]')).toEqual([3]);
  expect(await having('part', 'calm')).toEqual([1, 2, 3, 4, 5, 6, 8]);
  expect(idsOf(await sets.having('mood'))).toEqual([1, 2, 3, 4, 5, 6, 8, 9]);
});

it('finds performers without their instruments, instruments without their performers, and lyrics by whether they are timed', async () => {
  const { sets } = setsOver([
    { id: 1, value: '["Anne Mutter (violin)","Karl (piano) Braun"]' },
    { id: 2, value: 'Anne Mutter' },
  ]);
  expect(idsOf(await sets.where('performer', 'is', 'annemutter'))).toEqual([1, 2]);
  expect(idsOf(await sets.where('performer', 'is', 'karl(piano)braun'))).toEqual([1]);
  expect(idsOf(await sets.where('instrument', 'is', 'violin'))).toEqual([1]);
  expect(idsOf(await sets.having('instrument'))).toEqual([1]);
  const { sets: ofLyrics } = setsOver([1, 2, 3].map((value) => ({ id: value, value })));
  expect(idsOf(await ofLyrics.where('lyrics', 'is', 'timed'))).toEqual([2]);
  expect(idsOf(await ofLyrics.where('lyrics', 'is', 'plain'))).toEqual([1, 3]);
});

it('finds by numbers and days between bounds, which are included', async () => {
  const bound = fc.option(fc.integer({ min: 118, max: 124 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 118, max: 124 })), bound, bound, async (bpm, from, to) => {
      const { sets } = setsOver(bpm.map((value, index) => ({ id: index + 1, value })));
      const expected = bpm.flatMap((value, index) =>
        value >= (from ?? 0) && value <= (to ?? 999) ? [index + 1] : [],
      );
      expect(idsOf(await sets.between('bpm', from, to))).toEqual(expected);
    }),
  );
  const { sets } = setsOver([
    { id: 1, value: '1969-05-03' },
    { id: 2, value: '1969' },
    { id: 3, value: 'last summer' },
  ]);
  expect(idsOf(await sets.between('original', 19690503, 19690503))).toEqual([1]);
  expect(idsOf(await sets.between('original', null, 19690000))).toEqual([2]);
  expect(idsOf(await sets.between('original', null, null))).toEqual([1, 2]);
});

it('reads a collection of any size through, whole and once', async () => {
  for (const greatestId of [1, 1_999, 2_000, 2_001, 4_000, 4_001]) {
    const ids = [...new Set([1, greatestId - 1, greatestId, 2_000, 2_001])].filter(
      (id) => id > 0 && id <= greatestId,
    );
    const { sets, asked } = setsOver(
      ids.map((id) => ({ id, value: 'FLAC' })),
      greatestId,
    );
    const found = await Promise.all([sets.having('codec'), sets.where('codec', 'is', 'flac')]);
    const ascending = ids.toSorted((a, b) => a - b);
    expect([greatestId, ...found.map(idsOf)]).toEqual([greatestId, ascending, ascending]);
    expect(asked).toHaveLength(Math.ceil(greatestId / 2_000));
  }
});

it('reads again what could not be read, and nothing else', async () => {
  const { sets, asked, setBroken } = setsOver([{ id: 3, value: 'FLAC' }], 10);
  setBroken(true);
  await expect(sets.having('codec')).rejects.toThrow('made anew');
  setBroken(false);
  expect(idsOf(await sets.having('codec'))).toEqual([3]);
  expect(idsOf(await sets.where('codec', 'start', 'fl'))).toEqual([3]);
  expect(idsOf(await sets.having('container'))).toEqual([3]);
  expect(asked).toEqual(['codec', 'codec', 'container']);
});
