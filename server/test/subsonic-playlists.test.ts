import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addApp, createApp, elementOfJson, type Json, parseXml, type TestApp } from './subsonic-app.ts';
import { scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let anna: TestApp;
let ben: TestApp;
let root: TestApp;
let songs: string[];

beforeAll(async () => {
  server = await startWholeServer();
  const music = join(server.folder, 'music');
  await library().album('Picnic', 5, { artist: 'Anna', cover: 'Folder.jpg' }).writeTo(music);
  await server.createUser('root');
  const token = server.mint('root');
  for (const name of ['anna', 'ben']) await server.createUser(name, token);
  await scanMusic(server, 5);
  anna = createApp(server.address, await addApp(server, 'anna'));
  ben = createApp(server.address, await addApp(server, 'ben'));
  root = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
  const all = await anna.get<{ song: { id: string; title: string }[] }>(
    'search3',
    { query: '', songCount: 10 },
    'searchResult3',
  );
  songs = all.song.map(({ id }) => id);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Playlist extends Json {
  readonly id: string;
  readonly name: string;
  readonly entry: { id: string; duration: number }[];
}

const make = (app: TestApp, name: string, songId: readonly string[] = []) =>
  app.get<Playlist>('createPlaylist', { name, songId }, 'playlist');
const open = (app: TestApp, id: string) => app.get<Playlist>('getPlaylist', { id }, 'playlist');
const idsOf = ({ entry }: Playlist): string[] => entry.map(({ id }) => id);
const list = async (app: TestApp, wanted = {}): Promise<Playlist[]> =>
  (await app.get<{ playlist: Playlist[] }>('getPlaylists', wanted, 'playlists')).playlist;
const asAnna = (target: string, body?: unknown) => server.call(target, { token: server.mint('anna'), body });

const pick = (...places: number[]): string[] => places.map((place) => songs[place] ?? '');

describe('playlists of apps', () => {
  it('are the same that the product has', async () => {
    const made = await make(anna, 'Road', pick(0, 1, 0));
    expect(idsOf(made)).toEqual(pick(0, 1, 0));
    expect(made).toMatchObject({
      id: expect.stringMatching(/^pl-[0-9A-Za-z]{22}$/) as string,
      ...{ name: 'Road', owner: 'anna', public: false, readonly: false, songCount: 3, allowedUser: [] },
      duration: made.entry.reduce((sum, { duration }) => sum + duration, 0),
      coverArt: expect.stringMatching(/^pl-\w{22}_[0-9a-f]{8}$/) as string,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(made).not.toHaveProperty('comment');
    expect(JSON.parse((await asAnna('GET api/playlist/Road')).text)).toHaveLength(3);
    expect(
      (await anna.ask('getCoverArt', { id: made['coverArt'] as string })).headers.get('content-type'),
    ).toBe('image/jpeg');

    await asAnna('PUT api/playlist/Mine', { tracks: ['Music/nothing.mp3'] });
    expect((await list(anna)).map(({ name, songCount }) => [name, songCount])).toEqual([
      ['Mine', 0],
      ['Road', 3],
    ]);
    await asAnna('POST api/playlist_rename/Road', { new_name: 'Street' });
    expect((await open(anna, made.id)).name).toBe('Street');
    await anna.get('deletePlaylist', { id: made.id });
    expect((await anna.ask('getPlaylist', { id: made.id })).code).toBe(70);
    await asAnna('DELETE api/playlist/Mine');
    expect(await list(anna)).toEqual([]);
  });

  it('are never overwritten by one of the same name, but by their id', async () => {
    const first = await make(anna, 'Twice', pick(0));
    const second = await make(anna, 'Twice', pick(1));
    expect([second.name, idsOf(await open(anna, first.id))]).toEqual(['Twice (2)', pick(0)]);
    const replaced = await anna.get<Playlist>(
      'createPlaylist',
      { playlistId: first.id, name: 'Once', songId: pick(2, 3) },
      'playlist',
    );
    expect([replaced.id, replaced.name, idsOf(replaced)]).toEqual([first.id, 'Once', pick(2, 3)]);
    const emptied = await anna.get<Playlist>('createPlaylist', { playlistId: first.id }, 'playlist');
    expect([emptied.name, emptied.entry]).toEqual(['Once', []]);
    for (const { id } of [first, second]) await anna.get('deletePlaylist', { id });
  });

  it('are changed by places of what is shown, all at once', async () => {
    await asAnna('PUT api/playlist/Gaps', {
      tracks: ['Music/away.mp3', ...(await pathsOf(0, 1)), 'Music/gone.mp3', ...(await pathsOf(2))],
    });
    const id = (await list(anna))[0]?.id ?? '';
    const shown = await open(anna, id);
    expect([idsOf(shown), shown['songCount']]).toEqual([pick(0, 1, 2), 3]);
    await anna.get('updatePlaylist', {
      playlistId: id,
      ...{ name: 'Filled', comment: 'a < b', public: 'true' },
      songIndexToRemove: [1, 2, 2, 77, -1],
      songIdToAdd: pick(4, 4),
    });
    const changed = await open(anna, id);
    expect(changed).toMatchObject({ name: 'Filled', comment: 'a < b', public: true });
    expect(idsOf(changed)).toEqual(pick(0, 4, 4));
    const stored = JSON.parse((await asAnna('GET api/playlist_entries/Filled')).text) as string[];
    expect(stored).toEqual([
      'Music/away.mp3',
      ...(await pathsOf(0)),
      'Music/gone.mp3',
      ...(await pathsOf(4, 4)),
    ]);

    const unknown = {
      playlistId: id,
      comment: 'no',
      songIdToAdd: [songs[0] ?? '', 'tr-0000000000000000000000'],
    };
    expect((await anna.ask('updatePlaylist', unknown)).code).toBe(70);
    expect(await open(anna, id)).toEqual(changed);
    await anna.get('updatePlaylist', { playlistId: id, comment: '', public: 0 });
    const plain = await open(anna, id);
    expect([plain['comment'], plain['public'], plain.name]).toEqual([undefined, false, 'Filled']);
    await anna.get('deletePlaylist', { id });
  });

  it('of others are seen where they are public, and left alone', async () => {
    const secret = await make(anna, 'Secret', pick(0));
    const open_ = await make(anna, 'Open', pick(1));
    await anna.get('updatePlaylist', { playlistId: open_.id, public: true });
    await make(ben, 'Zoo');
    expect((await list(ben)).map(({ name, readonly }) => [name, readonly])).toEqual([
      ['Zoo', false],
      ['Open', true],
    ]);
    expect(idsOf(await open(ben, open_.id))).toEqual(pick(1));
    const asked = async (app: TestApp, name: string, wanted: Record<string, string>) =>
      (await app.ask(name, wanted)).code;
    for (const [name, key] of [
      ['updatePlaylist', 'playlistId'],
      ['createPlaylist', 'playlistId'],
      ['deletePlaylist', 'id'],
    ] as const) {
      expect([name, await asked(ben, name, { [key]: secret.id })]).toEqual([name, 70]);
      expect([name, await asked(ben, name, { [key]: open_.id })]).toEqual([name, 50]);
    }
    expect(await asked(ben, 'getPlaylist', { id: secret.id })).toBe(70);
    expect(await asked(root, 'getPlaylist', { id: secret.id })).toBe(70);
    expect(await asked(ben, 'getCoverArt', { id: secret.id })).toBe(70);
    expect(await asked(ben, 'getPlaylists', { username: 'anna' })).toBe(50);
    expect(await asked(root, 'getPlaylists', { username: 'nobody' })).toBe(70);
    expect((await list(root, { username: 'anna' })).map(({ name }) => name)).toEqual(['Open', 'Secret']);
    expect(await list(ben, { username: 'BEN' })).toHaveLength(2);
    expect(await asked(root, 'deletePlaylist', { id: secret.id })).toBeUndefined();
    await anna.get('deletePlaylist', { id: open_.id });
  });

  it('refuse what lacks a name, is no id or is taken', async () => {
    const { id } = await make(anna, 'One');
    await make(anna, 'Two');
    const cases: [string, Record<string, string>, number][] = [
      ['createPlaylist', {}, 10],
      ['createPlaylist', { name: '' }, 10],
      ['createPlaylist', { playlistId: id, name: '' }, 10],
      ['createPlaylist', { name: 'n'.repeat(1025) }, 0],
      ['createPlaylist', { name: 'New', songId: 'x' }, 70],
      ['updatePlaylist', {}, 10],
      ['updatePlaylist', { playlistId: id, name: '' }, 10],
      ['updatePlaylist', { playlistId: id, name: 'Two' }, 0],
      ['updatePlaylist', { playlistId: id, songIndexToRemove: 'x' }, 0],
      ['updatePlaylist', { playlistId: id, public: 'perhaps' }, 0],
      ['getPlaylist', { id: songs[0] ?? '' }, 70],
      ['deletePlaylist', { id: 'One' }, 70],
    ];
    for (const [name, wanted, code] of cases)
      expect([name, wanted, (await anna.ask(name, wanted)).code]).toEqual([name, wanted, code]);
    expect((await list(anna)).map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('say the same in XML, and of many songs in pieces', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => songs[at % songs.length] ?? '');
    const made = await anna.ask('createPlaylist', { name: 'Long', songId: many }, { method: 'POST' });
    const { id } = made.body['playlist'] as Playlist;
    const whole = await open(anna, id);
    expect(idsOf(whole)).toEqual(many);
    expect(whole['songCount']).toBe(many.length);
    const xml = parseXml((await anna.ask('getPlaylist', { id }, { format: 'xml' })).text);
    expect(xml.children).toEqual([elementOfJson('playlist', whole)]);
  });
});

describe('smart lists', () => {
  const keep = (name: string, query: string) => asAnna(`PUT api/smart_list/${name}`, { query });
  const smart = async (name: string, app = anna): Promise<Playlist | undefined> =>
    (await list(app)).find((one) => one.name === name);

  it('are lists of what they find now, with ids that stay whatever they look for and are called', async () => {
    await keep('Hers', 'artist:Anna');
    const first = await smart('Hers');
    expect(first).toMatchObject({
      id: expect.stringMatching(/^pl-[0-9A-Za-z]{22}$/) as string,
      ...{ owner: 'anna', public: false, readonly: true, songCount: 5, comment: 'artist:Anna' },
      coverArt: expect.stringMatching(/^pl-\w{22}_[0-9a-f]{8}$/) as string,
    });
    const whole = await open(anna, first?.id ?? '');
    const { entry, ...head } = whole;
    expect([head, idsOf(whole).sort()]).toEqual([first, [...songs].sort()]);
    expect(head['duration']).toBe(entry.reduce((sum, { duration }) => sum + duration, 0));
    const xml = parseXml((await anna.ask('getPlaylist', { id: whole.id }, { format: 'xml' })).text);
    expect(xml.children).toEqual([elementOfJson('playlist', whole)]);
    expect(
      (await anna.ask('getCoverArt', { id: String(head['coverArt']) })).headers.get('content-type'),
    ).toBe('image/jpeg');

    await keep('Hers', 'artist:Nobody');
    const empty = await smart('Hers');
    expect([empty?.id, empty?.['songCount']]).toEqual([first?.id, 0]);
    expect(idsOf(await open(anna, whole.id))).toEqual([]);
    await asAnna('PUT api/smart_list/Theirs', { query: 'artist:Anna', renamed_from: 'Hers' });
    expect(await smart('Hers')).toBeUndefined();
    expect(await smart('Theirs')).toMatchObject({ id: whole.id, songCount: 5 });
    expect((await open(anna, whole.id))['name']).toBe('Theirs');
    await asAnna('DELETE api/smart_list/Theirs');
    expect((await anna.ask('getPlaylist', { id: whole.id })).code).toBe(70);
  });

  it('count anew what somebody made of songs since', async () => {
    await keep('Loved', 'rating:5');
    expect((await smart('Loved'))?.['songCount']).toBe(0);
    await anna.get('setRating', { id: songs[0] ?? '', rating: 5 });
    const loved = await smart('Loved');
    expect([loved?.['songCount'], idsOf(await open(anna, loved?.id ?? ''))]).toEqual([1, pick(0)]);
    await anna.get('setRating', { id: songs[0] ?? '', rating: 0 });
    await asAnna('DELETE api/smart_list/Loved');
  });

  it('are changed by no app, and seen by nobody else', async () => {
    await keep('Mine', 'artist:Anna');
    const { id } = (await smart('Mine')) as Playlist;
    const wishes: [string, Record<string, string>][] = [
      ['createPlaylist', { playlistId: id, songId: songs[0] ?? '' }],
      ['updatePlaylist', { playlistId: id, songIdToAdd: songs[0] ?? '' }],
      ['updatePlaylist', { playlistId: id, name: 'Other', public: 'true' }],
      ['deletePlaylist', { id }],
    ];
    for (const [name, wanted] of wishes)
      expect([name, (await anna.ask(name, wanted)).code]).toEqual([name, 50]);
    for (const app of [ben, root]) {
      expect(await smart('Mine', app)).toBeUndefined();
      expect((await app.ask('getPlaylist', { id })).code).toBe(70);
      for (const [name, wanted] of wishes) expect((await app.ask(name, wanted)).code).toBe(70);
    }
    expect(idsOf(await open(anna, id))).toHaveLength(5);
    await asAnna('DELETE api/smart_list/Mine');
  });
});

/** Where songs are, as the product calls it. */
async function pathsOf(...places: number[]): Promise<string[]> {
  return Promise.all(
    pick(...places).map(async (id) => (await anna.get<{ path: string }>('getSong', { id }, 'song')).path),
  );
}
