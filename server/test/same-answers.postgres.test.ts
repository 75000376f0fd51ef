import { type Endpoint, type EndpointName, endpoints } from '@tonearm/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../src/features/subsonic/calls.ts';
import { type Answer, type Call, type Pair, type Side, signIn, startPair } from './both-databases.ts';
import { createApp, type TestApp, type Wanted } from './subsonic-app.ts';
import { asked as askedOfApps, filledWith, jsonOf } from './subsonic-asked.ts';
import {
  accounts,
  corrections,
  installation,
  type Known,
  people,
  playlists,
  plays,
} from './what-people-write.ts';

/*
 * The same is written into a server over SQLite and one over PostgreSQL, and then everything that can be read is read
 * from both: status, headers and bytes are the same.
 */

let pair: Pair;
let known: Known;
beforeAll(async () => {
  pair = await startPair();
  const songs = json<{ path: string }[]>((await pair.both({ path: 'api/flatten' }))[0]);
  known = {
    songs: songs.map(({ path }) => path),
    albums: await idsOf('api/music/albums'),
    artists: await idsOf('api/music/artists'),
  };
});
afterAll(() => pair[Symbol.asyncDispose]());

const json = <Value>({ body }: Answer): Value => JSON.parse(body.toString()) as Value;
const part = (text: string): string => encodeURIComponent(text);

/** What is drawn anew for every call, and what each process has of its own: when it scanned, and how often. */
const own = [
  /("?(?:token|media_token|secret|request_id|lastScan)"?[:=])"[^"]*"/g,
  /("?(?:started_at|finished_at|last_start_time|last_end_time|lastModified|playerId|free_bytes)"?[:=])"?\d+"?/g,
  /("song_count":\d+,"revision":)\d+/g,
];

/** A song in one process alone is told apart by its file's numbers on the disk, which other machines do not have. */
const isOfTheDisk = (what: string): boolean => what.includes(': api/audio/');

const shownOf = (what: string, { status, headers: { etag = '', ...headers }, body }: Answer) => {
  const isText = /json|text|xml/.test(headers['content-type'] ?? '');
  return {
    status,
    headers,
    etag: isOfTheDisk(what) ? /^"[\w-]{22}"$/.test(etag) : etag,
    body: isText
      ? own.reduce((text, each) => text.replaceAll(each, '$1…'), body.toString())
      : body.toString('base64'),
  };
};

const expectSame = (what: string, [one, two]: readonly [Answer, Answer]): void =>
  expect.soft(shownOf(what, two), what).toEqual(shownOf(what, one));

const idsOf = async (path: string): Promise<string[]> =>
  json<{ id: string }[]>((await pair.both({ path }))[0]).map(({ id }) => id);

const writeTo = async (list: readonly Call[]): Promise<void> => {
  for (const call of list) {
    pair.tick();
    expectSame(`${call.method} ${call.path}`, await pair.both(call));
  }
};

