import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { nameStatements } from '../../library/read/names-store.ts';
import { createCollectionV8Routes } from './collection-v8-routes.ts';
import { createTestApp, signedIn } from './test-app.ts';
import { createTestLibrary, type TestLibrary, type TestSong } from './test-library.ts';

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

const libraryOf = (sources: readonly string[], songs: readonly TestSong[]): TestLibrary => {
  const library = createTestLibrary();
  opened.push(library);
  for (const source of sources) library.addSource(source);
  library.addSongs(songs);
  return library;
};

const callsOn = (library: TestLibrary) => {
  const app = createTestApp(createCollectionV8Routes(createEmbeddedReading({ raw: library.reader })));
  return {
    get: async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await app).inject({ method, url: `/api${url}`, headers: { ...signedIn, 'accept-version': '8' } }),
    songs: async (paths: readonly unknown[]) =>
      (await app).inject({
        method: 'POST',
        url: '/api/songs',
        headers: { ...signedIn, 'content-type': 'application/json' },
        payload: JSON.stringify({ paths }),
      }),
  };
};

interface SongList {
  readonly paths: string[];
  readonly first_songs: { path: string }[];
}

describe('browse of version 8', () => {
  const library = () =>
    libraryOf(
      ['Zebra', 'apple'],
      [
        'Zebra/b 10/x.mp3',
        'Zebra/b 2/x.mp3',
        'Zebra/A/x.mp3',
        'Zebra/1.mp3',
        'Zebra/10.mp3',
        'Zebra/2.mp3',
      ].map((path) => ({ path })),
    );

  it('lists folders, then songs, each in natural order', async () => {
    const { get } = callsOn(library());
    expect((await get('/browse/Zebra')).json()).toEqual([
      { path: 'Zebra/A', is_directory: true },
      { path: 'Zebra/b 2', is_directory: true },
      { path: 'Zebra/b 10', is_directory: true },
      { path: 'Zebra/1.mp3', is_directory: false },
      { path: 'Zebra/2.mp3', is_directory: false },
      { path: 'Zebra/10.mp3', is_directory: false },
    ]);
  });

  it('lists sources by name, and of one alone what is in it', async () => {
    const sources = (await callsOn(library()).get('/browse')).json();
    expect(sources).toEqual([
      { path: 'apple', is_directory: true },
      { path: 'Zebra', is_directory: true },
    ]);
    const { get } = callsOn(libraryOf(['Music'], [{ path: 'Music/Anna/1.mp3' }, { path: 'Music/0.mp3' }]));
    expect((await get('/browse')).json()).toEqual([
      { path: 'Music/Anna', is_directory: true },
      { path: 'Music/0.mp3', is_directory: false },
    ]);
  });

  it('is empty without sources, and knows no folder that is not there', async () => {
    const { get } = callsOn(libraryOf([], []));
    expect((await get('/browse')).json()).toEqual([]);
    expect((await get('/browse/Music')).statusCode).toBe(404);
    const missing = callsOn(library());
    for (const path of ['Zebra/none', 'Zebra/..', 'Zebra/1.mp3', '..']) {
      expect([path, (await missing.get(`/browse/${encodeURIComponent(path)}`)).statusCode]).toEqual([
        path,
        404,
      ]);
    }
  });

  it('reads nothing for HEAD', async () => {
    const answer = await callsOn(library()).get('/browse', 'HEAD');
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('flatten of version 8', () => {
  it('compares paths name by name, folders and songs alike', async () => {
    const paths = [
      'M/a/2.mp3',
      'M/a.mp3',
      'M/a/10.mp3',
      'M/a b/1.mp3',
      'M/B.mp3',
      'M/a/5/deep/1.mp3',
      'M/c/1.mp3',
    ];
    const { get } = callsOn(
      libraryOf(
        ['M'],
        paths.map((path, at) => ({ path, album: 'Same', track: at + 1 })),
      ),
    );
    const list = (await get('/flatten')).json<SongList>();
    expect(list.paths).toEqual([
      'M/a/2.mp3',
      'M/a/5/deep/1.mp3',
      'M/a/10.mp3',
      'M/a b/1.mp3',
      'M/a.mp3',
      'M/B.mp3',
      'M/c/1.mp3',
    ]);
    expect(list.first_songs.map(({ path }) => path)).toEqual(list.paths);
    expect((await get('/flatten/M%2Fa')).json<SongList>().paths).toEqual(list.paths.slice(0, 3));
    expect((await get('/flatten/M%2FB.mp3')).json<SongList>().paths).toEqual(['M/B.mp3']);
    expect((await get('/flatten/M%2Fnone')).statusCode).toBe(404);
    expect((await get('/flatten/none')).statusCode).toBe(404);
  });

  it('tells of the first 200 songs what their tags say', async () => {
    const songs = Array.from({ length: 620 }, (_, at) => ({ path: `M/${at}.mp3`, title: `T${at}` }));
    const list = (await callsOn(libraryOf(['M'], songs)).get('/flatten')).json<SongList>();
    expect(list.paths).toEqual(songs.map(({ path }) => path));
    expect(list.first_songs.map(({ path }) => path)).toEqual(list.paths.slice(0, 200));
  });

  it('has lists, although they are empty', async () => {
    expect((await callsOn(libraryOf(['M'], [])).get('/flatten')).json()).toEqual({
      paths: [],
      first_songs: [],
    });
  });
});

describe('details of songs', () => {
  const library = () => {
    const made = libraryOf(
      ['M'],
      [
        {
          path: 'M/a/1.mp3',
          title: 'One "1"',
          artists: ['Anna', 'Ben'],
          albumArtists: ['Anna'],
          album: 'Picnic',
          genres: ['Pop', 'Folk'],
          track: 1,
          disc: 2,
          year: 2016,
          durationMs: 2999,
          hasPicture: true,
        },
        { path: 'M/a/bare.mp3' },
      ],
    );
    return made;
  };

  it('leave out what a song has not, and keep lists apart', async () => {
    const answer = await callsOn(library()).songs(['M/a/bare.mp3', 'M/none.mp3', 'M/a/1.mp3', '../x', '']);
    expect(answer.json()).toEqual({
      songs: [
        { path: 'M/a/bare.mp3' },
        {
          path: 'M/a/1.mp3',
          track_number: 1,
          disc_number: 2,
          title: 'One "1"',
          artists: ['Anna', 'Ben'],
          album_artists: ['Anna'],
          year: 2016,
          album: 'Picnic',
          artwork: 'M/a/1.mp3',
          duration: 2,
          genres: ['Pop', 'Folk'],
        },
      ],
      not_found: ['M/none.mp3', '../x', ''],
    });
  });

  it('come in the order asked, for thousands at once, and twice when asked twice', async () => {
    const songs = Array.from({ length: 2_500 }, (_, at) => ({ path: `M/${at}.mp3` }));
    const paths = [...songs.map(({ path }) => path).reverse(), 'M/7.mp3', 'M/gone.mp3'];
    const answer = await callsOn(libraryOf(['M'], songs)).songs(paths);
    const body = answer.json<{ songs: { path: string }[]; not_found: string[] }>();
    expect(body.songs.map(({ path }) => path)).toEqual(paths.slice(0, -1));
    expect(body.not_found).toEqual(['M/gone.mp3']);
  });

  it('are refused for what is no list of texts', async () => {
    expect((await callsOn(library()).songs([7])).statusCode).toBe(400);
  });
});

it('every order of the paths reads an index and sorts nothing', () => {
  const { raw } = libraryOf([], []);
  for (const sql of Object.values(nameStatements)) {
    const plan = raw
      .prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(null, null, null)
      .map((step) => step.detail);
    expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
  }
});
