import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlbumSong,
  albumIdentityOf,
  albumIdentityParts,
  albumKind,
  albumsOf,
} from './album-identity.ts';
import { foldedName } from './folded-name.ts';
import { derivedId, idBytesOf, idHexOf, idText, naturalSongId, turnedId } from './public-id.ts';
import type { AlbumFacts } from './song-facts.ts';
import { createPlaceOf, defaultArticles } from './sort-text.ts';
import { createSplitter, defaultSplitting } from './splitting.ts';

describe('taking names apart', () => {
  const { people, genres } = createSplitter({ ...defaultSplitting, never: ['Earth; Wind', 'Drum/Bass'] });
  it.each([
    ['AC/DC', ['AC/DC']],
    ['A / B', ['A', 'B']],
    ['A; B feat. C', ['A', 'B', 'C']],
    ['A FT B ft. C', ['A', 'B', 'C']],
    ['Defeat. It', ['Defeat. It']],
    ['Earth; Wind feat. A', ['Earth; Wind', 'A']],
    ['Mother Earth; Windy', ['Mother Earth', 'Windy']],
    ['; ', ['; ']],
  ])('makes of %s what it says', (text, parts) => expect(people([text])).toEqual(parts));

  it('leaves a list as it is, and takes genres apart at their own signs', () => {
    expect(people(['A; B', 'C'])).toEqual(['A; B', 'C']);
    expect(genres(['Rock/Pop, Jazz'])).toEqual(['Rock', 'Pop', 'Jazz']);
    expect(genres(['Drum/Bass; Dub'])).toEqual(['Drum/Bass', 'Dub']);
  });

  it('loses nothing but separators and blanks, and has nothing left to do', () => {
    const name = fc.stringMatching(/^[A-Za-zé]{1,6}$/).filter((text) => !/^(?:feat|ft)$/i.test(text));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...defaultSplitting.people),
        (names, separator) => {
          const parts = people([names.join(separator)]);
          expect(parts).toEqual(names);
          for (const part of parts) expect(people([part])).toEqual([part]);
        },
      ),
    );
  });
});

const facts = (over: Partial<AlbumFacts> = {}): AlbumFacts => ({
  title: 'Hits',
  version: null,
  sortTitle: null,
  artists: [{ name: 'Anna', folded: 'anna', mbId: '', sortName: '' }],
  artistText: null,
  isAlbumArtist: true,
  mbRelease: null,
  mbReleaseGroup: null,
  isCompilation: false,
  types: [],
  year: 2001,
  recordedOn: null,
  releasedOn: null,
  originalOn: null,
  addedAt: 0,
  corrected: null,
  ...over,
});

const albumIdentity = (of: AlbumFacts, tree: string): Buffer => albumIdentityOf(albumIdentityParts(of, tree));

const by = (name: string) => [{ name, folded: foldedName(name), mbId: '', sortName: '' }];