/** What is asked of a call that takes a parameter or a query, behind its address; the others are asked as they are. */
const wantedOf = (
  { songs, albums, artists }: Known,
  genre: string,
): Partial<Record<EndpointName, readonly string[]>> => {
  const [song = ''] = songs;
  const folders = ['', '/Music', '/Music/Anna', '/Music/nothing', `/${part(song)}`];
  const lists = ['Walk', 'walk', 'Älter', 'Zu\u00df', '10', 'nine', 'a/b %', 'empty', 'Added', 'nothing'].map(
    part,
  );
  const pages = ['', '?limit=3', '?offset=2&limit=3', '?offset=900'];
  return {
    ...{ browse: folders, flatten: [...folders, '?limit=5&offset=2'], browseV8: folders, flattenV8: folders },
    ...{
      folderFaces: folders,
      recent: pages,
      recentV8: ['?seed=1'],
      randomV8: ['?seed=1'],
      random: ['?limit=0'],
    },
    search: [
      '/picnic',
      '/p',
      `/${part('zoë')}`,
      '/nothing%20there',
      '/%E2%80%9C',
      `/${part('year > 2000 && genre % folk')}`,
    ],
    searchV8: ['/picnic', `/${part('artist = Annette')}`, `/${part('(')}`],
    ...{ randomAlbums: ['?seed=1'], recentAlbums: pages, listAlbums: [''], getHome: ['?seed=7'] },
    getAlbum: [`/Rain/by/Ben`, '/Neu/by/Annette', '/nothing/by/nobody'],
    ...{
      getArtist: ['/Ben', '/Annette', '/nobody'],
      getGenre: ['/Folk', '/nothing'],
      getGenreAlbums: ['/Folk'],
    },
    ...{ getGenreArtists: ['/Folk'], getGenreSongs: ['/Folk', `/${part('Rock & Roll')}`] },
    listMusicAlbums: [
      '',
      '?order=title',
      '?order=rating',
      '?order=plays',
      '?order=starred',
      '?order=played',
      '?limit=2',
      '?order=random&seed=3',
    ],
    getMusicAlbum: [...albums.map((id) => `/${id}`), '/nothing'],
    getMusicArtist: [...artists.map((id) => `/${id}`), '/nothing'],
    ...{
      listWorks: artists.map((id) => `/${id}`),
      getWork: artists.slice(0, 1).map((id) => `/${id}?name=x`),
    },
    ...{ listMusicGenres: ['', '?order=songs'], getMusicGenre: [`/${genre}`], listGenreSongs: [`/${genre}`] },
    getSongDetails: songs.map((path) => `/${part(path)}`),
    getLyrics: songs.slice(0, 2).map((path) => `/${part(path)}`),
    ...{ listFavouriteSongs: [...pages, '?order=rating', '?order=plays', '?order=recent', '?order=name'] },
    ...{
      listFavouriteAlbums: ['', '?order=rating', '?order=name'],
      listFavouriteArtists: ['', '?order=name'],
    },
    getPlaylist: lists.flatMap((name) => pages.map((page) => `/${name}${page}`)),
    ...{
      getPlaylistEntries: lists.map((name) => `/${name}`),
      getPlaylistState: lists.map((name) => `/${name}`),
    },
    getPlaylistV8: lists.map((name) => `/${name}`),
    findSongs: [
      'picnic',
      'rating >= 4',
      'starred',
      'plays > 1',
      'lastplayed:2023',
      '-starred',
      'rating >= (',
    ].map((query) => `?query=${part(query)}`),
    findGroups: ['an', 'walk', 'äpfel', 'zoe'].map((query) => `?query=${part(query)}`),
    suggestQuery: ['ra', 'genre:f', 'artist:a'].map((query) => `?query=${part(query)}`),
    audio: songs.slice(0, 2).map((path) => `/${part(path)}`),
    thumbnail: [`/${part(song)}?size=small`, `/${part(song.slice(0, song.lastIndexOf('/')))}`],
    ...{ getPeaks: [`/${part(song)}`], getWaveform: [`/${part(song)}`], history: pages, listOutbox: pages },
  };
};

/** What is not asked, and why. */
const notAsked: Partial<Record<EndpointName, string>> = {
  linkToken: 'is drawn',
  link: 'takes a token that is drawn',
  linkServiceByPage: 'takes a token that is drawn',
  scanEvents: 'does not end',
  getLog: 'is of the process',
  getDiagnostics: 'is of the process',
  getBackups: 'names the data folder',
};

const readsOf = (
  [name, { method, path, version }]: [EndpointName, Endpoint],
  wanted: readonly string[],
): Call[] =>
  method !== 'GET' || notAsked[name] !== undefined
    ? []
    : wanted.map((more) => ({
        path: `api${path.replace(/\/?\{.*$/, '')}${more}`,
        ...(version === undefined ? {} : { headers: { 'accept-version': String(version) } }),
      }));

/** Reads that are told in a body. */
const askedInBodies = ({ songs, albums, artists }: Known): Call[] =>
  [
    { path: 'songs', body: { paths: [...songs, 'Music/nothing.mp3'] }, headers: { 'accept-version': '8' } },
    { path: 'annotations', body: { songs, albums, artists } },
    { path: 'music/links', body: { paths: songs } },
    { path: 'sound_facts', body: { paths: songs } },
  ].map(({ path, ...call }) => ({ ...call, method: 'POST', path: `api/${path}` }));

