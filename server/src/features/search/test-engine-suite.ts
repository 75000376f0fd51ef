import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { wordsOf } from '../../library/search-index/search-words.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { foldText } from '../../platform/text/fold.ts';
import { createTestLibrary, type TestLibrary, type TestSong, textsIn } from '../collection/test-library.ts';
import type { SearchEngine } from './search.ts';

/*
 * What whoever stands behind the search port has to do, whatever it keeps its words in.
 */

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

/** A library for one test. */
export const libraryOf = (
  songs: readonly TestSong[],
  sources: readonly string[] = ['Music'],
): TestLibrary => {
  const library = createTestLibrary();
  opened.push(library);
  for (const source of sources) library.addSource(source);
  library.addSongs(songs);
  return library;
};

const pathsOf = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    const item = JSON.parse(text) as { Directory?: { path: string }; Song?: { path: string } };
    return item.Directory === undefined ? (item.Song?.path ?? '') : `${item.Directory.path}/`;
  });

/** What a query finds: paths, those of folders with a slash at the end. */
export const find = async (
  search: SearchEngine,
  query: string,
  page = { offset: 0, limit: Number.POSITIVE_INFINITY },
) => {
  const { runs, directoryCount, total } = await search.find(query, page);
  const paths = pathsOf(await textsIn(runs));
  const isWhole = page.offset === 0 && paths.length === total;
  if (isWhole)
    expect(paths.findIndex((path) => !path.endsWith('/'))).toBe(
      directoryCount === total ? -1 : directoryCount,
    );
  return paths;
};

/** The plain model: what should be found, by looking at everything. */
const model = (songs: readonly TestSong[], folders: readonly string[], query: string): string[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const holdsAll = (...texts: readonly string[]): boolean =>
    words.every((word) => texts.some((text) => foldText(text).includes(word)));
  const shownFolders = folders.filter((path) => {
    const { folder, name } = splitLast(path);
    return holdsAll(path) && (!holdsAll(folder) || holdsAll(name));
  });
  const shownSongs = songs.filter((song) => {
    const { folder, name } = splitLast(song.path);
    const tags = [song.title ?? '', ...(song.artists ?? []), ...(song.albumArtists ?? []), song.album ?? ''];
    return holdsAll(name, ...tags) || (!holdsAll(folder) && holdsAll(song.path, ...tags));
  });
  return [...shownFolders.map((path) => `${path}/`), ...shownSongs.map((song) => song.path)];
};

const foldersOf = (songs: readonly TestSong[]): string[] => {
  const folders = new Set<string>(['Music']);
  for (const song of songs) {
    for (let path = splitLast(song.path).folder; path !== ''; path = splitLast(path).folder)
      folders.add(path);
  }
  return [...folders];
};

