import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flacWith } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addApp, createApp, type Json, type TestApp } from './subsonic-app.ts';
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

beforeAll(async () => {
  server = await startWholeServer();
  for (const [path, tags] of Object.entries(songs)) {
    const file = join(server.folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, flacWith(tags));
  }
  await server.createUser('root');
  const token = server.mint('root');
  const body = ['one', 'two'].map((name) => ({ name, source: join(server.folder, name) }));
  await server.call('PUT api/mount_dirs', { token, body });
  await vi.waitFor(
    async () =>
      expect(JSON.parse((await server.call('GET api/collection_status', { token })).text)).toMatchObject({
        song_count: 4,
        is_scanning: false,
      }),
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