const writeEverything = async (): Promise<void> => {
  await writeTo(accounts());
  for (const side of pair.sides) for (const name of ['ben', 'Zoë']) await signIn(side, name);
  await writeTo(installation());
  await writeTo(corrections(known));
  await pair.untilBoth('api/music/artists', (text) => text.includes('Annette'));
  await pair.untilBoth('api/music/albums', (text) => text.includes('Neu'));
  await pair.untilBoth('api/flatten', (text) => text.includes('Anders'));
  await writeTo(playlists(known));
  await writeTo(people(known));
  await writeTo(plays(known));
};

it('answers the same to the same writes, and then to every read of versions 7 and 8', async () => {
  await writeEverything();
  const [genre = ''] = await idsOf('api/music/genres');
  const wanted = wantedOf(known, genre);
  const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap((entry) => {
    const isWhole = !entry[1].path.includes('{');
    const asked = wanted[entry[0]] ?? (isWhole ? [''] : undefined);
    if (asked === undefined && entry[1].method === 'GET' && notAsked[entry[0]] === undefined)
      throw new Error(`${entry[0]} is asked nothing`);
    return readsOf(entry, asked ?? []);
  });
  expect(reads.length).toBeGreaterThan(200);
  let bytes = 0;
  for (const as of ['anna', 'ben', 'nobody'])
    for (const call of [...reads, ...askedInBodies(known)]) {
      const answers = await pair.both({ ...call, as });
      expectSame(`${as}: ${call.path} ${call.headers?.['accept-version'] ?? ''}`, answers);
      bytes += answers[0].body.length;
    }
  // They say something.
  expect(bytes).toBeGreaterThan(300_000);
});

/** An app of each side. */
const addApps = (): Promise<TestApp[]> =>
  Promise.all(
    pair.sides.map(async (side: Side) => {
      const body = { name: 'Test', may_administer: true, max_bit_rate: 320 };
      const answer = await side.send({ method: 'POST', path: 'api/apps', body });
      return createApp(side.address, { username: 'anna', ...json<{ secret: string }>(answer) });
    }),
  );

/** What calls are asked that {@link askedOfApps} has not. */
const moreOfApps: Readonly<Record<string, Wanted>> = {
  stream: { id: '#song', maxBitRate: 0 },
  download: { id: '#song' },
  getCoverArt: { id: '#album', size: 80 },
  getAvatar: { username: 'anna' },
  createPlaylist: { name: 'From an app', songId: '#song' },
  getStarred: {},
  getAlbumList2: { type: 'highest', size: 50 },
  getAlbumList: { type: 'frequent', size: 50 },
  updateInternetRadioStation: { id: 'ir-nothing', streamUrl: 'https://radio.example/x', name: 'X' },
  deleteInternetRadioStation: { id: 'ir-nothing' },
};

it('answers the same to every call of apps, as JSON and as XML', async () => {
  const apps = await addApps();
  const [app] = apps as [TestApp];
  const { song } = await app.get<{
    song: { id: string; albumId: string; artistId: string; parent: string }[];
  }>('search3', { query: '', songCount: 500 }, 'searchResult3');
  const [first, second] = song;
  const { playlist } = await app.get<{ playlist: { id: string }[] }>('getPlaylists', {}, 'playlists');
  const ids: Record<string, string> = {
    ...{ song: first?.id ?? '', album: first?.albumId ?? '', artist: first?.artistId ?? '' },
    ...{ folder: first?.parent ?? '', worded: second?.id ?? '', playlist: playlist[0]?.id ?? '' },
  };
  // Random ones are others for everybody.
  const names = Object.keys(calls).filter((name) => !/Random|Similar/.test(name));
  for (const name of names) {
    const wanted = filledWith(ids, moreOfApps[name] ?? askedOfApps[name] ?? {});
    for (const format of ['json', 'xml'] as const) {
      pair.tick();
      const answers = await Promise.all(
        apps.map(async (each): Promise<Answer> => {
          const response = await each.fetch(name, wanted, { format, scheme: 'key', ...jsonOf(name) });
          const body = Buffer.from(await response.arrayBuffer());
          const type = response.headers.get('content-type') ?? '';
          return { status: response.status, headers: { 'content-type': type }, body };
        }),
      );
      expectSame(`${name} as ${format}`, answers as [Answer, Answer]);
    }
  }
});
