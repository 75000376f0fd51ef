import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { expect, vi } from 'vitest';
import { addApp, createApp, type Json, type TestApp } from './subsonic-app.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
export const patience = { timeout: 150_000, interval: 50 };

/** Calls whose answers change from one moment to the next: random order, the clock and scans are in no other answer. */
export const changingCalls: ReadonlySet<string> = new Set([
  'getRandomSongs',
  'getSimilarSongs',
  'getSimilarSongs2',
  'startScan',
  'getScanStatus',
  'getNowPlaying',
]);

/** Songs of {@link startScanned}. */
export const songCount = 4 + 2 + 3 + 1 + 1;

/** A server, its folder of music, and an app that may administer it. */
export interface ScannedServer {
  readonly server: WholeServer;
  readonly music: string;
  readonly app: TestApp;
}

/** Makes the folder `music` of a server the only source of `root`, who is there, and waits for so many songs. */
export const scanMusic = async (server: WholeServer, songs: number): Promise<void> => {
  const token = server.mint('root');
  const body = [{ source: join(server.folder, 'music'), name: 'Music' }];
  await server.call('PUT api/mount_dirs', { token, body });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  const isScanned = { song_count: songs, is_scanning: false };
  await vi.waitFor(async () => expect(await status()).toMatchObject(isScanned), patience);
};

/** Lets a server look at all of its music, and waits until it has. */
export const scanToEnd = async (app: TestApp): Promise<void> => {
  await app.ask('startScan');
  const status = () => app.get<Json>('getScanStatus', {}, 'scanStatus');
  await vi.waitFor(async () => expect(await status()).toMatchObject({ scanning: false }), patience);
};

/** Starts a server with two users that has scanned three albums, a song without tags and one beside all folders. */
export const startScanned = async (): Promise<ScannedServer> => {
  const server = await startWholeServer();
  const music = join(server.folder, 'music');
  await library()
    .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben', genre: 'Rock & Roll', year: 2001 })
    .album('Snow', 3, { artist: 'Anna', genre: 'Folk', year: 2020 })
    .song('loose/untagged.mp3')
    .song('top.mp3')
    .writeTo(music);
  await server.createUser('root');
  await server.createUser('ben', server.mint('root'));
  await scanMusic(server, songCount);
  const app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
  return { server, music, app };
};

/** As apps are told of it; so are the next two. */
export interface Song extends Json {
  readonly id: string;
  readonly title: string;
  readonly parent: string;
  readonly path: string;
  readonly albumId: string;
  readonly artistId: string;
  readonly coverArt?: string;
}
/** @see Song */
export interface Album extends Json {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly artistId: string;
  readonly song: Song[];
  readonly coverArt?: string;
}
/** @see Song */
export interface Directory extends Json {
  readonly id: string;
  readonly name: string;
  readonly child: (Song & { readonly isDir: boolean })[];
}

/** Questions of an app, which may be made later. */
export const askCollection = (app: () => TestApp) => {
  const search = (wanted: Record<string, string | number>) =>
    app().get<{ artist: Album[]; album: Album[]; song: Song[] }>('search3', wanted, 'searchResult3');
  return {
    search,
    albums: async (wanted: Record<string, string | number>): Promise<Album[]> =>
      (await app().get<{ album: Album[] }>('getAlbumList2', wanted, 'albumList2')).album,
    everySong: async (): Promise<Song[]> => (await search({ query: '', songCount: 500 })).song,
  };
};

/** What they are called. */
export const namesOf = (list: readonly { name?: unknown }[]): unknown[] => list.map(({ name }) => name);