const nasty = fc.oneof(
  fc.constantFrom(
    'a',
    'lo',
    'LOVE',
    'love',
    'glove',
    '夜',
    '東京',
    'été',
    'e\u0301te\u0301',
    '%',
    '_',
    '"',
    "'",
    '#1',
  ),
  fc.constantFrom(
    '50%',
    '&',
    '%2e',
    '🎸',
    'AC/DC',
    '/',
    'NEAR(',
    'col:',
    '*',
    '-',
    '사랑',
    'рок',
    'Ёж',
    'ß',
    'a b',
    '  ',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(nasty, { maxLength: 3 }).map((parts) => parts.join(' '));
const pathPart = fc
  .array(nasty, { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join(' ').replace(/[/\0]/g, '_'))
  .map((part) => Buffer.from(part).toString())
  .filter((part) => !['', '.', '..'].includes(part));
const someSongs = fc.uniqueArray(
  fc.record(
    {
      path: fc
        .array(pathPart, { minLength: 1, maxLength: 3 })
        .map((parts) => `Music/x/${parts.join('/')}.mp3`),
      title: text,
      artists: fc.array(text, { maxLength: 2 }),
      albumArtists: fc.array(text, { maxLength: 1 }),
      album: text,
    },
    { requiredKeys: ['path'] },
  ),
  { selector: (song) => song.path, maxLength: 12 },
);

/**
 * The suite of one kind of engine; to be called within a `describe`.
 * @param open makes one over what a library holds
 */
export const itSearches = (
  open: (library: TestLibrary) => SearchEngine | Promise<SearchEngine>,
  { numRuns = 60 } = {},
): void => {
  it('finds exactly what a plain look at every text finds', async () => {
    await fc.assert(
      fc.asyncProperty(someSongs, fc.array(text, { minLength: 1, maxLength: 6 }), async (songs, queries) => {
        const folders = foldersOf(songs);
        // A file cannot be called like a folder.
        const files = songs.filter((song) => !folders.includes(song.path)) as TestSong[];
        using library = createTestLibrary();
        library.addSource('Music');
        library.addSongs(files);
        for (const folder of folders) library.addFolder(folder);
        const search = await open(library);
        for (const query of [...queries, ...files.map((song) => song.path), 'music/x', '/']) {
          const found = await find(search, query);
          expect([query, [...found].sort()]).toEqual([query, model(files, folders, query).sort()]);
          const { total } = await search.find(query, { offset: 0, limit: 1 });
          expect(total).toBe(found.length);
        }
      }),
      { numRuns },
    );
  });

  it('does not mind the order of words', async () => {
    const search = await open(
      libraryOf([
        { path: 'Music/a/1.mp3', title: 'Night River' },
        { path: 'Music/a/2.mp3', title: 'River of the Night' },
        { path: 'Music/a/3.mp3', title: 'Deep', artists: ['River'], album: 'Night' },
      ]),
    );
    expect(await find(search, 'river night')).toEqual(await find(search, 'NIGHT  River'));
  });

  it('puts folders first, then the best match: exact, start, word, part; title and name before the rest', async () => {
    const search = await open(
      libraryOf([
        { path: 'Music/Artist/1.mp3', title: 'Glove' },
        { path: 'Music/Artist/2.mp3', title: 'My Love' },
        { path: 'Music/Artist/3.mp3', title: 'Lovely Day' },
        { path: 'Music/Artist/4.mp3', title: 'love' },
        { path: 'Music/Artist/5.mp3', title: 'Other', artists: ['Clovers'] },
        { path: 'Music/Artist/6.mp3', title: 'Other', album: 'All for (Love)' },
        { path: 'Music/Artist/Lovesongs/7.mp3', title: 'Other' },
        { path: 'Music/Love/8.mp3', title: 'Other' },
        { path: 'Music/Love/9.mp3', title: 'Last Love' },
      ]),
    );
    expect(await find(search, 'love')).toEqual([
      'Music/Love/',
      'Music/Artist/Lovesongs/',
      'Music/Artist/4.mp3',
      'Music/Artist/3.mp3',
      'Music/Artist/2.mp3',
      'Music/Love/9.mp3',
      'Music/Artist/1.mp3',
      'Music/Artist/6.mp3',
      'Music/Artist/5.mp3',
    ]);
  });

  it('puts folders by how their name stands to the query: exact, start, word, part', async () => {
    const names = ['A Glove', 'Blue Love', 'Love', 'Love Songs', 'Lovely', 'Of Love and Love'];
    const search = await open(
      libraryOf(names.map((name) => ({ path: `Music/${name}/1.mp3`, title: 'Other' }))),
    );
    const folders = (await find(search, 'love')).filter((path) => path.endsWith('/'));
    expect(folders).toEqual(
      ['Love', 'Love Songs', 'Lovely', 'Blue Love', 'Of Love and Love', 'A Glove'].map(
        (name) => `Music/${name}/`,
      ),
    );
  });

  it('puts equals in the natural order of their paths, whatever came first', async () => {
    const names = ['10', '9', '2', 'b 10', 'B 2', 'á', 'a'];
    const search = await open(
      libraryOf(names.map((name) => ({ path: `Music/${name}/x.mp3`, title: 'Same' }))),
    );
    const expected = ['2', '9', '10', 'a', 'á', 'B 2', 'b 10'].map((name) => `Music/${name}/x.mp3`);
    expect(await find(search, 'same')).toEqual(expected);
  });

  it('gives every page of a long result, sorted or walked through', async () => {
    const songs = Array.from({ length: 5000 }, (_, index) => ({
      path: `Music/${index % 7}/${index}.mp3`,
      title: index % 5 === 0 ? 'Common' : 'A common title',
    }));
    const search = await open(libraryOf(songs));
    const all = await find(search, 'common');
    expect(all.length).toBe(5000);
    const byPath = (paths: readonly string[]) =>
      [...paths].sort(new Intl.Collator('en', { numeric: true }).compare);
    expect(all.slice(0, 1000)).toEqual(byPath(all.slice(0, 1000)));
    expect(all.slice(1000)).toEqual(byPath(all.slice(1000)));
    for (const offset of [0, 499, 998, 1000, 2500, 4990]) {
      expect(await find(search, 'common', { offset, limit: 20 })).toEqual(all.slice(offset, offset + 20));
    }
  });
};
