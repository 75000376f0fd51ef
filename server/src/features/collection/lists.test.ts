import { totalCountHeader } from '@tonearm/contract';
import { untagged } from '@tonearm/contract/song-fields';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { createLookupStore } from '../../library/read/lookup-store.ts';
import { createCollectionRoutes } from './collection-routes.ts';
import { createTestApp, signedIn } from './test-app.ts';
import { createTestLibrary, type TestLibrary, type TestSong } from './test-library.ts';

type Answer = { Directory?: { path: string }; Song?: { path: string }; path?: string }[];

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

const callsOn = (library: TestLibrary, random = Math.random) => {
  const { lists } = createEmbeddedReading({ raw: library.reader, random });
  const app = createTestApp(createCollectionRoutes(lists));
  return async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await (await app).inject({ method, url: `/api${url}`, headers: signedIn });
    return {
      status: answer.statusCode,
      total: Number(answer.headers[totalCountHeader.toLowerCase()]),
      body: answer.body,
      json: <Value>() => answer.json<Value>(),
      paths: () =>
        answer.json<Answer>().map((entry) => entry.Directory?.path ?? entry.Song?.path ?? entry.path ?? ''),
    };
  };
};

const album = (folder: string, tracks: number, song: Partial<TestSong> = {}): TestSong[] =>
  Array.from({ length: tracks }, (_, index) => ({
    path: `${folder}/${index + 1}.mp3`,
    title: `Track ${index + 1}`,
    album: folder.split('/').at(-1) ?? '',
    track: tracks - index,
    ...song,
  }));

