import type { MusicAlbum, MusicArtist } from '@tonearm/contract';
import { createFakeClock, library, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { albumToWire, artistToWire } from '../../../library/read/music/music-wire.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import { createEvents } from '../../../platform/events.ts';
import { createTestScanner } from '../../scan/tests/test-scan.ts';
import { createFindGroups } from './find-groups.ts';
import { filteredNames, foundNames } from './found-names.ts';
import { createNameIndex } from './name-index.ts';

const named = (...names: string[]) => names.map((name, weight) => ({ id: name, name, beside: '', weight }));

it('puts whole names first, then beginnings, then words in them, then what most songs have', () => {
  const names = named('the moon band', 'moonlight', 'moon', 'moon river', 'honeymoon', 'moon shine');
  expect(foundNames(names, ['moon'])).toEqual([
    'moon',
    'moon shine',
    'moon river',
    'moonlight',
    'the moon band',
  ]);
  expect(foundNames(names, ['river', 'moon'])).toEqual(['moon river']);
  expect(foundNames(names, [])).toEqual([]);
});

it('leaves names in or beside which every word of a filter stands', () => {
  const names = [
    { id: 'a', name: 'honeymoon', beside: 'anna', weight: 1 },
    { id: 'b', name: 'sun', beside: 'anna', weight: 1 },
  ];
  expect(filteredNames(names, ['moon'])).toEqual(['a']);
  expect(filteredNames(names, ['anna', 's'])).toEqual(['b']);
  expect(filteredNames(names, ['anna'])).toEqual(['a', 'b']);
});

it('finds a name by the beginnings of its words in any order', () => {
  const word = fc.constantFrom('amber', 'boxwood', 'cypress', 'dulcimer');
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (words, length) => {
      const begun = words.map((each) => each.slice(0, length)).reverse();
      expect(foundNames(named(words.join(' ')), begun)).toHaveLength(1);
    }),
  );
});

it('groups artists, albums and playlists, and knows queries from words', async () => {
  await using folder = await tempFolder();
  await library()
    .album('Picnic', 2, { artist: 'Anna Moon' })
    .album('Moon', 1, { artist: 'Zoe' })
    .writeTo(folder.join('music'));
  await using scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  const { tagTexts, music } = createEmbeddedReading({ raw: scanner.library });
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const there = <Entry>(entries: readonly (Entry | null)[]): Entry[] =>
    entries.filter((entry) => entry !== null);
  const find = createFindGroups({
    names: createNameIndex({ reading: tagTexts, events, clock: createFakeClock() }),
    artists: async (ids) => there(await music.artistsById(ids)).map(artistToWire),
    albums: async (ids) => there(await music.albumsById(ids)).map(albumToWire),
    playlists: async (userId) => (userId === 1 ? ['Moon walk', 'Other'] : []),
    smartLists: async (userId) =>
      userId === 1 ? ['Moon smart', 'New'].map((name) => ({ name, query: 'a', changed_at_ms: 0 })) : [],
  });
  const shown = async (text: string, limit = 10) => {
    const { reading, artists, albums, playlists, smart_lists: smart } = await find(1, text, limit);
    return {
      reading,
      artists: [artists.total, ...artists.entries.map(({ name }: MusicArtist) => name)],
      albums: [albums.total, ...albums.entries.map(({ title }: MusicAlbum) => title)],
      playlists: playlists.entries,
      smart: smart.entries.map(({ name }) => name),
    };
  };
  expect(await shown('moo')).toEqual({
    reading: 'words',
    artists: [1, 'Anna Moon'],
    albums: [1, 'Moon'],
    playlists: ['Moon walk'],
    smart: ['Moon smart'],
  });
  expect(await shown('pic anna')).toMatchObject({ artists: [0], albums: [1, 'Picnic'], playlists: [] });
  expect(await shown('moo', 0)).toMatchObject({ artists: [1], albums: [1] });
  for (const query of ['artist:anna', 'moon -walk', '"anna moon"', 'moon || river'])
    expect(await shown(query)).toEqual({
      reading: 'query',
      artists: [0],
      albums: [0],
      playlists: [],
      smart: [],
    });
  for (const words of ['AC/DC: live', '100% (live', 'moon )', '"moon'])
    expect([words, (await shown(words)).reading]).toEqual([words, 'words']);
  for (const fault of ['year:abc', 'moon (artist:anna', 'title = "moon'])
    await expect(find(1, fault, 10)).rejects.toThrow('expected');
});
