import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flacWith, library } from '@tonearm/testkit';
import { addApp, createApp, type Json, type TestApp, type Wanted } from './subsonic-app.ts';
import { scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** A server with a bit of everything, and an app that knows what to ask of it. */
export interface AskedServer {
  readonly server: WholeServer;
  readonly app: TestApp;
  /** Parameters with ids in the place of words that stand for them. */
  readonly filled: (wanted: Wanted) => Wanted;
}

/** A movement of a work, as Picard writes it. */
const composed = [
  ...['TITLE=Gigue', 'ARTIST=Anna', 'ALBUM=Suites', 'WORK=Suite in D', 'MOVEMENTNAME=Gigue', 'MOVEMENT=6'],
  ...['MOVEMENTTOTAL=7', 'GROUPING=Baroque', 'MUSICBRAINZ_WORKID=6e1d2a8e-1f5b-4b0e-8f0a-3c1d9d3b7a11'],
];

/** Starts one: albums, a song without, timed words, and one of each of what people make. */
export const startAsked = async (
  wanted: Parameters<typeof startWholeServer>[0] = {},
): Promise<AskedServer> => {
  const server = await startWholeServer(wanted);
  const music = join(server.folder, 'music');
  await library()
    .album('Picnic', 3, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben', genre: 'Folk', year: 2001 })
    .song('top.mp3')
    .writeTo(music);
  // Of a work, in tags that the songs above do not have.
  writeFileSync(join(music, 'gigue.flac'), flacWith(composed));
  writeFileSync(
    join(music, 'top.lrc'),
    '[offset:-250]\n[00:01.00]<00:01.0>Où <00:01.5>one<00:02.0>\n[00:02.50]two\n',
  );
  await server.createUser('root');
  await scanMusic(server, 7);
  const app = createApp(
    server.address,
    await addApp(server, 'root', { mayAdminister: true, maxBitRate: 320 }),
  );
  const ids = await makeEverything(app);
  return { server, app, filled: (wanted) => filledWith(ids, wanted) };
};

interface Named extends Json {
  readonly id: string;
  readonly path: string;
  readonly parent: string;
  readonly albumId: string;
  readonly artistId: string;
}

/** One of each of what people make, so that no list is empty. */
const makeEverything = async (app: TestApp): Promise<Readonly<Record<string, string>>> => {
  const { song } = await app.get<{ song: Named[] }>(
    'search3',
    { query: '', songCount: 500 },
    'searchResult3',
  );
  const [first, second] = song.filter(({ path }) => path.includes('Picnic'));
  const other = song.find(({ path }) => path.includes('Rain'));
  const gigue = song.find(({ path }) => path.endsWith('gigue.flac'));
  const top = song.find(({ path }) => path.endsWith('top.mp3'));
  if (first === undefined || other === undefined || top === undefined || gigue === undefined)
    throw new Error('the songs are not there');
  const ids = { song: first.id, album: first.albumId, artist: first.artistId, folder: first.parent };
  for (const id of Object.values(ids)) {
    await app.get('star', { id });
    await app.get('setRating', { id, rating: 4 });
  }
  await app.get('scrobble', { id: [first.id, second?.id ?? ''] });
  await app.get('scrobble', { id: first.id, submission: false });
  await app.get('createBookmark', { id: first.id, position: 1200, comment: 'here' });
  await app.get('savePlayQueue', {
    id: [first.id, second?.id ?? ''],
    current: first.id,
    position: 7,
  });
  await app.get('createInternetRadioStation', {
    ...{ name: 'Jazz', streamUrl: 'https://radio.example/jazz', homepageUrl: 'https://radio.example' },
  });
  const made = await app.get<{ id: string }>(
    'createPlaylist',
    { name: 'Walk', songId: [first.id, second?.id ?? ''] },
    'playlist',
  );
  return { ...ids, worded: top.id, other: other.artistId, composed: gigue.id, playlist: made.id };
};

/** What makes each call answer something. A text that begins with a sign for ids stands for one. */
export const asked: Readonly<Record<string, Wanted>> = {
  ping: {},
  getLicense: {},
  getOpenSubsonicExtensions: {},
  tokenInfo: {},
  getUser: { username: 'root' },
  getUsers: {},
  getScanStatus: {},
  startScan: {},
  getMusicFolders: {},
  getIndexes: {},
  getMusicDirectory: { id: '#folder' },
  getGenres: {},
  getArtists: {},
  getArtist: { id: '#artist' },
  getAlbum: { id: '#album' },
  getSong: { id: '#song' },
  getArtistInfo: { id: '#artist' },
  getArtistInfo2: { id: '#artist' },
  getAlbumInfo: { id: '#album' },
  getAlbumInfo2: { id: '#album' },
  getAlbumList: { type: 'newest' },
  getAlbumList2: { type: 'newest' },
  getRandomSongs: {},
  getSongsByGenre: { genre: 'Folk' },
  search: { any: 'picnic' },
  search2: { query: 'picnic' },
  search3: { query: '' },
  star: { id: '#song' },
  unstar: { id: '#worded' },
  setRating: { id: '#song', rating: 4 },
  getStarred: {},
  getStarred2: {},
  scrobble: { id: '#worded', submission: false },
  reportPlayback: { mediaId: '#song', mediaType: 'song', positionMs: 0, state: 'playing' },
  getNowPlaying: {},
  getTopSongs: { id: '#artist' },
  getSimilarSongs: { id: '#song' },
  getSimilarSongs2: { id: '#song' },
  getLyrics: { artist: 'Anna', title: 'nothing of hers' },
  getLyricsBySongId: { id: '#worded' },
  getBookmarks: {},
  createBookmark: { id: '#song', position: 1200, comment: 'here' },
  deleteBookmark: { id: '#worded' },
  getPlayQueue: {},
  savePlayQueue: { id: '#song', current: '#song' },
  getPlayQueueByIndex: {},
  savePlayQueueByIndex: { id: '#song', currentIndex: 0 },
  getTranscodeDecision: { mediaId: '#song', mediaType: 'song' },
  getInternetRadioStations: {},
  createInternetRadioStation: { name: 'Folk', streamUrl: 'https://radio.example/folk' },
  getPlaylists: {},
  getPlaylist: { id: '#playlist' },
  updatePlaylist: { playlistId: '#playlist', comment: 'a walk' },
};

/** What comes in the body of a call. */
export const jsonOf = (name: string) =>
  name === 'getTranscodeDecision' ? { json: { directPlayProfiles: [{ containers: ['mp3'] }] } } : {};

/** Puts ids in the place of words that stand for them. */
export const filledWith = (ids: Readonly<Record<string, string>>, wanted: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('#') ? ids[value.slice(1)] : value,
    ]),
  );