describe('browse', () => {
  it('shows sources in saved order at the root', async () => {
    const call = callsOn(libraryOf(['Zebra', 'apple', 'Mango'], []));
    for (const url of ['/browse', '/browse/']) {
      expect((await call(url)).paths()).toEqual(['Zebra', 'apple', 'Mango']);
    }
  });

  it('shows folders, then songs, each in natural order', async () => {
    const names = ['10 b.mp3', '2 a.mp3', 'Über.mp3', 'uber 2.mp3', 'zoo/x.mp3', 'Ärger/x.mp3', 'b/x.mp3'];
    const call = callsOn(
      libraryOf(
        ['M'],
        names.map((name) => ({ path: `M/${name}` })),
      ),
    );
    const expected = ['M/Ärger', 'M/b', 'M/zoo', 'M/2 a.mp3', 'M/10 b.mp3', 'M/uber 2.mp3', 'M/Über.mp3'];
    const answer = await call('/browse/M');
    expect(answer.paths()).toEqual(expected);
    expect(answer.total).toBe(7);
    const pages = [];
    for (let offset = 0; offset < 9; offset += 2) {
      pages.push(...(await call(`/browse/M?limit=2&offset=${offset}`)).paths());
    }
    expect(pages).toEqual(expected);
  });

  it('shows the whole song, null fields as null', async () => {
    const library = libraryOf(
      ['M'],
      [
        {
          path: 'M/a/1.mp3',
          title: 'T "x"',
          artists: ['A', 'B"; C'],
          albumArtists: ['AA'],
          album: 'L',
          genres: ['Rock'],
          track: 1,
          disc: 2,
          year: 2016,
          durationMs: 1499,
          hasPicture: true,
        },
        { path: 'M/a/2.mp3' },
      ],
    );
    const [tagged, untaggedSong] = (await callsOn(library)('/browse/M%2Fa')).json<{ Song: object }[]>();
    expect(untaggedSong).toEqual({
      Song: { path: 'M/a/2.mp3', artwork: null, ...untagged, duration: null },
    });
    expect(tagged).toEqual({
      Song: {
        ...untagged,
        path: 'M/a/1.mp3',
        title: 'T "x"',
        artist: 'A; B"; C',
        album_artist: 'AA',
        album: 'L',
        artwork: 'M/a/1.mp3',
        genre: 'Rock',
        track_number: 1,
        disc_number: 2,
        year: 2016,
        duration: 1,
      },
    });
    expect(createLookupStore(library.reader).findSong('M/a/1.mp3')).toEqual(
      (tagged as { Song: object }).Song,
    );
  });

  it('leaves out what is missing', async () => {
    const library = libraryOf(['M'], album('M/a', 3));
    library.loseSong('M/a/2.mp3');
    const answer = await callsOn(library)('/browse/M/a');
    expect(answer.paths()).toEqual(['M/a/1.mp3', 'M/a/3.mp3']);
    expect(answer.total).toBe(2);
  });

  it.each([
    ['/browse/nosuch', 'source_not_found'],
    ['/browse/nosuch/a', 'source_not_found'],
    ['/browse/M/nosuch', 'folder_not_found'],
    ['/browse/M%2F..', 'folder_not_found'],
    ['/browse/M/a/1.mp3', 'folder_not_found'],
    ['/browse/m', 'source_not_found'],
    ['/flatten/M/a%00', 'folder_not_found'],
    ['/flatten/nosuch', 'source_not_found'],
  ])('answers 404 to %s', async (url, code) => {
    const call = callsOn(libraryOf(['M'], album('M/a', 1)));
    const answer = await call(url);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code });
  });

  it('finds folders of any name', async () => {
    const names = [
      '50%20off',
      '#1',
      'What?',
      'a+b',
      'A & B',
      '50%',
      'e\u0301te\u0301',
      'été',
      '🎸',
      'a\nb',
      '-x',
    ];
    const call = callsOn(
      libraryOf(
        ['M'],
        names.map((name) => ({ path: `M/${name}/1.mp3` })),
      ),
    );
    for (const name of names) {
      const answer = await call(`/browse/${encodeURIComponent(`M/${name}`)}`);
      expect(answer.paths()).toEqual([`M/${name}/1.mp3`]);
    }
  });

  it('counts very many songs of a folder as its last scan did, and those that a scan takes in now up to a number', async () => {
    const library = libraryOf(['Music'], album('Music/Wide', 5_003));
    const call = callsOn(library);
    const total = async () => (await call('/browse/Music%2FWide?limit=1')).total;
    expect(await total()).toBe(5_003);
    library.raw.exec('UPDATE directories SET song_count = 1');
    expect(await total()).toBe(5_001);
    library.raw.exec('DELETE FROM songs WHERE id > 4990');
    expect(await total()).toBe(4_990);
  });

  it('tells of each song of a long folder what is told of it alone, whatever it is called', async () => {
    const odd = [
      '"quoted"',
      'back\\slash',
      'new\nline',
      'tab\tbed',
      '\u0001',
      'é 🎵 שלום',
      '<script>',
      '\u2028',
    ];
    const songs = Array.from({ length: 600 }, (_, index) => ({
      path: `Music/${odd[index % odd.length]}/${index} ${odd[(index * 5) % odd.length]}.mp3`,
      title:
        index % 97 === 0 ? `${odd[index % odd.length]} and on `.repeat(200) : (odd[index % odd.length] ?? ''),
      hasPicture: index % 3 === 0,
      artists: [odd[(index * 3) % odd.length] ?? ''],
    }));
    const long = songs.map((song) => ({ ...song, path: `Music/Long/${song.path.split('/').at(-1)}` }));
    const call = callsOn(libraryOf(['Music'], [...songs, ...long]));
    for (const folder of ['Music/Long', `Music/${odd[0]}`]) {
      const url = `/browse/${encodeURIComponent(folder)}`;
      const whole = (await call(url)).json<{ Song: { path: string } }[]>();
      const alone = await Promise.all(
        whole.map(async ({ Song: { path } }) => (await call(`/flatten/${encodeURIComponent(path)}`)).json()),
      );
      expect(alone).toEqual(whole.map(({ Song }) => [Song]));
      for (const limit of [1, 7, 250, 251, 599]) {
        const offset = limit % 5;
        const page = (await call(`${url}?offset=${offset}&limit=${limit}`)).json();
        expect(page).toEqual(whole.slice(offset, offset + limit));
      }
      const walked = (await call(`/flatten/${encodeURIComponent(folder)}`)).json<{ path: string }[]>();
      const byPath = new Map(whole.map(({ Song }) => [Song.path, Song]));
      expect(walked).toEqual(walked.map(({ path }) => byPath.get(path)));
      expect(walked).toHaveLength(whole.length);
    }
  });

  it('streams a folder of any length, and answers HEAD with its total', async () => {
    const songs = Array.from({ length: 2600 }, (_, index) => ({ path: `M/a/${index}.mp3` }));
    const call = callsOn(libraryOf(['M'], songs));
    const answer = await call('/browse/M/a');
    expect(answer.paths()).toEqual(songs.map((song) => song.path));
    const head = await call('/browse/M/a', 'HEAD');
    expect([head.total, head.body]).toEqual([2600, '']);
  });
});

