import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flacWith } from '@tonearm/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addApp, createApp, type Json, parseXml, type TestApp } from './subsonic-app.ts';
import { patience } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * What is told of an album, an artist or a folder is the same wherever it is told, and asked of one music folder it is of
 * that one.
 */

let server: WholeServer;
let app: TestApp;

const common = ['ARTIST=Zoë', 'ALBUM=Ring', 'ALBUMSORT=Ring, The', 'GENRE=Opera', 'MOOD=Solemn'];
const zoe = 'MUSICBRAINZ_ARTISTID=0383dadf-2a4e-4d10-a46a-e9e041da8eb3';
const songs: Readonly<Record<string, readonly string[]>> = {
  'one/Zoe/Ring/1.flac': [...common, zoe, 'TITLE=A', 'DISCNUMBER=1', 'DISCSUBTITLE=Rhinegold'],
  'one/Zoe/Ring/2.flac': [...common, zoe, 'TITLE=B', 'DISCNUMBER=2', 'DISCSUBTITLE=Valkyrie'],
  'one/Zoe/Ring/3.flac': [...common, zoe, 'TITLE=C', 'DISCNUMBER=2', 'ITUNESADVISORY=1', 'MOOD=Loud'],
  'two/Yan/Air/1.flac': ['ARTIST=Yan', 'ALBUM=Air', 'TITLE=D', 'GENRE=Folk'],
};

const writePicture = async (
  path: string,
  size: { readonly width: number; readonly height: number },
  background: string,
): Promise<void> => {
  const picture = await sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer();
  writeFileSync(join(server.folder, path), picture);
};

const writeCover = (color: string) =>
  writePicture('one/Zoe/Ring/cover.png', { width: 1500, height: 1000 }, color);

const status = async (): Promise<Json> =>
  JSON.parse((await server.call('GET api/collection_status', { token: server.mint('root') })).text) as Json;

beforeAll(async () => {
  server = await startWholeServer();
  for (const [path, tags] of Object.entries(songs)) {
    const file = join(server.folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, flacWith(tags));
  }
  await writeCover('#c04000');
  await writePicture('one/Zoe/artist.png', { width: 700, height: 300 }, '#0040c0');
  await server.createUser('root');
  const token = server.mint('root');
  const body = ['one', 'two'].map((name) => ({ name, source: join(server.folder, name) }));
  await server.call('PUT api/mount_dirs', { token, body });
  await vi.waitFor(
    async () => expect(await status()).toMatchObject({ song_count: 4, is_scanning: false }),
    patience,
  );
  app = createApp(server.address, await addApp(server, 'root'));
});
afterAll(() => server[Symbol.asyncDispose]());

interface Named extends Json {
  readonly id: string;
  readonly name: string;
}

const listed = async (call: string, key: string, wanted: Json = {}): Promise<Named[]> =>
  (
    await app.get<{ album: Named[] }>(
      call,
      { type: 'alphabeticalByName', ...(wanted as Record<string, string>) },
      key,
    )
  ).album;

it('an album is told alike in a list, with its songs, of its artist and by a search', async () => {
  const ring = (await listed('getAlbumList2', 'albumList2')).find(({ name }) => name === 'Ring');
  expect(ring).toMatchObject({
    sortName: 'Ring, The',
    moods: ['Solemn', 'Loud'],
    discTitles: [
      { disc: 1, title: 'Rhinegold' },
      { disc: 2, title: 'Valkyrie' },
    ],
    explicitStatus: 'explicit',
  });
  const { song, ...whole } = await app.get<{ song: { duration: number }[] }>(
    'getAlbum',
    { id: ring?.id },
    'album',
  );
  expect(whole).toEqual(ring);
  expect(ring?.['duration']).toBe(song.reduce((sum, { duration }) => sum + duration, 0));
  const artist = await app.get<{ album: Named[] }>('getArtist', { id: String(ring?.['artistId']) }, 'artist');
  expect(artist.album).toEqual([ring]);
  const found = await app.get<{ album: Named[] }>('search3', { query: 'ring' }, 'searchResult3');
  expect(found.album).toEqual([ring]);
});

