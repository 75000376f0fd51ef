import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestLibrary, type TestLibrary } from '../../../features/collection/test-library.ts';
import { musicStatements } from './music-statements.ts';

let library: TestLibrary;
beforeAll(() => {
  library = createTestLibrary();
});
afterAll(() => library[Symbol.dispose]());

/** Statements that sort or read a table, and why they may. */
const allowed: Readonly<Partial<Record<keyof typeof musicStatements, string>>> = {
  albumsOfGroup: 'editions of one album: a handful',
  ownersOfAlbums: 'owners of the albums of one page',
  albumIdsByAdded: 'albums that a filter left',
  albumIdsByTitle: 'albums that a filter left',
  albumIdsByArtist: 'albums that a filter left',
  albumIdsByYear: 'albums that a filter left',
  albumIdsAsGiven: 'albums that somebody played',
  artistIdsAmong: 'artists that a filter left',
  genresOfAlbum: 'genres of one album: a handful',
  rolesOfArtists: 'ten roles of the artists of one page',
  genresOfArtists: 'genres of the artists of one page',
  artistsNamed: 'artists that one spelling names: a handful',
  songsOfArtist: 'songs of one artist, all of which are answered',
  worksOfArtist: 'works of one composer, all of which are answered',
  songsOfWork: 'songs of one work, all of which are answered',
  relatedGenres: 'genres beside one genre, all of which are answered',
  artistsOfGenre: 'artists of one genre, which are counted as well',
  songsOfGenre: 'songs of one genre, all of which are answered',
  songsOfAlbum: 'songs of one album',
  creditsOfSongs: 'people on the songs of one page',
  genresOfSongs: 'genres of the songs of one page',
  albumLettersByTitle: 'a count by letter reads the index of titles once',
} as Readonly<Partial<Record<keyof typeof musicStatements, string>>>;

/** Statements that read a whole index and nothing of the table. */
const wholeIndexes: ReadonlySet<string> = new Set([
  'countAlbums',
  'countArtists',
  'countGenres',
  'allAlbumIds',
  'allAlbumIdsByTitle',
  'titleLetters',
  'artistTextLetters',
  'artistLetters',
  'roleLetters',
]);

const planOf = (sql: string): string[] => {
  const named = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name ?? ''))];
  const parameters =
    named.length > 0
      ? [Object.fromEntries(named.map((name) => [name, null]))]
      : [...sql.matchAll(/\?/g)].map(() => null);
  return library.raw
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail);
};

const isWrong = (step: string): boolean => /TEMP B-TREE|^SCAN (?!.*(INDEX|wanted))/.test(step);

describe('every order of albums, artists and genres', () => {
  const all = Object.entries(musicStatements) as [keyof typeof musicStatements, string][];
  const ordered = all.filter(([name]) => allowed[name] === undefined && !wholeIndexes.has(name));

  it.each(ordered)('%s reads an index and sorts nothing', (_name, sql) => {
    expect(planOf(sql).filter(isWrong)).toEqual([]);
  });

  it.each(all.filter(([name]) => wholeIndexes.has(name)))('%s reads an index and no row', (_name, sql) => {
    const scans = planOf(sql).filter((step) => step.startsWith('SCAN'));
    expect(scans.filter((step) => !step.includes('COVERING INDEX'))).toEqual([]);
  });

  it('reads no row of an album that a page leaves out', () => {
    const pages = all.filter(([name, sql]) => sql.includes('OFFSET') && /album|kind|role/i.test(name));
    expect(pages.length).toBeGreaterThan(6);
    for (const [name, sql] of pages) {
      const steps = planOf(sql).map((step) => /COVERING INDEX|PRIMARY KEY/.test(step));
      expect([name, steps]).toEqual([name, [true]]);
    }
  });

  it('allows no exception that needs none', () => {
    const needless = all.filter(([name, sql]) => allowed[name] !== undefined && !planOf(sql).some(isWrong));
    expect(needless.map(([name]) => name)).toEqual([]);
  });
});
