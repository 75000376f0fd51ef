import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Directory, Item, Song } from '@tonearm/contract';
import { buildSong, makePicture } from '@tonearm/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Names that people have, or that software makes, each of a folder and of the song in it. */
const awkwardNames = [
  '50%20off',
  '#1',
  'What?',
  'a+b',
  'A & B',
  'AC_DC',
  'ACxDC',
  '50%',
  '\u00e9t\u00e9',
  'e\u0301te\u0301',
  '\u{1f3b5} tune',
  'line\nbreak',
  '-dash',
  '"quoted" \'name\'',
  'back\\slash',
  '\u05e9\u05dc\u05d5\u05dd',
  `${'long '.repeat(45)}end`,
].map((name) => Buffer.from(name));
const notUtf8 = [Buffer.from('caf\xe9', 'latin1'), Buffer.from([0xff, 0xfe, 0x41])];
const names = [...awkwardNames, ...notUtf8];

const slash = Buffer.from('/');
let server: WholeServer;
let token: string;
let musicFolder: string;

const songBytes = (title: string): Buffer =>
  buildSong({ format: 'mp3', tags: { title, album: 'One' }, seconds: 1 }).data;

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(`api/${path}`, server.address), {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

const json = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;

const flatten = (): Promise<Song[]> => json<Song[]>('flatten');

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

/** Waits until the collection holds so many songs. */
const songsSettled = async (count: number): Promise<Song[]> => {
  await vi.waitFor(async () => expect(await flatten()).toHaveLength(count), patience);
  return await flatten();
};

beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('anna', undefined, true);
  token = server.mint('anna');
  musicFolder = join(server.folder, 'music');
  mkdirSync(musicFolder);
  names.forEach((name, index) => {
    const folder = Buffer.concat([Buffer.from(musicFolder), slash, name]);
    mkdirSync(folder);
    const song = Buffer.concat([folder, slash, name, Buffer.from('.mp3')]);
    writeFileSync(song, songBytes(`Title ${index}`));
    const picture = makePicture({ width: 500, colour: [index, 100, 200] }).data;
    writeFileSync(Buffer.concat([folder, slash, Buffer.from('Folder.png')]), picture);
  });
  const put = await server.call('PUT api/mount_dirs', {
    token,
    body: [{ source: musicFolder, name: 'music' }],
  });
  expect(put.status).toBe(200);
  await server.call('POST api/trigger_index', { token });
  await songsSettled(names.length);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

describe('songs of any name', () => {
  it('are listed, found, played, shown and kept in a playlist', async () => {
    const songs = await flatten();
    expect(songs).toHaveLength(names.length);
    for (const song of songs) {
      const encoded = encodeURIComponent(song.path);
      const folder = song.path.slice(0, song.path.lastIndexOf('/'));
      const items = await json<Item[]>(`browse/${encodeURIComponent(folder)}`);
      expect(items).toEqual([{ Song: song }]);
      const index = Number(song.title?.replace('Title ', ''));
      for (const address of [
        `audio/${encoded}`,
        `audio/${song.path.split('/').map(encodeURIComponent).join('/')}`,
      ]) {
        const played = await get(address);
        expect(Buffer.from(await played.arrayBuffer()), address).toEqual(songBytes(`Title ${index}`));
      }
      const shown = await get(`thumbnail/${encodeURIComponent(song.artwork ?? '')}`);
      expect(shown.status, song.artwork ?? 'no artwork').toBe(200);
      expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 400 });
    }
    const tracks = songs.map((song) => song.path);
    await server.call('PUT api/playlist/all', { token, body: { tracks } });
    expect(await json<Song[]>('playlist/all')).toEqual(songs);
  });

  it('have pictures whose colours are told', async () => {
    const colors = async (): Promise<(string | null | undefined)[]> =>
      (await json<Item[]>('browse/music')).map((item) =>
        'Directory' in item ? item.Directory.artwork_color : '',
      );
    await expect.poll(colors).not.toContain(null);
    expect((await colors()).every((color) => /^#..64c8$/.test(color ?? ''))).toBe(true);
  });
});

describe('a playlist', () => {
  it('keeps a song that goes away and shows it when it is back, also elsewhere', async () => {
    const tracks = (await flatten()).map((song) => song.path);
    const path = 'music/50%/50%.mp3';
    await server.call('PUT api/playlist/kept', { token, body: { tracks: [path, tracks[0], path] } });
    const file = join(musicFolder, '50%/50%.mp3');
    const bytes = readFileSync(file);
    rmSync(file);
    await server.call('POST api/trigger_index', { token });
    await songsSettled(names.length - 1);
    expect((await json<Song[]>('playlist/kept')).map((song) => song.path)).toEqual([tracks[0]]);
    mkdirSync(join(musicFolder, 'elsewhere'));
    writeFileSync(join(musicFolder, 'elsewhere/renamed.mp3'), bytes);
    await server.call('POST api/trigger_index', { token });
    await songsSettled(names.length);
    const moved = 'music/elsewhere/renamed.mp3';
    const keptPaths = async () => (await json<Song[]>('playlist/kept')).map((song) => song.path);
    await expect.poll(keptPaths).toEqual([moved, tracks[0], moved]);
  });
});

describe('media over the network', () => {
  it('takes a media token in the address, for reading only', async () => {
    const media = server.mint('anna', { scope: 'media' });
    const [song] = await flatten();
    const address = `audio/${encodeURIComponent(song?.path ?? '')}?auth_token=${media}`;
    const answer = await fetch(new URL(`api/${address}`, server.address), {
      headers: { range: 'bytes=0-3' },
    });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([206, '4']);
    const directories = await fetch(new URL(`api/browse?auth_token=${media}`, server.address));
    expect(directories.status).toBe(401);
  });

  it('is never compressed', async () => {
    const [song] = await flatten();
    const answer = await get(`audio/${encodeURIComponent(song?.path ?? '')}`, {
      'accept-encoding': 'br, gzip',
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-length')).not.toBeNull();
  });

  it('serves pictures of folders by the path that lists tell', async () => {
    const directories = (await json<Item[]>('browse/music')).flatMap((item): Directory[] =>
      'Directory' in item ? [item.Directory] : [],
    );
    const pictures = directories.flatMap(({ artwork }) => (artwork === null ? [] : [artwork]));
    expect(pictures.length).toBeGreaterThanOrEqual(names.length);
    for (const artwork of pictures) {
      expect((await get(`thumbnail/${encodeURIComponent(artwork)}?size=large&pad=false`)).status).toBe(200);
    }
  });
});