it('moods are lists of texts of songs and of albums, in both encodings, and told where there are none', async () => {
  const ring = (await listed('getAlbumList2', 'albumList2')).find(({ name }) => name === 'Ring');
  const air = (await listed('getAlbumList2', 'albumList2')).find(({ name }) => name === 'Air');
  const moodsOf = async (id: string | undefined) => {
    const album = await app.get<{ moods: string[]; song: { title: string; moods: string[] }[] }>(
      'getAlbum',
      { id },
      'album',
    );
    const xml = parseXml((await app.ask('getAlbum', { id }, { format: 'xml' })).text).children[0];
    const inXml = (element: typeof xml): string[] =>
      (element?.children ?? []).filter(({ name }) => name === 'moods').map(({ text }) => text);
    const songs = xml?.children.filter(({ name }) => name === 'song') ?? [];
    expect([inXml(xml), songs.map(inXml)]).toEqual([album.moods, album.song.map(({ moods }) => moods)]);
    return [album.moods, album.song.map(({ title, moods }) => [title, moods])];
  };
  expect(await moodsOf(ring?.id)).toEqual([
    ['Solemn', 'Loud'],
    [
      ['A', ['Solemn']],
      ['B', ['Solemn']],
      ['C', ['Solemn', 'Loud']],
    ],
  ]);
  expect(await moodsOf(air?.id)).toEqual([[], [['D', []]]]);
});

it('an artist is told alike in the index, alone and by a search', async () => {
  const { index } = await app.get<{ index: { artist: Named[] }[] }>('getArtists', {}, 'artists');
  const zoes = index.flatMap(({ artist }) => artist).find(({ name }) => name === 'Zoë');
  expect(zoes).toMatchObject({
    roles: ['albumartist', 'artist'],
    musicBrainzId: '0383dadf-2a4e-4d10-a46a-e9e041da8eb3',
  });
  const { album: _, ...alone } = await app.get<Json>('getArtist', { id: zoes?.id }, 'artist');
  expect(alone).toEqual(zoes);
  const found = await app.get<{ artist: Named[] }>('search3', { query: 'zoe' }, 'searchResult3');
  expect(found.artist).toEqual([zoes]);
});

it('a folder that is an album says whose it is, what it sounds like and how long it is', async () => {
  const [, folder] = await listed('getAlbumList', 'albumList');
  const ring = (await listed('getAlbumList2', 'albumList2')).find(({ name }) => name === 'Ring');
  expect(folder).toMatchObject({
    title: 'Ring',
    artist: 'Zoë',
    artistId: ring?.['artistId'],
    artists: ring?.['artists'],
    genre: 'Opera',
    genres: [{ name: 'Opera' }],
    duration: ring?.['duration'],
    displayArtist: 'Zoë',
  });
});

it('what somebody starred, rated or played is of the music folder that is asked for', async () => {
  const albums = await listed('getAlbumList2', 'albumList2');
  const folders = await listed('getAlbumList', 'albumList');
  const artists = albums.map((album) => String(album['artistId']));
  await app.ask('star', { id: [...albums, ...folders].map(({ id }) => id), artistId: artists });
  for (const { id } of [...albums, ...folders]) await app.ask('setRating', { id, rating: 4 });
  for (const { id } of albums) {
    const { song } = await app.get<{ song: Named[] }>('getAlbum', { id }, 'album');
    await app.ask('scrobble', { id: song.map((one) => one.id) });
  }
  const { musicFolder } = await app.get<{ musicFolder: { id: number; name: string }[] }>(
    'getMusicFolders',
    {},
    'musicFolders',
  );
  for (const { id: musicFolderId, name } of musicFolder) {
    const own = name === 'one' ? 'Ring' : 'Air';
    for (const type of ['starred', 'highest', 'frequent', 'recent', 'newest']) {
      const ofTags = await listed('getAlbumList2', 'albumList2', { type, musicFolderId });
      const ofFolders = await listed('getAlbumList', 'albumList', { type, musicFolderId });
      expect([type, [...ofTags, ...ofFolders].map((album) => album.name)]).toEqual([type, [own, own]]);
    }
    const whose = name === 'one' ? 'Zoë' : 'Yan';
    const tags = await app.get<{ artist: Named[]; album: Named[] }>(
      'getStarred2',
      { musicFolderId },
      'starred2',
    );
    expect([tags.artist.map((artist) => artist.name), tags.album.map((album) => album.name)]).toEqual([
      [whose],
      [own],
    ]);
    const starred = await app.get<{ album: Named[] }>('getStarred', { musicFolderId }, 'starred');
    expect(starred.album.map((album) => album.name)).toEqual([own]);
  }
});

