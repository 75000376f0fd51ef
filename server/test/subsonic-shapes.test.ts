import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls, emptyAnswers } from '../src/features/subsonic/calls.ts';
import {
  addApp,
  createApp,
  elementOfJson,
  type Json,
  parseXml,
  type TestApp,
  type Wanted,
} from './subsonic-app.ts';
import { faultsOfBody, spoilings } from './subsonic-schema.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let app: TestApp;
/** Ids of things that there are, by the words that the table below has for them. */
const ids: Record<string, string> = {};

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

beforeAll(async () => {
  server = await startWholeServer();
  const music = join(server.folder, 'music');
  await library()
    .album('Picnic', 3, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben', genre: 'Folk', year: 2001 })
    .song('top.mp3')
    .writeTo(music);
  writeFileSync(join(music, 'top.lrc'), '[00:01.00]one\n[00:02.50]two\n');
  await server.createUser('root');
  const token = server.mint('root');
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  await vi.waitFor(
    async () => expect(await status()).toMatchObject({ song_count: 6, is_scanning: false }),
    patience,
  );
  app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true, maxBitRate: 320 }));
  await makeEverything();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Named extends Json {
  readonly id: string;
  readonly path: string;
  readonly parent: string;
  readonly albumId: string;
  readonly artistId: string;
}

/** One of each of what people make, so that no list is empty. */
const makeEverything = async (): Promise<void> => {
  const { song } = await app.get<{ song: Named[] }>(
    'search3',
    { query: '', songCount: 500 },
    'searchResult3',
  );
  const [first, second] = song.filter(({ path }) => path.includes('Picnic'));
  const top = song.find(({ path }) => path.endsWith('top.mp3'));
  Object.assign(ids, {
    song: first?.id,
    album: first?.albumId,
    artist: first?.artistId,
    folder: first?.parent,
    worded: top?.id,
  });
  for (const id of ['song', 'album', 'artist', 'folder'].map((name) => ids[name] ?? '')) {
    await app.get('star', { id });
    await app.get('setRating', { id, rating: 4 });
  }
  await app.get('scrobble', { id: [first?.id ?? '', second?.id ?? ''] });
  await app.get('scrobble', { id: first?.id, submission: false });
  await app.get('createBookmark', { id: first?.id, position: 1200, comment: 'here' });
  await app.get('savePlayQueue', {
    id: [first?.id ?? '', second?.id ?? ''],
    current: first?.id,
    position: 7,
  });
  await app.get('createInternetRadioStation', {
    ...{ name: 'Jazz', streamUrl: 'https://radio.example/jazz', homepageUrl: 'https://radio.example' },
  });
  const made = await app.get<{ id: string }>(
    'createPlaylist',
    { name: 'Walk', songId: [first?.id ?? '', second?.id ?? ''] },
    'playlist',
  );
  ids['playlist'] = made.id;
};

/** What makes each call answer something. A text that begins with a sign for ids stands for one. */
const asked: Readonly<Record<string, Wanted>> = {
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
const bodyOf = (name: string) =>
  name === 'getTranscodeDecision' ? { json: { directPlayProfiles: [{ containers: ['mp3'] }] } } : {};

/** Calls whose answers are looked at elsewhere: they make or take away what there is one of. */
const elsewhere = [
  'updateInternetRadioStation',
  'deleteInternetRadioStation',
  'createPlaylist',
  'deletePlaylist',
];

const filled = (wanted: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('#') ? ids[value.slice(1)] : value,
    ]),
  );

/** Random order and the clock are in no other answer. */
const changing = new Set([
  'getRandomSongs',
  'getSimilarSongs',
  'getSimilarSongs2',
  'startScan',
  'getScanStatus',
  'getNowPlaying',
]);

const bodies = Object.entries(calls).filter(([, { answer }]) => answer !== 'bytes');

