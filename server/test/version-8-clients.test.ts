import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unzip } from '../src/features/playlists/exchange/zip.ts';
import { type NetworkCall, startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * Requests that clients of this API family send, one after the other as they do: the phone app of before (version 7), the
 * phone app of today and the newest web client (version 8). What a client cannot do without must be there.
 */

let server: WholeServer;
let music: string;

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

const songCount = 7;

beforeAll(async () => {
  server = await startWholeServer();
  music = join(server.folder, 'music');
  await library()
    .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben' })
    .song('loose/untagged.mp3')
    .writeTo(music);
  await server.call('POST api/user', { body: { name: 'anna b', password: 'x', admin: true } });
  const token = server.mint('anna b');
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  const isScanned = { song_count: songCount, is_scanning: false };
  await vi.waitFor(async () => expect(await status()).toMatchObject(isScanned), patience);
});
afterAll(() => server[Symbol.asyncDispose]());

type Json = Record<string, unknown>;
interface SongList {
  readonly paths: string[];
  readonly first_songs: Json[];
}

/** A client with headers of its own on every call. */
const clientOf = (headers: Record<string, string>) => {
  const ask = async (target: string, call: NetworkCall = {}) =>
    server.call(target, { ...call, headers: { ...headers, ...call.headers } });
  const json = async <T>(target: string, call: NetworkCall = {}): Promise<T> => {
    const answer = await ask(target, call);
    expect([target, answer.status]).toEqual([target, 200]);
    return JSON.parse(answer.text) as T;
  };
  return { ask, json };
};

const signedIn = async (client: ReturnType<typeof clientOf>): Promise<string> => {
  const body = { username: 'anna b', password: 'x' };
  const answer = await client.json<{ token: string; username: string; is_admin: boolean }>('POST api/auth', {
    body,
  });
  expect(answer).toMatchObject({ username: 'anna b', is_admin: true });
  return answer.token;
};

const isWholeNumber = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

const expectSongs = ({ paths, first_songs }: SongList): void => {
  expect(Array.isArray(paths) && Array.isArray(first_songs)).toBe(true);
  expect(first_songs.map(({ path }) => path)).toEqual(paths.slice(0, 200));
  for (const song of first_songs) {
    expect(Object.values(song).includes(null)).toBe(false);
    for (const name of ['track_number', 'disc_number', 'year', 'duration']) {
      expect([name, song[name] === undefined || isWholeNumber(song[name])]).toEqual([name, true]);
    }
  }
};

const expectAlbums = (albums: readonly Json[]): void => {
  expect(albums.length).toBeGreaterThan(0);
  for (const album of albums) expect(album).toMatchObject({ main_artists: [expect.any(String)] });
};

describe('the phone app of before, which speaks version 7 and sends no header', () => {
  it('connects, and reads shapes of version 7', async () => {
    const client = clientOf({});
    expect(await client.json('GET api/version/')).toMatchObject({ major: 7, minor: 0 });
    const token = await signedIn(client);
    const [source] = await client.json<{ Directory: Json }[]>('GET api/browse/', { token });
    expect(source?.Directory).toMatchObject({ path: 'Music' });
    const songs = await client.json<Json[]>('GET api/flatten/Music', { token });
    expect(songs).toHaveLength(songCount);
    expect(songs.every((song) => 'artist' in song && 'lyricist' in song)).toBe(true);
    for (const list of ['random', 'recent']) {
      const albums = await client.json<Json[]>(`GET api/${list}/`, { token });
      expect(albums.every((album) => 'date_added' in album && 'path' in album)).toBe(true);
    }
    const found = await client.json<{ Song?: Json }[]>('GET api/search/picnic', { token });
    expect(found.length).toBeGreaterThan(0);
    const tracks = songs.map(({ path }) => path);
    expect((await client.ask('PUT api/playlist/Seven', { token, body: { tracks } })).status).toBe(200);
    expect(await client.json<Json[]>('GET api/playlist/Seven', { token })).toEqual(songs);
    expect(await client.json<Json[]>('GET api/playlists', { token })).toMatchObject([{ name: 'Seven' }]);
    expect((await client.ask('DELETE api/playlist/Seven', { token })).status).toBe(200);
  });
});

describe('the phone app of today', () => {
  const client = clientOf({ 'accept-version': '8' });

  it('connects by asking for the version with its header', async () => {
    expect(await client.json('GET api/version/')).toMatchObject({ major: 8, minor: 1 });
  });

  it('browses, flattens and asks for details', async () => {
    const token = await signedIn(client);
    const entries = await client.json<Json[]>('GET api/browse/', { token });
    expect(entries).toContainEqual({ path: 'Music/Anna', is_directory: true });
    const list = await client.json<SongList>('GET api/flatten/', { token });
    expectSongs(list);
    expect(list.paths).toHaveLength(songCount);
    const answer = await client.json<{ songs: Json[]; not_found: string[] }>('POST api/songs', {
      token,
      body: { paths: [...list.paths, 'Music/none.mp3'] },
    });
    expect(answer.songs.map(({ path }) => path)).toEqual(list.paths);
    expect(answer.not_found).toEqual(['Music/none.mp3']);
  });

  it('opens albums, artists and genres', async () => {
    const token = await signedIn(client);
    for (const list of ['albums', 'albums/random?seed=4294967295&offset=0&count=2', 'albums/recent']) {
      expectAlbums(await client.json<Json[]>(`GET api/${list}`, { token }));
    }
    const album = await client.json<{ songs: Json[]; main_artists: string[] }>(
      'GET api/album/Picnic/by/Anna',
      { token },
    );
    expect([album.songs.length, album.main_artists]).toEqual([4, ['Anna']]);
    const artists = await client.json<Json[]>('GET api/artists', { token });
    for (const artist of artists) expect(artist).toMatchObject({ num_songs_by_genre: expect.any(Object) });
    const artist = await client.json<{ albums: { contributions: unknown[] }[] }>('GET api/artist/Anna', {
      token,
    });
    expect(artist.albums[0]?.contributions).toHaveLength(4);
    expect(await client.json('GET api/genres', { token })).toEqual([{ name: 'Folk' }]);
    expect(await client.json('GET api/genre/Folk', { token })).toMatchObject({
      related_genres: {},
      main_artists: [{ name: 'Anna' }],
      recently_added: [{ name: 'Picnic' }],
    });
    expectAlbums(await client.json<Json[]>('GET api/genre/Folk/albums', { token }));
    expect(await client.json('GET api/genre/Folk/artists', { token })).toHaveLength(1);
    expectSongs(await client.json<SongList>('GET api/genre/Folk/songs', { token }));
  });

  it('keeps playlists', async () => {
    const token = await signedIn(client);
    const { paths } = await client
      .json<SongList>('GET api/album/Picnic/by/Anna', { token })
      .then(() => client.json<SongList>('GET api/genre/Folk/songs', { token }));
    const body = { tracks: [...paths, 'Music/none.mp3'] };
    expect((await client.ask('PUT api/playlist/Eight', { token, body })).text).toBe('');
    const header = { name: 'Eight', num_songs_by_genre: { Folk: 4 }, duration: expect.any(Number) };
    const [listed] = await client.json<Json[]>('GET api/playlists', { token });
    expect(listed).toMatchObject(header);
    const opened = await client.json<{ songs: SongList }>('GET api/playlist/Eight', { token });
    expect(opened).toMatchObject({ ...header, duration: listed?.['duration'] });
    expectSongs(opened.songs);
    expect(opened.songs.paths).toEqual(paths);
    expect((await client.ask('GET api/playlist/None', { token })).status).toBe(404);
    expect((await client.ask('DELETE api/playlist/Eight', { token })).status).toBe(200);
  });

  it('loads pictures of its size, and sound', async () => {
    const token = await signedIn(client);
    for (const query of ['size=tiny', 'size=small&pad=false', 'size=native', 'size=large&pad=true']) {
      const answer = await client.ask(
        `GET api/thumbnail/${encodeURIComponent('Music/Anna/Picnic/Folder.jpg')}?${query}&auth_token=${token}`,
      );
      expect([query, answer.status, answer.headers.get('content-type')]).toEqual([query, 200, 'image/jpeg']);
    }
    const { paths } = await client.json<SongList>('GET api/flatten/Music%2FAnna', { token });
    const sound = await client.ask(
      `GET api/audio/${encodeURIComponent(paths[0] ?? '')}?auth_token=${token}`,
      {
        headers: { range: 'bytes=0-' },
      },
    );
    expect([sound.status, sound.headers.get('content-encoding')]).toEqual([206, null]);
  });
});

describe('the newest web client', () => {
  const client = clientOf({ 'accept-version': '8' });

  it('starts and administers', async () => {
    expect(await client.json('GET api/initial_setup')).toEqual({ has_any_users: true });
    const token = await signedIn(client);
    // What the watching saw late may still be looked at.
    await expect
      .poll(async () => client.json('GET api/index_status', { token }))
      .toEqual({
        state: 'UpToDate',
        last_start_time: expect.any(Number),
        last_end_time: expect.any(Number),
        num_songs_indexed: songCount,
      });
    const settings = await client.json<Json>('GET api/settings', { token });
    expect(settings).toMatchObject({ album_art_pattern: expect.any(String), ddns_update_url: '' });
    const unchanged = { album_art_pattern: settings['album_art_pattern'], ddns_update_url: '' };
    expect((await client.ask('PUT api/settings', { token, body: unchanged })).status).toBe(200);
    expect((await client.ask('PUT api/settings', { token, body: { album_art_pattern: '(' } })).status).toBe(
      400,
    );
    const address = { ddns_update_url: 'http://127.0.0.1:1/update' };
    expect((await client.ask('PUT api/settings', { token, body: address })).status).toBe(200);
    expect(await client.json('GET api/settings', { token })).toMatchObject(address);
    expect((await client.ask('PUT api/settings', { token, body: { ddns_update_url: '' } })).status).toBe(200);
    const dirs = [
      { source: music, name: 'Music' },
      { source: `${music}/Ben`, name: 'Music' },
    ];
    expect((await client.ask('PUT api/mount_dirs', { token, body: dirs })).status).toBe(200);
    expect(await client.json('GET api/mount_dirs', { token })).toEqual(dirs.slice(0, 1));
    const known = clientOf({});
    expect((await known.ask('PUT api/mount_dirs', { token, body: dirs })).status).toBe(409);
    expect((await client.ask('POST api/trigger_index', { token })).text).toBe('');
  });

  it('manages users', async () => {
    const token = await signedIn(client);
    const body = { name: 'dora', password: 'x', admin: false };
    expect((await client.ask('POST api/user', { token, body })).status).toBe(200);
    expect((await client.ask('POST api/user', { token, body })).status).toBe(409);
    expect((await client.ask('PUT api/user/nobody', { token, body: { new_is_admin: true } })).status).toBe(
      404,
    );
    expect((await server.call('PUT api/user/nobody', { token, body: { new_is_admin: true } })).status).toBe(
      200,
    );
    expect((await client.ask('PUT api/user/dora', { token, body: { new_is_admin: true } })).status).toBe(200);
    expect((await client.ask('DELETE api/user/dora', { token })).status).toBe(200);
    expect((await client.ask('DELETE api/user/dora', { token })).status).toBe(200);
    expect((await client.ask('DELETE api/user/anna%20b', { token })).status).toBe(409);
  });

  it('takes playlists out and brings them in again, by the files of the host', async () => {
    const token = await signedIn(client);
    const { paths } = await client.json<SongList>('GET api/flatten/Music', { token });
    for (const [name, tracks] of [
      ['All', paths],
      ['a/b', [...paths.slice(0, 1), 'Music/gone.mp3']],
    ] as const) {
      const target = `PUT api/playlist/${encodeURIComponent(name)}`;
      expect((await client.ask(target, { token, body: { tracks } })).status).toBe(200);
    }
    const answer = await fetch(new URL('api/playlists/export', server.address), {
      headers: { authorization: `Bearer ${token}`, 'accept-version': '8' },
    });
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="polaris-playlists-anna_b.zip"',
    ]);
    const zip = Buffer.from(await answer.arrayBuffer());
    const files = await unzip(zip, { files: 10, bytes: 100_000 });
    expect(files.map(({ name }) => name)).toEqual(['anna b-a_b.m3u8', 'anna b-All.m3u8']);
    expect(files[1]?.bytes.toString()).toBe(
      `#PLAYLIST:All\n${paths.map((path) => `${music}${path.slice('Music'.length)}\n`).join('')}`,
    );
    for (const name of ['All', 'a%2Fb']) await client.ask(`DELETE api/playlist/${name}`, { token });
    const bring = async (parts: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[]) => {
      const form = new FormData();
      for (const [name, bytes] of parts) form.append(name, new Blob([bytes]));
      return await fetch(new URL('api/playlists/import', server.address), {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'accept-version': '8' },
        body: form,
      });
    };
    const brought = await bring([
      ['export.zip', new Uint8Array(zip)],
      ['Mine.m3u8', `${music}${paths[1]?.slice('Music'.length)}\n${music}/nothing.mp3\n`],
    ]);
    expect([brought.status, await brought.text()]).toEqual([200, '']);
    const songsOf = async (name: string) =>
      (await client.json<{ songs: SongList }>(`GET api/playlist/${name}`, { token })).songs.paths;
    expect(await songsOf('All')).toEqual(paths);
    expect(await songsOf('a%2Fb')).toEqual(paths.slice(0, 1));
    expect(await songsOf('Mine')).toEqual([paths[1]]);
    for (const [parts, status] of [
      [[['x.m3u8', `${music}/../outside.mp3`]], 200],
      [[['x.m3u8', '/elsewhere/a.mp3']], 404],
      [[['x.m3u8', Uint8Array.of(0xff, 0xfe)]], 400],
      [[['x.zip', new Uint8Array(zip.subarray(0, zip.length - 30))]], 400],
      [
        [
          ['good.m3u8', ''],
          ['bad.m3u8', '/elsewhere/a.mp3'],
        ],
        404,
      ],
    ] as const) {
      expect([parts[0]?.[0], (await bring(parts)).status]).toEqual([parts[0]?.[0], status]);
    }
    const names = (await client.json<{ name: string }[]>('GET api/playlists', { token })).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['a/b', 'All', 'Mine', 'x']);
    const wrong = await client.ask('PUT api/playlists/import', { token, body: {} });
    expect(wrong.status).toBe(415);
  });

  it('draws a plain bar where there are no peaks', async () => {
    const token = await signedIn(client);
    expect((await client.ask('GET api/peaks/Music%2Fnone.mp3', { token })).status).toBe(404);
  });
});
