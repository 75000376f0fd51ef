import { createFakeClock } from '@tonearm/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createOneLibrary } from '../../library/one-library.ts';
import { catalogueStatements } from '../../library/read/catalogue-store.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import { createTestLibrary, type TestSong } from '../collection/test-library.ts';
import { createCatalogueKeeper } from './catalogue-keeper.ts';
import { createCatalogueV8Routes } from './catalogue-v8-routes.ts';

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

const catalogueOf = (songs: readonly TestSong[]) => {
  const library = createTestLibrary();
  opened.push(library);
  library.addSource('M');
  library.addSongs(songs);
  const { catalogue, details } = createEmbeddedReading({ raw: library.reader });
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const keeper = createCatalogueKeeper({
    catalogue,
    oneLibrary: createOneLibrary(),
    events,
    clock: createFakeClock(),
  });
  let seeds = 0;
  const newSeed = (): string => {
    seeds += 1;
    return String(seeds);
  };
  const app = createTestApp(createCatalogueV8Routes({ catalogueOf: keeper, catalogue, details, newSeed }));
  const get = async (url: string, version = '8') =>
    (await app).inject({ url: `/api${url}`, headers: { ...signedIn, 'accept-version': version } });
  const names = async (url: string) => (await get(url)).json<{ name: string }[]>().map(({ name }) => name);
  return { library, events, get, names };
};

const picnic: TestSong[] = [
  {
    path: 'M/p/2.mp3',
    title: 'Two',
    album: 'Picnic',
    artists: ['Anna', 'Ben'],
    albumArtists: ['Anna'],
    composers: ['Cleo'],
    genres: ['Pop', 'Folk'],
    track: 2,
    addedAt: 20,
  },
  {
    path: 'M/p/1.mp3',
    title: 'One',
    album: 'picnic',
    artists: ['ANNA'],
    albumArtists: ['Anna'],
    lyricists: ['Anna'],
    genres: ['pop'],
    track: 1,
    year: 2016,
    hasPicture: true,
    addedAt: 50,
  },
];

const others: TestSong[] = [
  { path: 'M/o/1.mp3', album: 'Zebra', artists: ['Ben'], genres: ['Jazz'], year: 2001, addedAt: 40 },
  { path: 'M/o/2.mp3', album: 'Picnic', artists: ['Ben'], year: 1999, addedAt: 30 },
  { path: 'M/o/3.mp3', album: 'No artists', genres: ['Rare'] },
  { path: 'M/o/4.mp3', artists: ['Dora'], genres: ['Pop'] },
  { path: 'M/o/5.mp3', album: 'Mix', artists: ['Eve'], albumArtists: ['Various Artists'], addedAt: 10 },
  { path: 'M/o/6.mp3', album: '- _', artists: ['-'] },
];

