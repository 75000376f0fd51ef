import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../src/features/subsonic/calls.ts';
import { shapeTable } from '../src/features/subsonic/wire/shapes.ts';
import { elementOfJson, type Json, parseXml, type TestApp } from './subsonic-app.ts';
import { type Album, askCollection, changingCalls, scanToEnd, startScanned } from './subsonic-scanned.ts';
import type { WholeServer } from './whole-server.ts';

let server: WholeServer;
let music: string;
let app: TestApp;

beforeAll(async () => {
  ({ server, music, app } = await startScanned());
});
afterAll(() => server[Symbol.asyncDispose]());

const { everySong } = askCollection(() => app);

describe('media', () => {
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('are the files themselves, whole, in part and as heads', async () => {
    const [song] = await everySong();
    const file = readFileSync(join(music, ...(song?.path ?? '').split('/').slice(1)));
    const whole = await app.fetch('stream', { id: song?.id });
    expect(digest(await bytesOf(whole))).toBe(digest(file));
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');
    expect(whole.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(whole.headers.get('content-disposition')).toMatch(/^inline/);
    const part = await app.fetch('stream', { id: song?.id }, { headers: { range: 'bytes=10-19' } });
    expect([part.status, (await bytesOf(part)).equals(file.subarray(10, 20))]).toEqual([206, true]);
    const head = await app.fetch('stream', { id: song?.id }, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.length)]);
    const wrong = await app.ask('stream', { id: song?.id }, { headers: { range: 'bytes=99999999-' } });
    expect([wrong.status, wrong.code]).toEqual([416, 0]);
    const kept = await app.fetch('download', { id: song?.id });
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(digest(await bytesOf(kept))).toBe(digest(file));
    const body = { subsonic_downloads: false };
    await server.call('PUT api/settings', { token: server.mint('root'), body });
    expect((await app.ask('download', { id: song?.id })).code).toBe(50);
    await server.call('PUT api/settings', { token: server.mint('root'), body: { subsonic_downloads: true } });
  });

  it('have pictures of songs, albums, artists and folders, by ids that apps build themselves', async () => {
    const song = (await everySong()).find(({ path }) => path.includes('Picnic'));
    expect(song?.coverArt).toMatch(/^al-\w{22}_[0-9a-f]{8}$/);
    const ids = [
      song?.coverArt,
      song?.id,
      song?.albumId,
      song?.parent,
      song?.artistId,
      `pl-${song?.albumId}`,
      `${song?.albumId}_00000000`,
    ];
    for (const id of ids) {
      const picture = await app.fetch('getCoverArt', { id, size: 100 });
      expect([id, picture.status, picture.headers.get('content-type')]).toEqual([id, 200, 'image/jpeg']);
      expect((await bytesOf(picture)).subarray(0, 2).toString('hex')).toBe('ffd8');
    }
    const none = (await everySong()).find(({ path }) => path.includes('untagged'));
    expect(none?.coverArt).toBeUndefined();
    const missing = await app.ask('getCoverArt', { id: none?.id }, { format: '' });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(parseXml(missing.text).children[0]?.attributes['code']).toBe('70');
  });
});