describe('flatten', () => {
  const songs = [
    ...album('B/x', 3, { disc: 1 }),
    { path: 'A/10.mp3' },
    { path: 'A/2.mp3' },
    { path: 'A/y/z/1.mp3' },
    { path: 'A/y/1.mp3', album: 'Y', disc: 2, track: 1 },
    { path: 'A/y/2.mp3', album: 'Y', disc: 1, track: 2 },
    { path: 'A/y 2/1.mp3' },
  ];
  const walked = [
    'B/x/3.mp3',
    'B/x/2.mp3',
    'B/x/1.mp3',
    'A/2.mp3',
    'A/10.mp3',
    'A/y/2.mp3',
    'A/y/1.mp3',
    'A/y/z/1.mp3',
    'A/y 2/1.mp3',
  ];

  it('walks the folders; albums by disc and track', async () => {
    const call = callsOn(libraryOf(['B', 'A'], songs));
    const answer = await call('/flatten');
    expect(answer.paths()).toEqual(walked);
    expect(answer.total).toBe(9);
    expect((await call('/flatten/A/y')).paths()).toEqual(['A/y/2.mp3', 'A/y/1.mp3', 'A/y/z/1.mp3']);
    expect((await call('/flatten/A/y/1.mp3')).paths()).toEqual(['A/y/1.mp3']);
  });

  it('gives every page of the walk', async () => {
    const call = callsOn(libraryOf(['B', 'A'], songs));
    for (let offset = 0; offset <= 10; offset += 1) {
      for (const limit of [0, 1, 2, 5, 20]) {
        const answer = await call(`/flatten?limit=${limit}&offset=${offset}`);
        expect(answer.paths()).toEqual(walked.slice(offset, offset + limit));
        expect(answer.total).toBe(9);
      }
    }
  });

  it('finds deep offsets and streams long folders', async () => {
    const many = [
      ...Array.from({ length: 1200 }, (_, folder) => ({ path: `A/${folder}/1.mp3` })),
      ...Array.from({ length: 700 }, (_, song) => ({ path: `A/x/${song}.mp3` })),
    ];
    const call = callsOn(libraryOf(['A'], many));
    const paths = many.map((song) => song.path);
    expect((await call('/flatten/A')).paths()).toEqual(paths);
    for (const offset of [999, 1000, 1001, 1199, 1200, 1500, 1899]) {
      const answer = await call(`/flatten/A?offset=${offset}&limit=3`);
      expect(answer.paths()).toEqual(paths.slice(offset, offset + 3));
    }
  });
});

describe('flatten of many songs', () => {
  const named = '"quoted" \\ \u0007 日本 ｆ';
  const many = [
    ...Array.from({ length: 180 }, (_, folder) =>
      album(`A/${folder}`, 1 + (folder % 6), { title: named, hasPicture: folder % 2 === 0 }),
    ).flat(),
    ...album('A/long', 3, { title: 'long '.repeat(300) }),
    ...album(`A/${named}`, 2),
    ...album('A/z of many', 600),
  ];

  it('tells of each what browsing its folder tells, also of those in the midst of a page', async () => {
    const call = callsOn(libraryOf(['A'], many));
    const songs = (await call('/flatten')).json<{ path: string }[]>();
    expect(songs).toHaveLength(many.length);
    for (const folder of ['A/7', 'A/8', 'A/long', `A/${named}`]) {
      const browsed = (await call(`/browse/${encodeURIComponent(folder)}`)).json<
        { Song: { path: string } }[]
      >();
      const flattened = songs.filter(({ path }) => path.startsWith(`${folder}/`));
      expect(flattened.toReversed()).toEqual(browsed.map(({ Song }) => Song));
    }
    for (const offset of [0, 1, 249, 613, songs.length - 620]) {
      for (const limit of [3, 499, 700, 5000]) {
        const page = (await call(`/flatten?offset=${offset}&limit=${limit}`)).json();
        expect(page).toEqual(songs.slice(offset, offset + limit));
      }
    }
  });
});

describe('albums', () => {
  const albums = Array.from({ length: 30 }, (_, index) =>
    album(`M/${index}`, 2, { addedAt: 1000 + index }),
  ).flat();
  const mixed = [
    { path: 'M/mixed/1.mp3', album: 'one' },
    { path: 'M/mixed/2.mp3', album: 'two' },
    { path: 'M/untagged/1.mp3' },
  ];

  it('recent shows the newest first, 20 unless told', async () => {
    const call = callsOn(libraryOf(['M'], [...albums, ...mixed]));
    const all = Array.from({ length: 30 }, (_, index) => `M/${29 - index}`);
    const answer = await call('/recent');
    expect(answer.paths()).toEqual(all.slice(0, 20));
    expect(answer.total).toBe(30);
    expect(answer.json<object[]>()[0]).toMatchObject({ path: 'M/29', album: '29', date_added: 1029 });
    expect((await call('/recent?limit=4&offset=28')).paths()).toEqual(all.slice(28));
  });

  it('random never repeats an album and shows every album as often as another', async () => {
    const call = callsOn(libraryOf(['M'], [...albums, ...mixed]));
    const seen = new Map<string, number>();
    for (let round = 0; round < 300; round += 1) {
      const paths = (await call('/random?limit=5')).paths();
      expect(new Set(paths).size).toBe(5);
      for (const path of paths) seen.set(path, (seen.get(path) ?? 0) + 1);
    }
    expect(seen.size).toBe(30);
    // 50 expected of each; five standard deviations are 33.
    for (const count of seen.values()) expect(Math.abs(count - 50)).toBeLessThan(33);
    expect(new Set((await call('/random')).paths()).size).toBe(20);
    expect(new Set((await call('/random?limit=100')).paths()).size).toBe(30);
  });

  it('random answers an empty collection with an empty list', async () => {
    const call = callsOn(libraryOf([], []));
    expect((await call('/random')).json()).toEqual([]);
    expect((await call('/recent')).json()).toEqual([]);
    expect((await call('/browse')).json()).toEqual([]);
    expect((await call('/flatten')).json()).toEqual([]);
  });
});
