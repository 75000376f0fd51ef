import { moreFields } from '@tonearm/contract/song-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFactsInTurn, songFacts } from './facts-in-turn.ts';
import type { ModelRow } from './song-facts.ts';
import { createSplitter, defaultSplitting } from './splitting.ts';

const splitter = createSplitter(defaultSplitting);

const json = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list));

const names = fc.constantFrom('Ann', 'Ben; Cem', 'Various Artists', 'ann', '', 'Zoë feat. Ann');
const someNames = fc
  .option(fc.array(names, { minLength: 1, maxLength: 2 }), { nil: null, freq: 2 })
  .map(json);
const date = fc.constantFrom(null, '1999', '2001-02-03');

/** Columns, each of few values, so that songs that follow one another often share some. */
const columns = fc.record({
  album: fc.constantFrom(null, ' ', 'Blue', 'Red'),
  artists: someNames,
  artist_list: someNames,
  album_artists: someNames,
  album_artist_list: someNames,
  composers: someNames,
  lyricists: someNames,
  genres: fc.constantFrom(null, '["Jazz"]', '["Jazz, Soul"]'),
  year: fc.constantFrom(null, 1999, 2001),
  recorded_on: date,
  released_on: date,
  original_on: date,
  added_at: fc.constantFrom(1, 2),
  directory_id: fc.constantFrom(1, 2),
});

const text = fc.constantFrom('1f0c', 'Ann', 'live; ep', 'Ann (cello)');
const list = fc.constantFrom(['Ann'], ['Ann', 'Ben'], ['Ben', 'Ann'], ['Ann (cello)', 'Ann (voice)']);
const corrected = fc.record({
  identity: fc.constantFrom(null, '00ff'),
  publicId: fc.constant(null),
  kind: fc.constantFrom(null, 'live'),
  cover: fc.constantFrom(null, 3),
});

/** Every field without a column, and what was corrected of the album. */
const more = fc.record(
  {
    ...Object.fromEntries(
      moreFields.map(({ name, kind }) => [
        name,
        kind === 'number' || kind === 'flag' ? fc.constant(1) : fc.oneof(text, list),
      ]),
    ),
    corrected,
  },
  { requiredKeys: [] },
);

type Columns = Omit<ModelRow, 'id' | 'album_id' | 'more'>;

const rowOf = (of: Columns, fields: object, id = 1): ModelRow => ({
  ...of,
  id,
  album_id: null,
  more: Object.keys(fields).length === 0 ? null : JSON.stringify(fields),
});

const plain: Columns = {
  ...{ album: 'Blue', artists: '["Ann"]', artist_list: null, album_artists: null, album_artist_list: null },
  ...{ composers: null, lyricists: null, genres: '["Jazz"]', year: 1999 },
  ...{ recorded_on: null, released_on: null, original_on: null, added_at: 1, directory_id: 1 },
};

describe('facts of songs that come one after the other', () => {
  it('are those of each song by itself', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(columns, more), { minLength: 2, maxLength: 12 }), (songs) => {
        const factsOf = createFactsInTurn(splitter);
        for (const [id, [of, fields]] of songs.entries()) {
          const row = rowOf(of, fields, id);
          expect(factsOf(row)).toEqual(songFacts(row, splitter));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are those of each song also where it differs from the one before in one thing', () => {
    fc.assert(
      fc.property(columns, more, columns, more, (of, fields, other, otherFields) => {
        const before = rowOf(of, fields);
        const changed = [
          ...Object.entries(other).map(([column, value]) => rowOf({ ...of, [column]: value }, fields)),
          ...Object.entries(otherFields).map(([field, value]) => rowOf(of, { ...fields, [field]: value })),
          ...Object.keys(fields).map((gone) => rowOf(of, { ...fields, [gone]: undefined })),
        ];
        for (const row of changed) {
          const factsOf = createFactsInTurn(splitter);
          factsOf(before);
          expect(factsOf(row)).toEqual(songFacts(row, splitter));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are the same objects where songs say the same', () => {
    const factsOf = createFactsInTurn(splitter);
    const first = factsOf(
      rowOf(plain, { mbRelease: '1f0c', isrc: 'a', performers: ['Ben (cello)', 'Cem'] }, 1),
    );
    const next = factsOf(
      rowOf(plain, { mbRelease: '1f0c', isrc: 'b', performers: ['Ben (cello)', 'Cem'] }, 2),
    );
    expect(next.credits).toBe(first.credits);
    expect(next.genres).toBe(first.genres);
    expect(next.album).toBe(first.album);
  });

  it('share the album where somebody guests on one song of it', () => {
    const factsOf = createFactsInTurn(splitter);
    const own = { ...plain, album_artists: '["Ann"]' };
    const first = factsOf(rowOf(own, {}, 1));
    const guest = factsOf(rowOf({ ...own, artists: '["Ann feat. Ben"]' }, {}, 2));
    expect(guest.credits.map(({ name }) => name)).toEqual(['Ann', 'Ben']);
    expect(guest.album).toBe(first.album);
    const without = factsOf(rowOf(plain, {}, 3));
    const other = factsOf(rowOf({ ...plain, artists: '["Ben"]' }, {}, 4));
    expect([without.album?.artists, other.album?.artists]).toMatchObject([
      [{ name: 'Ann' }],
      [{ name: 'Ben' }],
    ]);
  });
});