describe('every answer', () => {
  it('is looked at', () => {
    const names = bodies.map(([name]) => name).filter((name) => !elsewhere.includes(name));
    expect(names.filter((name) => !Object.hasOwn(asked, name))).toEqual([]);
  });

  it.each(Object.keys(asked))('of %s is what the protocol says, in every format', async (name) => {
    const wanted = filled(asked[name] ?? {});
    const { body, text } = await app.ask(name, wanted, bodyOf(name));
    expect([body['error'], faultsOfBody(body)]).toEqual([undefined, []]);
    const { answer } = calls[name as keyof typeof calls];
    const keys = Object.keys(body).filter((key) => typeof body[key] === 'object');
    expect(keys).toEqual(answer === null ? [] : [(answer as { key: string }).key]);
    if (changing.has(name) || /^(?:create|save|update|report)/.test(name)) return;
    const wrapped = await app.ask(name, { ...wanted, callback: 'got' }, { ...bodyOf(name), format: 'jsonp' });
    const xml = parseXml((await app.ask(name, wanted, { ...bodyOf(name), format: 'xml' })).text);
    const { xmlns: _, ...attributes } = xml.attributes;
    expect(wrapped.text).toBe(`got(${text});`);
    expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', body));
  });

  it('about what there is none of is empty and whole', async () => {
    for (const name of Object.keys(emptyAnswers)) {
      const { body } = await app.ask(name);
      expect([name, body['status']]).toEqual([name, 'ok']);
      expect(body).toMatchObject(emptyAnswers[name as keyof typeof emptyAnswers]);
    }
  });

  const nobody = 'tr-0000000000000000000000';
  it.each<[string, Wanted, number]>([
    ['getSong', {}, 10],
    ['getSong', { id: nobody }, 70],
    ['getSong', { id: '../..' }, 70],
    ['getAlbum', { id: nobody }, 70],
    ['getArtist', { id: '' }, 10],
    ['getMusicDirectory', { id: '99' }, 70],
    ['getAlbumList2', {}, 10],
    ['getAlbumList2', { type: 'byYear' }, 10],
    ['getAlbumList2', { type: 'none' }, 0],
    ['getAlbumList2', { type: 'newest', size: -1 }, 0],
    ['getAlbumList2', { type: 'newest', size: 'many' }, 0],
    ['setRating', { id: '#song', rating: 6 }, 0],
    ['star', {}, 10],
    ['star', { id: nobody }, 70],
    ['getPlaylist', { id: nobody }, 70],
    ['savePlayQueueByIndex', { id: '#song' }, 10],
    ['getUser', { username: 'nobody' }, 70],
    ['jukeboxControl', { action: 'start' }, 50],
    ['createUser', { username: 'x' }, 50],
    ['getCoverArt', { id: nobody }, 70],
    ['stream', {}, 10],
  ])('of %s with %j is refused with %i, whole', async (name, wanted, code) => {
    const answer = await app.ask(name, filled(wanted));
    expect([answer.status, answer.code, faultsOfBody(answer.body)]).toEqual([200, code, []]);
  });
});

describe('an answer that is spoilt', () => {
  it('is told from one that is right, whatever is null, of another type, or no list', async () => {
    let count = 0;
    for (const name of [
      'getAlbum',
      'getArtists',
      'getPlaylist',
      'getPlayQueue',
      'getUser',
      'getLyricsBySongId',
    ]) {
      const { body } = await app.ask(name, filled(asked[name] ?? {}));
      for (const { what, body: spoilt } of spoilings(body)) {
        count += 1;
        expect([name, what, faultsOfBody(spoilt).length > 0]).toEqual([name, what, true]);
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it.each(['id', 'parent', 'isDir', 'title', 'album', 'artist', 'size', 'suffix', 'duration', 'created'])(
    'is told when a song has no %s',
    async (key) => {
      const { body } = await app.ask('getSong', filled(asked['getSong'] ?? {}));
      const { [key]: _, ...song } = body['song'] as Json;
      expect(faultsOfBody({ ...body, song })).toEqual([`song.${key}: missing`]);
    },
  );

  it('is told when it has what nobody knows, an empty date, or an error that is none', async () => {
    const { body } = await app.ask('getSong', filled(asked['getSong'] ?? {}));
    const song = body['song'] as Json;
    expect(faultsOfBody({ ...body, song: { ...song, colour: 'red' } })).toEqual(['song.colour: unknown']);
    expect(faultsOfBody({ ...body, song: { ...song, played: '' } })).toEqual(['song.played: no d']);
    expect(faultsOfBody({ ...body, error: { code: 70, message: 'No.' } })).toEqual(['error']);
    const failed = (await app.ask('getSong')).body;
    expect(faultsOfBody({ ...failed, error: { code: '10', message: 'No.' } })).toEqual(['error.code: no i']);
  });
});
