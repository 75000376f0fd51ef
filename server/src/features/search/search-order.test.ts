import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { createSearchReading } from '../../library/read/search-reading.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { createTestLibrary, type TestSong, textsIn } from '../collection/test-library.ts';
import { createSearch } from './search.ts';

const partsOf = (text: string): string[] => text.split(/[^a-z0-9]+/).filter((part) => part !== '');

interface Texts {
  /** What has to hold all words to be found by its name. */
  readonly names: readonly string[];
  /** Of the names, the one whose beginning and length count. */
  readonly first: string;
  /** What else is searched of it, where its name alone does not hold all words. */
  readonly others: readonly string[];
}

/**
 * How well texts match, from 0: the name is exactly what was asked for, begins with a word of it, has its words as whole
 * words, holds them; then name and other texts together have them as whole words, hold them; then what is left, in
 * which a word stands in the path only.
 */
const rankOf = ({ names, first, others }: Texts, words: readonly string[]): number => {
  const areAll = (texts: readonly string[], test: (part: string, word: string) => boolean): boolean =>
    words.every((word) => texts.flatMap(partsOf).some((part) => test(part, word)));
  const isEqual = (part: string, word: string): boolean => part === word;
  const isIn = (part: string, word: string): boolean => part.includes(word);
  const [start = ''] = partsOf(first);
  if (areAll(names, isEqual) && words.includes(start) && new Set(partsOf(first)).size === new Set(words).size)
    return 0;
  if (areAll(names, isIn) && words.some((word) => start.startsWith(word))) return 1;
  if (areAll(names, isEqual)) return 2;
  if (areAll(names, isIn)) return 3;
  if (areAll([...names, ...others], isEqual)) return 4;
  return areAll([...names, ...others], isIn) ? 5 : 6;
};

const textsOfSong = (song: TestSong): Texts => {
  const { name } = splitLast(song.path);
  return {
    names: [name, song.title ?? ''],
    first: song.title ?? name.replace(/\.mp3$/, ''),
    others: [...(song.artists ?? []), ...(song.albumArtists ?? []), song.album ?? ''],
  };
};
const textsOfFolder = (path: string): Texts => {
  const { name } = splitLast(path);
  return { names: [name], first: name, others: [] };
};

const word = fc.constantFrom('lo', 'love', 'glove', 'lovely', 'day', 'sunday');
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
const someSongs = fc.uniqueArray(
  fc
    .record(
      { folder: words, below: words, name: words, title: words, artists: fc.array(words), album: words },
      { requiredKeys: ['folder', 'name'] },
    )
    .map(({ folder, below, name, ...tags }) => ({
      ...tags,
      path: ['Music', folder, ...(below === undefined ? [] : [below]), `${name}.mp3`].join('/'),
    })),
  { selector: ({ path }) => path, minLength: 1, maxLength: 10 },
);

const byNature = new Intl.Collator('en', { numeric: true }).compare;
/** A path as it stands among others: every folder with what is in it together, songs of a folder before those below it. */
const isAscending = (paths: readonly string[]): boolean =>
  paths.every((path, at) => {
    const before = paths[at - 1];
    return before === undefined || splitLast(before).folder !== splitLast(path).folder
      ? true
      : byNature(splitLast(before).name, splitLast(path).name) <= 0;
  });

it('puts folders before songs, the better before the worse, and equals of a folder by their names', async () => {
  await fc.assert(
    fc.asyncProperty(
      someSongs,
      fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 4 }),
      async (songs, queries) => {
        using library = createTestLibrary();
        library.addSource('Music');
        library.addSongs(songs);
        const search = createSearch({ reading: createSearchReading(library.reader) });
        for (const query of queries) {
          const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
          const { runs, directoryCount } = await search.find(query.join(' '), page);
          const found = (await textsIn(runs)).map(
            (text) => JSON.parse(text) as { Directory?: { path: string }; Song?: { path: string } },
          );
          const folders = found.slice(0, directoryCount).map(({ Directory }) => Directory?.path ?? 'a song');
          const paths = found.slice(directoryCount).map(({ Song }) => Song?.path ?? 'a folder');
          const rankOfSong = (path: string) => {
            const song = songs.find((each) => each.path === path);
            return song === undefined ? -1 : rankOf(textsOfSong(song), query);
          };
          // Below a name, the rest of a path counts as one.
          const rankOfFolder = (path: string) => Math.min(4, rankOf(textsOfFolder(path), query));
          for (const [list, rank] of [
            [folders, rankOfFolder],
            [paths, rankOfSong],
          ] as const) {
            const ranks = list.map(rank);
            expect([query, list, ranks]).toEqual([query, list, ranks.toSorted((a, b) => a - b)]);
            for (const each of new Set(ranks))
              expect(isAscending(list.filter((_, at) => ranks[at] === each))).toBe(true);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('tells of each song what is told of it alone, whatever it is called and however long that is', async () => {
  const odd = ['"quoted"', 'back\\slash', 'new\nline', '\u0001', 'é 🎵 שלום', '\u2028'];
  using library = createTestLibrary();
  library.addSource('Music');
  library.addSongs(
    Array.from({ length: 700 }, (_, index) => ({
      path: `Music/${odd[index % odd.length]}/found ${index} ${odd[(index * 5) % odd.length]}.mp3`,
      title:
        index % 97 === 0 ? `${odd[index % odd.length]} and on `.repeat(200) : `${odd[index % odd.length]}`,
      hasPicture: index % 3 === 0,
    })),
  );
  const search = createSearch({ reading: createSearchReading(library.reader) });
  const { lookup } = createEmbeddedReading({ raw: library.reader });
  for (const limit of [Number.POSITIVE_INFINITY, 300]) {
    const { runs } = await search.find('found', { offset: 0, limit });
    const found = (await textsIn(runs)).map((text) => JSON.parse(text) as { Song: { path: string } });
    expect(found).toHaveLength(Math.min(limit, 700));
    const alone = await lookup.findSongs(found.map(({ Song }) => Song.path));
    expect(found).toEqual(alone.map((song) => ({ Song: song })));
  }
});
