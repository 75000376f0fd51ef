import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemFromDirectory, itemFromSong } from '../../api/collection.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { itemTitle } from '../item-list/item-names.ts';
import { arrangedPlaces, type SortColumn, sortColumns } from './arrange.ts';

const folder = (path: string) =>
  itemFromDirectory({ path, artist: null, year: null, album: null, artwork: null, date_added: 0 });
const song = (title: string, fields: object = {}) => itemFromSong({ ...songNamed(title), ...fields });

const shown = (items: Parameters<typeof arrangedPlaces>[0], filter: string, sort?: [SortColumn, boolean]) =>
  arrangedPlaces(items, {
    filter,
    sort: sort ? { column: sort[0], isDescending: sort[1] } : null,
  }).map((place) => itemTitle(items[place] as (typeof items)[number]));

describe('an arranged list', () => {
  const items = [
    folder('Music/Zoo'),
    song('Ångström', { year: 2001, artist: 'Björk' }),
    song('track 10', { year: null, genre: 'Jazz' }),
    song('track 9', { year: 1999, composer: 'Satie' }),
  ];

  it('holds what has every word, without accents and case, in any of its fields', () => {
    expect(shown(items, 'angstrom')).toEqual(['Ångström']);
    expect(shown(items, 'BJORK 2001')).toEqual(['Ångström']);
    expect(shown(items, 'satie')).toEqual(['track 9']);
    expect(shown(items, 'zoo')).toEqual(['Zoo']);
    expect(shown(items, 'track heron')).toEqual(['track 10', 'track 9']);
    expect(shown(items, '   ')).toHaveLength(4);
  });

  it('sorts songs after folders, numbers as numbers, what is unknown last either way', () => {
    expect(shown(items, '', ['title', false])).toEqual(['Zoo', 'Ångström', 'track 9', 'track 10']);
    expect(shown(items, '', ['title', true])).toEqual(['Zoo', 'track 10', 'track 9', 'Ångström']);
    expect(shown(items, '', ['year', false])).toEqual(['Zoo', 'track 9', 'Ångström', 'track 10']);
    expect(shown(items, '', ['year', true])).toEqual(['Zoo', 'Ångström', 'track 9', 'track 10']);
  });

  it('holds every entry once, whatever it is sorted by, and alike ones as they were', () => {
    const entry = fc.record({
      title: fc.constantFrom('a', 'b', 'c'),
      year: fc.option(fc.integer({ min: 1990, max: 1992 })),
      album: fc.option(fc.constantFrom('x', 'y')),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.constantFrom(...sortColumns),
        fc.boolean(),
        (entries, column, isDescending) => {
          const list = entries.map(({ title, ...fields }) => song(title, { ...fields, track_number: null }));
          const places = arrangedPlaces(list, { filter: '', sort: { column, isDescending } });
          expect(places.toSorted((a, b) => a - b)).toEqual(list.map((_, place) => place));
          const names = places.map((place) => JSON.stringify(entries[place]));
          for (const name of new Set(names)) {
            const same = places.filter((place) => JSON.stringify(entries[place]) === name);
            expect(same).toEqual(same.toSorted((a, b) => a - b));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
