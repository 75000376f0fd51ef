import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { itMarksFoldersApart, writeLooseAlbum } from './loose-folder-suite.ts';
import { addApp, createApp, type TestApp } from './subsonic-app.ts';
import { patience, scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

interface Album {
  readonly id: string;
  readonly name: string;
  readonly songCount: number;
}
interface Song {
  readonly id: string;
  readonly title: string;
  readonly albumId: string;
}

let server: WholeServer;
let app: TestApp;
beforeAll(async () => {
  server = await startWholeServer();
  const music = join(server.folder, 'music');
  await writeLooseAlbum(music);
  await server.createUser('root');
  await scanMusic(server, 3);
  app = createApp(server.address, await addApp(server, 'root'));
});
afterAll(() => server[Symbol.asyncDispose]());

const listed = async (type: string): Promise<Album[]> =>
  (await app.get<{ album: Album[] }>('getAlbumList2', { type }, 'albumList2')).album;
const bonus = async (): Promise<Song> => {
  const { song } = await app.get<{ song: Song[] }>('search3', { query: 'bonus' }, 'searchResult3');
  return song.find(({ title }) => title === 'Bonus') as Song;
};
const ofFolder = {
  name: 'Rain',
  songCount: 1,
  genre: 'Folk',
  genres: [{ name: 'Folk' }],
  recordLabels: [{ name: 'Dry' }],
};

it('a song without an album beside an album is in an album that lists and its artist lead to', async () => {
  const { id, albumId } = await bonus();
  expect(await app.get('getAlbum', { id: albumId }, 'album')).toMatchObject({ ...ofFolder, song: [{ id }] });
  const albums = await listed('alphabeticalByName');
  expect(albums.map((album) => album.songCount).sort()).toEqual([1, 2]);
  expect(albums.find((album) => album.id === albumId)).toMatchObject(ofFolder);
  expect(albums.find((album) => album.id !== albumId)).toMatchObject({
    genres: [{ name: 'Rock' }],
    recordLabels: [{ name: 'Wet' }],
  });
  for (const wanted of [{}, { musicFolderId: 1 }]) {
    const { index } = await app.get<{ index: { artist: Album[] }[] }>('getArtists', wanted, 'artists');
    const artists = index.flatMap(({ artist }) => artist);
    expect(artists).toMatchObject([
      { name: 'Ben', albumCount: 1 },
      { name: 'Zoe', albumCount: 1 },
    ]);
    const zoe = await app.get<{ album: Album[] }>('getArtist', { id: artists[1]?.id ?? '' }, 'artist');
    expect(zoe.album).toMatchObject([{ ...ofFolder, id: albumId }]);
  }
});

it('such an album is starred, rated and played as any other', async () => {
  const { id, albumId } = await bonus();
  for (const type of ['starred', 'highest', 'frequent', 'recent']) expect(await listed(type)).toEqual([]);
  await app.get('star', { albumId });
  await app.get('setRating', { id: albumId, rating: 4 });
  await app.get('scrobble', { id });
  for (const type of ['starred', 'highest', 'frequent', 'recent'])
    await vi.waitFor(
      async () => expect([type, await listed(type)]).toMatchObject([type, [{ ...ofFolder, id: albumId }]]),
      patience,
    );
  const { album } = await app.get<{ album: Album[] }>('getStarred2', {}, 'starred2');
  expect(album).toMatchObject([{ ...ofFolder, id: albumId, userRating: 4, playCount: 1 }]);
});

itMarksFoldersApart(() => app);