describe('albums', () => {
  it('are songs of the same main artists and name, by name', async () => {
    const { get } = catalogueOf([...picnic, ...others]);
    expect((await get('/albums')).json()).toEqual([
      { name: 'Mix', main_artists: ['Various Artists'] },
      { name: 'Picnic', main_artists: ['Anna'], artwork: 'M/p/1.mp3', year: 2016 },
      { name: 'Picnic', main_artists: ['Ben'], year: 1999 },
      { name: 'Zebra', main_artists: ['Ben'], year: 2001 },
    ]);
  });

  it('are listed newest first, in pages', async () => {
    const { names, get } = catalogueOf([...picnic, ...others]);
    expect(await names('/albums/recent')).toEqual(['Picnic', 'Zebra', 'Picnic', 'Mix']);
    expect(await names('/recent?offset=1&count=2')).toEqual(['Zebra', 'Picnic']);
    expect(await names('/albums/recent?offset=9')).toEqual([]);
    expect((await get('/albums/recent?count=x')).statusCode).toBe(400);
  });

  it('come in one order for one seed, so that pages do not repeat', async () => {
    const albums = Array.from({ length: 57 }, (_, at) => ({
      path: `M/${at}/1.mp3`,
      album: `A${at}`,
      artists: ['Anna'],
    }));
    const { names, get } = catalogueOf(albums);
    const seed = '9007199254740991';
    const paged = [
      ...(await names(`/albums/random?seed=${seed}`)),
      ...(await names(`/albums/random?seed=${seed}&offset=20&count=30`)),
      ...(await names(`/random?seed=${seed}&offset=50`)),
    ];
    expect(paged).toHaveLength(57);
    expect(new Set(paged)).toEqual(new Set(albums.map(({ album }) => album)));
    expect(await names(`/albums/random?seed=${seed}&count=57`)).toEqual(paged);
    expect(await names(`/albums/random?seed=4&count=57`)).not.toEqual(paged);
    expect(await names('/albums/random')).not.toEqual(await names('/albums/random'));
    expect(await names(`/albums/random?seed=18446744073709551615&count=3`)).toHaveLength(3);
    expect(await names(`/albums/random?seed=${seed}&offset=57`)).toEqual([]);
    for (const odd of ['-1', '18446744073709551616', '99999999999999999999', '1.5', '1e3', '', 'x'])
      expect([odd, (await get(`/albums/random?seed=${odd}`)).statusCode]).toEqual([odd, 400]);
    expect(await names(`/albums/random?seed=00${seed}&count=57`)).toEqual(paged);
  });

  it('open with their songs by disc and track', async () => {
    const { get } = catalogueOf([
      ...picnic,
      { path: 'M/p/b.mp3', album: 'Picnic', artists: ['Anna'], disc: 2, track: 1, year: 1970 },
      { path: 'M/p/a.mp3', album: 'Picnic', artists: ['Anna'] },
    ]);
    const album = (await get('/album/Picnic/by/Anna')).json<{ songs: { path: string }[] }>();
    expect(album.songs.map(({ path }) => path)).toEqual(['M/p/a.mp3', 'M/p/1.mp3', 'M/p/2.mp3', 'M/p/b.mp3']);
    expect(album).toMatchObject({ name: 'Picnic', main_artists: ['Anna'], year: 2016 });
  });

  it('are found by artists in their order and by names with slashes', async () => {
    const { get } = catalogueOf([
      { path: 'M/1.mp3', album: 'a/b/by/c', artists: ['x/y', 'B & C'] },
      { path: 'M/2.mp3', album: '50%', artists: ['Anna'] },
    ]);
    const by = `${encodeURIComponent('x/y')}%0C${encodeURIComponent('B & C')}`;
    const address = `/album/${encodeURIComponent('a/b/by/c')}/by`;
    expect((await get(`${address}/${by}`)).json()).toMatchObject({ name: 'a/b/by/c', songs: [{}] });
    expect((await get(`${address}/${by}%0CNobody`)).statusCode).toBe(200);
    expect((await get(`${address}/${encodeURIComponent('B & C')}%0Cx%2Fy`)).statusCode).toBe(404);
    expect((await get('/album/50%25/by/Anna/')).statusCode).toBe(200);
    for (const url of ['/album/50%25/by/Ben', '/album/none/by/Anna', '/album/50%25', '/album/50%25/by']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
  });
});

describe('artists', () => {
  it('are all who are named on songs, counted by what they did', async () => {
    const { get } = catalogueOf([...picnic, ...others]);
    const list = (await get('/artists')).json<{ name: string }[]>();
    expect(list.map(({ name }) => name)).toEqual(['Anna', 'Ben', 'Cleo', 'Dora', 'Eve']);
    expect(list[0]).toEqual({
      name: 'Anna',
      num_albums_as_performer: 1,
      num_albums_as_additional_performer: 0,
      num_albums_as_composer: 0,
      num_albums_as_lyricist: 1,
      num_songs_by_genre: { Pop: 5, Folk: 2 },
      num_songs: 5,
    });
    expect(list[1]).toMatchObject({
      num_albums_as_performer: 2,
      num_albums_as_additional_performer: 1,
      num_songs: 3,
    });
    expect(list[2]).toMatchObject({ num_albums_as_composer: 1, num_songs: 1 });
  });

  it('open with their albums by year and name, and their part in each song', async () => {
    const { get } = catalogueOf([
      ...picnic,
      ...others,
      { path: 'M/q/1.mp3', album: 'Quiet', artists: ['Ben'] },
    ]);
    const ben = (await get('/artist/Ben')).json<{ albums: { name: string; contributions: unknown[] }[] }>();
    expect(ben.albums.map(({ name }) => name)).toEqual(['Quiet', 'Picnic', 'Zebra', 'Picnic']);
    const played = { performer: true, composer: false, lyricist: false };
    expect(ben.albums[3]?.contributions).toEqual([{ ...played, performer: false }, played]);
    const cleo = (await get('/artist/Cleo')).json<{ albums: { contributions: unknown[] }[] }>();
    expect(cleo.albums[0]?.contributions[1]).toEqual({ performer: false, composer: true, lyricist: false });
    expect((await get('/artist/Nobody')).statusCode).toBe(404);
  });
});

describe('genres', () => {
  it('are those of albums, by name', async () => {
    const { names } = catalogueOf([...picnic, ...others]);
    expect(await names('/genres')).toEqual(['Folk', 'Jazz', 'Pop']);
  });

  it('open with what is near to them', async () => {
    const { get, names } = catalogueOf([...picnic, ...others]);
    const pop = (await get('/genre/Pop')).json<{
      main_artists: { name: string }[];
      recently_added: unknown[];
    }>();
    expect(pop).toMatchObject({
      name: 'Pop',
      related_genres: { Folk: 1 },
      recently_added: [{ name: 'Picnic', main_artists: ['Anna'] }],
    });
    expect(pop.main_artists.map(({ name }) => name)).toEqual(['Anna', 'Ben', 'Cleo', 'Dora']);
    expect(await names('/genre/Pop/albums')).toEqual(['Picnic']);
    expect(await names('/genre/Pop/artists/')).toEqual(['Anna', 'Ben', 'Cleo', 'Dora']);
    for (const url of ['/genre/None', '/genre/None/albums', '/genre/None/artists', '/genre/None/songs']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
    expect((await get('/genre/Pop/nothing')).statusCode).toBe(404);
  });

  it('list songs by artists, year, album, disc and track', async () => {
    const song = (path: string, rest: Partial<TestSong>): TestSong => ({
      path: `M/${path}`,
      genres: ['a/b'],
      ...rest,
    });
    const { get } = catalogueOf([
      song('f', { artists: ['Ben'], year: 1990, album: 'X' }),
      song('e', { artists: ['Anna', 'Ben'], year: 1990 }),
      song('d', { artists: ['Anna'], year: 2001, album: 'B', disc: 2, track: 1 }),
      song('c', { artists: ['Anna'], year: 2001, album: 'B', disc: 1, track: 9 }),
      song('b2', { artists: ['Anna'], year: 2001, album: 'A', track: 10 }),
      song('b1', { artists: ['Anna'], year: 2001, album: 'A', track: 2 }),
      song('b0', { artists: ['Anna'], year: 2001 }),
      song('a', { artists: ['Anna'], album: 'Z' }),
      song('0', {}),
    ]);
    const list = (await get('/genre/a%2Fb/songs')).json<{ paths: string[]; first_songs: unknown[] }>();
    expect(list.paths.map((path) => path.slice(2))).toEqual(['0', 'a', 'b0', 'b1', 'b2', 'c', 'd', 'e', 'f']);
    expect(list.first_songs).toHaveLength(9);
  });
});

describe('a collection that changes', () => {
  it('is shown as it is after the change was told', async () => {
    const { library, events, names } = catalogueOf(picnic);
    expect(await names('/albums')).toEqual(['Picnic']);
    library.addSongs(others);
    events.emit('collection-changed', { revision: 2 });
    expect(await names('/albums')).toHaveLength(4);
    library.loseSong('M/o/5.mp3');
    events.emit('collection-changed', { revision: 3 });
    expect(await names('/albums')).not.toContain('Mix');
  });

  it('is empty without songs', async () => {
    const { get } = catalogueOf([]);
    for (const url of ['/albums', '/albums/random', '/albums/recent', '/artists', '/genres']) {
      expect([url, (await get(url)).json()]).toEqual([url, []]);
    }
  });
});

it('all songs are read by an index, without sorting', () => {
  const { library } = catalogueOf([]);
  const plan = library.raw
    .prepare<[number, number], { detail: string }>(`EXPLAIN QUERY PLAN ${catalogueStatements.songsAfter}`)
    .all(0, 1)
    .map((step) => step.detail);
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
});