describe('what an album is', () => {
  const same = (a: Partial<AlbumFacts>, b: Partial<AlbumFacts>): boolean =>
    albumIdentity(facts(a), 'x').equals(albumIdentity(facts(b), 'y'));

  it('is told by release, else by title, version and artists, else by folder', () => {
    expect(same({ title: 'HITS' }, { title: 'hits' })).toBe(true);
    expect(same({}, { artists: by('Bo') })).toBe(false);
    expect(same({ version: 'Deluxe' }, {})).toBe(false);
    expect(same({ mbRelease: 'r', title: 'A' }, { mbRelease: 'r', artists: by('Bo') })).toBe(true);
    expect(same({ artists: [] }, { artists: [] })).toBe(false);
  });

  it('is not torn by a guest where no album artist is told', () => {
    const guest = { isAlbumArtist: false, artists: [...by('Anna'), ...by('Bo')] };
    expect(same({ isAlbumArtist: false }, guest)).toBe(true);
  });

  it.each([
    [['album', 'live'], false, 'live'],
    [['album', 'soundtrack'], false, 'album'],
    [[], true, 'compilation'],
    [['ep'], false, 'ep'],
    [['broadcast'], false, 'other'],
  ])('of types %j is %s a %s', (types, isCompilation, kind) =>
    expect(albumKind(types, isCompilation)).toBe(kind),
  );

  /** The plain rule: songs hang together when they share a year or a tree, also by way of others. */
  const plainly = (songs: readonly AlbumSong[]): string[] => {
    const groups = songs.map((song) => new Set([song]));
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const one of groups)
        for (const other of groups) {
          const meets = [...one].some((a) =>
            [...other].some(
              (b) => a.tree === b.tree || (a.facts.year !== null && a.facts.year === b.facts.year),
            ),
          );
          if (one === other || other.size === 0 || one.size === 0 || !meets) continue;
          for (const song of other) one.add(song);
          other.clear();
          isGoing = true;
        }
    }
    return groups
      .filter(({ size }) => size > 0)
      .map(shown)
      .toSorted();
  };
  const shown = (songs: Iterable<AlbumSong>): string =>
    [...songs]
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join();

  it('joins years and folders as the plain rule does, in any order, under ids of their own', () => {
    const song = fc.record({
      tree: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      year: fc.constantFrom(null, 1990, 2000, 2010),
    });
    fc.assert(
      fc.property(fc.array(song, { maxLength: 8 }), (list) => {
        const songs = list.map(({ tree, year }, id) => ({ id, tree, facts: facts({ year }) }));
        const identity = derivedId('album', 'x');
        const albums = albumsOf(identity, songs);
        expect(albums.map((album) => shown(album.songs)).toSorted()).toEqual(plainly(songs));
        const ids = albums.map(({ publicId }) => publicId.toString('hex'));
        expect(new Set(ids).size).toBe(ids.length);
        const again = albumsOf(identity, songs.toReversed());
        expect(new Map(again.map((album) => [album.publicId.toString('hex'), shown(album.songs)]))).toEqual(
          new Map(albums.map((album) => [album.publicId.toString('hex'), shown(album.songs)])),
        );
      }),
    );
  });

  it('keeps its id when another edition comes', () => {
    const first = { id: 1, tree: 'a', facts: facts() };
    const identity = albumIdentity(facts(), 'a');
    const [alone] = albumsOf(identity, [first]);
    const both = albumsOf(identity, [first, { id: 2, tree: 'b', facts: facts({ year: 2020 }) }]);
    expect(both.map(({ publicId }) => publicId)).toContainEqual(alone?.publicId);
    expect(both).toHaveLength(2);
  });
});

describe('names', () => {
  it.each([
    ['AC-DC', 'ac dc'],
    ['Beyoncé', 'BEYONCE'],
    ["Guns N' Roses", 'guns n roses'],
    ['—', '-'],
  ])('%s and %s are one', (one, other) => expect(foldedName(one)).toBe(foldedName(other)));

  it.each([
    ['The Beatles', null, 'B'],
    ['The The', null, 'T'],
    ['10cc', null, '#'],
    ['Ärzte', null, 'A'],
    ['Кино', null, 'К'],
    ['Anna Bell', 'Bell, Anna', 'B'],
  ])('%s with the sort tag %s stands under %s', (name, sortName, letter) =>
    expect(createPlaceOf(defaultArticles)(name, sortName).letter).toBe(letter),
  );
});

describe('ids', () => {
  it('are 22 letters and digits, and come back as they went', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const text = idText(bytes);
        expect(text).toMatch(/^[0-9A-Za-z]{22}$/);
        expect(idBytesOf(text)).toEqual(Buffer.from(bytes));
        expect(idHexOf(text)).toBe(Buffer.from(bytes).toString('hex'));
        expect(idHexOf(turnedId(text))).toBe(
          Buffer.from([...bytes.slice(8), ...bytes.slice(0, 8)]).toString('hex'),
        );
        expect(turnedId(turnedId(text))).toBe(text);
      }),
    );
    expect(turnedId('short')).toBe('short');
    expect(idText(Buffer.alloc(16))).toBe('0'.repeat(22));
    expect(idText(Buffer.alloc(16, 255))).toBe('7n42DGM5Tflk9n8mt7Fhc7');
    expect(idBytesOf('7n42DGM5Tflk9n8mt7Fhc8')).toBeNull();
    expect(idBytesOf('zzzzzzzzzzzzzzzzzzzzzz')).toBeNull();
    expect(idBytesOf('short')).toBeNull();
    for (const none of ['7n42DGM5Tflk9n8mt7Fhc8', 'short', 'ü'.repeat(22)]) expect(idHexOf(none)).toBeNull();
    expect(naturalSongId('one', 'a')).not.toEqual(naturalSongId('two', 'a'));
  });
});