it('reads words from beside a song, timed and plain', async () => {
  const [song] = (await everySong()).filter(({ path }) => path.includes('Rain'));
  const beside = join(server.folder, 'music', (song?.path ?? '').replace(/^Music\//, ''));
  writeFileSync(beside.replace(/\.[^.]+$/, '.lrc'), '[00:01.50]One\n[00:02.00]Two & three\n');
  const { structuredLyrics } = await app.get<{ structuredLyrics: Json[] }>(
    'getLyricsBySongId',
    { id: song?.id },
    'lyricsList',
  );
  expect(structuredLyrics[0]).toMatchObject({
    ...{ synced: true, lang: 'und', displayTitle: song?.title },
    line: [
      { start: 1500, value: 'One' },
      { start: 2000, value: 'Two & three' },
    ],
  });
  const artist = String(song?.['artist']).toUpperCase();
  expect(await app.get('getLyrics', { artist, title: song?.title }, 'lyrics')).toMatchObject({
    value: 'One\nTwo & three',
  });
  expect(await app.get('getLyrics', { artist, title: 'none' }, 'lyrics')).toMatchObject({ value: '' });
});

describe('what goes out', () => {
  /** Calls with what they need for an answer that holds something. */
  const wanted = async (): Promise<Record<string, Json>> => {
    const all = await everySong();
    const [song] = all;
    const sung = all.find(({ path }) => path.includes('Rain'));
    const [id, album, artist] = [song?.id, song?.albumId, song?.artistId];
    const playlist = await app.get<Album>('createPlaylist', { name: 'One', songId: id }, 'playlist');
    return {
      getUser: { username: 'root' },
      getMusicDirectory: { id: 1 },
      getArtist: { id: artist },
      getAlbum: { id: album },
      getSong: { id },
      getArtistInfo: { id: artist },
      getArtistInfo2: { id: artist },
      getAlbumInfo: { id: album },
      getAlbumInfo2: { id: album },
      getAlbumList: { type: 'newest' },
      getAlbumList2: { type: 'newest' },
      getSongsByGenre: { genre: 'Folk' },
      getSimilarSongs: { id },
      getSimilarSongs2: { id },
      getTopSongs: { id: artist },
      getLyrics: { artist: sung?.['artist'], title: sung?.title },
      getLyricsBySongId: { id: sung?.id },
      search: { any: 'anna' },
      search2: { query: '' },
      search3: { query: '' },
      scrobble: { id },
      setRating: { id, rating: 0 },
      getPlaylist: { id: playlist.id },
      createPlaylist: { playlistId: playlist.id, songId: id },
    };
  };

  /** What an object lacks or has too much of, by the shape it is to have in REST 1.16. */
  const faults = (shapeName: string, value: unknown, isLegacy: boolean, at = shapeName): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => faults(shapeName, one, isLegacy, at));
    const shape = shapeTable[shapeName];
    if (shape === undefined || typeof value !== 'object' || value === null)
      return value === null ? [`${at} is null`] : [];
    const node = value as Json;
    const children = shape.children ?? {};
    const known = new Set([...shape.required, ...(shape.optional ?? []), ...Object.keys(children)]);
    return [
      ...shape.required.filter((key) => node[key] === undefined).map((key) => `${at}.${key} is missing`),
      ...(isLegacy
        ? Object.keys(node)
            .filter((key) => !known.has(key))
            .map((key) => `${at}.${key} is too much`)
        : []),
      ...Object.entries(children).flatMap(([key, child]) =>
        node[key] === undefined ? [] : faults(child, node[key], isLegacy, `${at}.${key}`),
      ),
    ];
  };

  /** XML as an object, so that both encodings are held against one shape. */
  const objectOf = (element: ReturnType<typeof parseXml>): Json => {
    const grouped = Map.groupBy(element.children, ({ name }) => name);
    const children = [...grouped].map(([name, list]) => [name, list.map((one) => objectOf(one))] as const);
    return {
      ...element.attributes,
      ...(element.text === '' ? {} : { value: element.text }),
      ...Object.fromEntries(children),
    };
  };

  it('has the shapes of the protocol, the same in both encodings, and nothing else for apps of before', async () => {
    // Files that were put beside songs are found now, and not between two calls.
    await scanToEnd(app);
    const parameters = await wanted();
    for (const [name, { answer }] of Object.entries(calls)) {
      // What is negotiated is asked with a body: see `subsonic-shapes.test.ts`.
      if (answer === null || answer === 'bytes' || name === 'getTranscodeDecision') continue;
      const sent = (parameters[name] ?? {}) as Record<string, string>;
      const { body } = await app.ask(name, sent);
      expect([name, body['status'], faults(answer.shape, body[answer.key], false)]).toEqual([name, 'ok', []]);
      if (!changingCalls.has(name) && name !== 'createPlaylist') {
        const xml = parseXml((await app.ask(name, sent, { format: 'xml' })).text);
        const { xmlns: _, ...attributes } = xml.attributes;
        expect({ ...xml, attributes }).toEqual(elementOfJson('subsonic-response', body));
      }
      for (const old of [{ client: 'Clementine' }, { version: '1.8.0' }]) {
        const xml = parseXml((await app.ask(name, sent, { format: 'xml', ...old })).text);
        const [under] = xml.children;
        expect([name, under === undefined ? [] : faults(answer.shape, objectOf(under), true)]).toEqual([
          name,
          [],
        ]);
      }
    }
  });

  it('answers whatever is sent in an envelope', async () => {
    const values = [
      '',
      '0',
      '-1',
      '1',
      '99999999999999999999',
      'NaN',
      'true',
      "' OR 1=1",
      '\u0000',
      '\ud800',
      'ü'.repeat(3000),
      '../../etc/passwd',
      '<x>&',
    ];
    for (const [name, { parameters }] of Object.entries(calls)) {
      if (name === 'getAvatar') continue;
      for (const value of values) {
        const sent = Object.fromEntries(Object.keys(parameters).map((key) => [key, [value, value]]));
        const answer = await app.ask(name, sent, { method: 'POST' });
        // One call tells trouble by its status, too.
        const status = name === 'getTranscodeStream' ? 400 : 200;
        expect([name, value, answer.status]).toEqual([name, value, status]);
        expect(['ok', 'failed']).toContain(answer.body['status']);
        expect(String((answer.body['error'] as Json | undefined)?.['message'] ?? '')).not.toContain(
          'Its log says more',
        );
      }
    }
  });
});
