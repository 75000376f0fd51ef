import { describe, expect, it } from 'vitest';
import { createSearchReading } from '../../library/read/search-reading.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import type { TestLibrary } from '../collection/test-library.ts';
import { createSearch, type Search } from './search.ts';
import { createSearchRoutes } from './search-routes.ts';
import { find, itSearches, libraryOf } from './test-engine-suite.ts';

const searchOn = (library: TestLibrary): Search =>
  createSearch({ reading: createSearchReading(library.reader) });

describe('search', () => {
  itSearches(searchOn);

  it('sees what changed: new, gone and renamed songs', async () => {
    const library = libraryOf([{ path: 'Music/a/1.mp3', title: 'One' }]);
    const search = searchOn(library);
    expect(await find(search, 'newcomer')).toEqual([]);
    library.addSongs([{ path: 'Music/a/2.mp3', title: 'Newcomer' }]);
    expect(await find(search, 'newcomer')).toEqual(['Music/a/2.mp3']);
    library.loseSong('Music/a/2.mp3');
    expect(await find(search, 'newcomer')).toEqual([]);
    library.raw
      .transaction(() => {
        const song = { folderPath: 'Music/a', name: '1.mp3', texts: [] };
        library.index.putSong(1, { ...song, title: 'Renamed' });
        library.index.flush();
      })
      .immediate();
    expect(await find(search, 'one')).toEqual([]);
    expect(await find(search, 'renamed')).toEqual(['Music/a/1.mp3']);
  });

  it('keeps nothing of a transaction that was rolled back', async () => {
    const library = libraryOf([]);
    const search = searchOn(library);
    const song = { folderPath: 'Music', texts: [] };
    library.raw.exec('BEGIN IMMEDIATE');
    library.index.putSong(1, { ...song, name: '1.mp3', title: 'Undone words' });
    library.index.flush();
    library.raw.exec('ROLLBACK');
    library.index.discard();
    library.addSongs([{ path: 'Music/2.mp3', title: 'Done words' }]);
    expect(await find(search, 'words')).toEqual(['Music/2.mp3']);
    expect(await find(search, 'undone')).toEqual([]);
  });
});

describe('the search call', () => {
  const songs = ['50% off', '#1 What?', 'a+b & c', 'AC/DC', '100%25 "x"', "O'Dell", 'NEAR(', '夜', '🎸'].map(
    (title, index) => ({ path: `Music/f/${index}.mp3`, title }),
  );
  const callOn = (library: TestLibrary) => {
    const app = createTestApp(createSearchRoutes(searchOn(library)));
    return async (path: string) => (await app).inject({ url: `/api/search${path}`, headers: signedIn });
  };

  it.each(songs)('finds $title as it is typed', async ({ title, path }) => {
    const answer = await callOn(libraryOf(songs))(`/${encodeURIComponent(title)}`);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(answer.json()).toMatchObject([{ Song: { path, title } }]);
  });

  it('finds nothing for an empty query', async () => {
    const call = callOn(libraryOf(songs));
    for (const path of ['', '/', '/%20%20']) expect((await call(path)).json()).toEqual([]);
  });

  it('goes on with songs after as many folders as are wanted', async () => {
    const music = ['a', 'b', 'c', 'd'].map((folder) => ({
      path: `Music/kite ${folder}/1.mp3`,
      title: 'Kite',
    }));
    const call = callOn(libraryOf(music));
    const folders = music.map(({ path }) => path.slice(0, -'/1.mp3'.length));
    const names = async (query: string) => {
      const answer = await call(`/kite?${query}`);
      expect(answer.headers['x-total-count']).toBe('8');
      expect(answer.headers['x-directory-count']).toBe('4');
      const items = answer.json() as { Directory?: { path: string }; Song?: { path: string } }[];
      return items.map(({ Directory, Song }) => Directory?.path ?? Song?.path);
    };
    for (const mostFolders of [0, 1, 3, 4, 9]) {
      const whole = [...folders.slice(0, mostFolders), ...music.map(({ path }) => path)];
      expect(await names(`folders=${mostFolders}`)).toEqual(whole);
      for (const offset of [0, 1, 2, 5, 20]) {
        const page = await names(`folders=${mostFolders}&offset=${offset}&limit=3`);
        expect(page).toEqual(whole.slice(offset, offset + 3));
      }
    }
  });

  it('takes any query for plain text, and refuses endless ones', async () => {
    const call = callOn(libraryOf(songs));
    for (const query of [
      'NEAR(a b, 3)',
      'title:x',
      '"',
      '""',
      "' OR 1=1 --",
      '*',
      '^a',
      '%%%%',
      'a AND',
      '\\',
      '{',
    ]) {
      expect((await call(`/${encodeURIComponent(query)}`)).statusCode).toBe(200);
    }
    const terms = (count: number): string =>
      Array.from({ length: count }, (_, index) => `t${index}`).join(' ');
    const endless = [
      terms(65),
      terms(10_000),
      'x'.repeat(200_000),
      '/'.repeat(20_000),
      '\ufdfa'.repeat(2_001),
    ];
    for (const query of endless) {
      const answer = await call(`/${encodeURIComponent(query)}`);
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    for (const query of [terms(64), 'x'.repeat(2_000), '/'.repeat(2_000)])
      expect((await call(`/${encodeURIComponent(query)}`)).json()).toEqual([]);
  });

  it('finds what comes after several searched at once for the first time', async () => {
    const songs = Array.from({ length: 40 }, (_, number) => ({ path: `M/${number}/word${number}.mp3` }));
    const library = libraryOf(songs, ['M']);
    const search = searchOn(library);
    const found = await Promise.all(['word7', 'word39', 'word0'].map((query) => find(search, query)));
    expect(found).toEqual([['M/7/word7.mp3'], ['M/39/word39.mp3'], ['M/0/word0.mp3']]);
    library.addSongs([{ path: 'M/40/new.mp3' }]);
    expect(await find(search, 'new')).toEqual(['M/40/new.mp3']);
  });
});
