import { type Endpoint, type EndpointName, endpoints } from '@tonearm/contract';
import type { Call } from './both-databases.ts';
import type { TestApp, Wanted } from './subsonic-app.ts';
import { asked as askedOfApps } from './subsonic-asked.ts';
import type { Known } from './what-people-write.ts';

/*
 * Every call that reads, with what it is asked: for tests that hold all of them against something.
 */

const part = (text: string): string => encodeURIComponent(text);

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

/** Every read of versions 7 and 8. @throws Error for a call that nothing is asked of, and nobody has said why */
export const everyRead = (known: Known, genre: string): Call[] => {
  const wanted = wantedOf(known, genre);
  return (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap((entry) => {
    const isWhole = !entry[1].path.includes('{');
    const asked = wanted[entry[0]] ?? (isWhole ? [''] : undefined);
    if (asked === undefined && entry[1].method === 'GET' && notAsked[entry[0]] === undefined)
      throw new Error(`${entry[0]} is asked nothing`);
    return readsOf(entry, asked ?? []);
  });
};

/** Reads that are told in a body. */
export const askedInBodies = ({ songs, albums, artists }: Known): Call[] =>
  [
    { path: 'songs', body: { paths: [...songs, 'Music/nothing.mp3'] }, headers: { 'accept-version': '8' } },
    { path: 'annotations', body: { songs, albums, artists } },
    { path: 'music/links', body: { paths: songs } },
    { path: 'sound_facts', body: { paths: songs } },
  ].map(({ path, ...call }) => ({ ...call, method: 'POST', path: `api/${path}` }));

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

/** What a call of apps is asked. A text that begins with a sign for ids stands for one. */
export const wantedOfApps = (name: string): Wanted => moreOfApps[name] ?? askedOfApps[name] ?? {};

/** What the signs for ids stand for. */
export const idsOfApps = async (app: TestApp): Promise<Record<string, string>> => {
  const { song } = await app.get<{
    song: { id: string; albumId: string; artistId: string; parent: string }[];
  }>('search3', { query: '', songCount: 500 }, 'searchResult3');
  const [first, second] = song;
  const { playlist } = await app.get<{ playlist: { id: string }[] }>('getPlaylists', {}, 'playlists');
  return {
    ...{ song: first?.id ?? '', album: first?.albumId ?? '', artist: first?.artistId ?? '' },
    ...{ folder: first?.parent ?? '', worded: second?.id ?? '', playlist: playlist[0]?.id ?? '' },
  };
};