it('a search of before finds what came later than it was told', async () => {
  const found = (newerThan: number) =>
    app.get<{ totalHits: number }>('search', { any: 'ring', newerThan }, 'searchResult');
  expect((await found(0)).totalHits).toBe(3);
  expect((await found(9_999_999_999_999)).totalHits).toBe(0);
});

it('an artist is a folder of all of their albums, also where nobody is told of', async () => {
  const [first] = await listed('getAlbumList2', 'albumList2');
  const id = String(first?.['artistId']);
  const directory = await app.get<{ name: string; child: Named[] }>('getMusicDirectory', { id }, 'directory');
  expect([directory.name, directory.child.map(({ name }) => name)]).toEqual(['Yan', ['Air']]);
});

describe('pictures', () => {
  const pictureOf = async (id: string, size?: number) => {
    const answer = await app.fetch('getCoverArt', { id, size });
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return { width, height, keeping: answer.headers.get('cache-control') };
  };
  const coverOf = async (name: string): Promise<string> => {
    const album = (await listed('getAlbumList2', 'albumList2')).find((one) => one.name === name);
    return String(album?.['coverArt']);
  };

  it('are hardly larger than is asked for, and never made larger', async () => {
    const id = await coverOf('Ring');
    const widths = [1, 64, 100, 200, 300, 400, 500, 800, 1000, 1200, 2000].map(async (size) => [
      size,
      (await pictureOf(id, size)).width,
    ]);
    expect(await Promise.all(widths)).toEqual([
      ...[
        [1, 64],
        [64, 64],
        [100, 128],
        [200, 200],
        [300, 300],
        [400, 400],
        [500, 600],
        [800, 800],
      ],
      ...[
        [1000, 1200],
        [1200, 1200],
        [2000, 1200],
      ],
    ]);
    expect(await pictureOf(id)).toMatchObject({ width: 1500, height: 1000 });
  });

  it('are kept for ever by the digits that are theirs, and have others when they change', async () => {
    const before = await coverOf('Ring');
    expect((await pictureOf(before, 64)).keeping).toBe('private, max-age=31536000, immutable');
    const day = 'private, max-age=86400';
    for (const id of [before.slice(0, -9), `${before.slice(0, -8)}00000000`])
      expect((await pictureOf(id, 64)).keeping).toBe(day);
    await writeCover('#00c040');
    await server.call('POST api/trigger_index', { token: server.mint('root') });
    await vi.waitFor(async () => expect(await coverOf('Ring')).not.toBe(before), patience);
    expect((await pictureOf(before, 64)).keeping).toBe(day);
  });

  it('of an artist are the file of that name, else of their newest album', async () => {
    const { index } = await app.get<{ index: { artist: Named[] }[] }>('getArtists', {}, 'artists');
    const artists = index.flatMap(({ artist }) => artist);
    const zoes = artists.find(({ name }) => name === 'Zoë');
    expect(zoes?.['coverArt']).toMatch(/^ar-\w{22}_[0-9a-f]{8}$/);
    expect(await pictureOf(String(zoes?.['coverArt']))).toMatchObject({ width: 700, height: 300 });
    expect(artists.find(({ name }) => name === 'Yan')).not.toHaveProperty('coverArt');
  });
});
