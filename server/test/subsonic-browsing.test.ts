import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '../src/features/subsonic/calls.ts';
import { shapeTable } from '../src/features/subsonic/wire/shapes.ts';
import { addApp, createApp, elementOfJson, type Json, parseXml, type TestApp } from './subsonic-app.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let music: string;
let app: TestApp;

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

const songCount = 4 + 2 + 3 + 1 + 1;

beforeAll(async () => {
  server = await startWholeServer();
  music = join(server.folder, 'music');
  await library()
    .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben', genre: 'Rock & Roll', year: 2001 })
    .album('Snow', 3, { artist: 'Anna', genre: 'Folk', year: 2020 })
    .song('loose/untagged.mp3')
    .song('top.mp3')
    .writeTo(music);
  await server.createUser('root');
  await server.createUser('ben', server.mint('root'));
  const token = server.mint('root');
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  const isScanned = { song_count: songCount, is_scanning: false };
  await vi.waitFor(async () => expect(await status()).toMatchObject(isScanned), patience);
  app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
});
afterAll(() => server[Symbol.asyncDispose]());

interface Song extends Json {
  readonly id: string;
  readonly title: string;
  readonly parent: string;
  readonly path: string;
  readonly albumId: string;
  readonly artistId: string;
  readonly coverArt?: string;
}
interface Album extends Json {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly artistId: string;
  readonly song: Song[];
  readonly coverArt?: string;
}
interface Directory extends Json {
  readonly id: string;
  readonly name: string;
  readonly child: (Song & { readonly isDir: boolean })[];
}

const albums = async (wanted: Record<string, string | number>): Promise<Album[]> =>
  (await app.get<{ album: Album[] }>('getAlbumList2', wanted, 'albumList2')).album;
const search = async (wanted: Record<string, string | number>) =>
  app.get<{ artist: Album[]; album: Album[]; song: Song[] }>('search3', wanted, 'searchResult3');
const everySong = async (): Promise<Song[]> => (await search({ query: '', songCount: 500 })).song;
const namesOf = (list: readonly { name?: unknown }[]): unknown[] => list.map(({ name }) => name);

describe('folders', () => {
  it('lead from the music folder to every song and back', async () => {
    const { musicFolder } = await app.get<{ musicFolder: { id: number; name: string }[] }>(
      'getMusicFolders',
      {},
      'musicFolders',
    );
    expect(musicFolder).toEqual([{ id: 1, name: 'Music' }]);
    const seen: Song[] = [];
    const open = async (id: string | number): Promise<void> => {
      const { child, id: own } = await app.get<Directory>('getMusicDirectory', { id }, 'directory');
      for (const entry of child) {
        expect(entry.parent).toBe(own);
        if (entry.isDir) await open(entry.id);
        else seen.push(entry);
      }
    };
    await open(1);
    expect(seen).toHaveLength(songCount);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set((await everySong()).map(({ id }) => id)));
  });

  it('stand in an index by letter, with the songs of the root', async () => {
    const indexes = await app.get<{
      index: { name: string; artist: Album[] }[];
      child: Song[];
      lastModified: number;
    }>('getIndexes', {}, 'indexes');
    expect(indexes.child.map(({ path }) => path)).toEqual(['Music/top.mp3']);
    expect(indexes.index.flatMap(({ artist }) => namesOf(artist)).length).toBeGreaterThan(0);
    const same = await app.get('getIndexes', { ifModifiedSince: indexes.lastModified }, 'indexes');
    expect(Object.keys(same).sort()).toEqual(['ignoredArticles', 'lastModified']);
    expect((await app.ask('getIndexes', { musicFolderId: 99 })).code).toBe(70);
  });
});

describe('albums and artists', () => {
  it('lead from an artist to albums and songs', async () => {
    const { index } = await app.get<{ index: { name: string; artist: Album[] }[] }>(
      'getArtists',
      {},
      'artists',
    );
    expect(index.map(({ name, artist }) => [name, namesOf(artist)])).toEqual([
      ['A', ['Anna']],
      ['B', ['Ben']],
      ['#', ['[Unknown Artist]']],
    ]);
    const anna = await app.get<{ album: Album[]; albumCount: number }>(
      'getArtist',
      { id: index[0]?.artist[0]?.id ?? '' },
      'artist',
    );
    expect(namesOf(anna.album)).toEqual(['Picnic', 'Snow']);
    expect(anna.albumCount).toBe(2);
    const picnic = await app.get<Album>('getAlbum', { id: anna.album[0]?.id ?? '' }, 'album');
    expect(picnic).toMatchObject({ name: 'Picnic', artist: 'Anna', year: 2016, songCount: 4, genre: 'Folk' });
    expect(picnic.song).toHaveLength(4);
    for (const song of picnic.song) {
      expect(song).toMatchObject({
        albumId: picnic.id,
        artistId: picnic.artistId,
        isDir: false,
        type: 'music',
      });
      expect((await app.get<Song>('getSong', { id: song.id }, 'song')).path).toBe(song.path);
    }
  });

  it('lead to every song once, by lists as by artists', async () => {
    const ofAlbums = async (list: readonly Album[]): Promise<string[]> => {
      const songs: string[] = [];
      for (const { id, songCount: told, name } of list) {
        const album = await app.get<Album>('getAlbum', { id }, 'album');
        expect([name, album.song.length]).toEqual([album.name, told]);
        songs.push(...album.song.map((song) => song.id));
      }
      return songs.sort();
    };
    const every = (await everySong()).map(({ id }) => id).sort();
    expect(await ofAlbums(await albums({ type: 'alphabeticalByName', size: 500 }))).toEqual(every);
    expect(await ofAlbums(await albums({ type: 'newest', size: 500, musicFolderId: 1 }))).toEqual(every);
    const { index } = await app.get<{ index: { artist: Album[] }[] }>('getArtists', {}, 'artists');
    const ofArtists: Album[] = [];
    for (const { id, albumCount } of index.flatMap(({ artist }) => artist)) {
      const artist = await app.get<{ album: Album[] }>('getArtist', { id }, 'artist');
      expect([id, artist.album.length]).toEqual([id, albumCount]);
      ofArtists.push(...artist.album);
    }
    expect(await ofAlbums(ofArtists)).toEqual(every);
    expect(namesOf((await search({ query: 'loos' })).album)).toEqual(['loose']);
  });

  it('are told of what has no tags, too', async () => {
    const loose = (await everySong()).find(({ path }) => path.endsWith('untagged.mp3'));
    expect(loose).toMatchObject({ album: 'loose' });
    const album = await app.get<Album>('getAlbum', { id: loose?.albumId ?? '' }, 'album');
    expect(album).toMatchObject({ name: 'loose', songCount: 1, song: [{ id: loose?.id }] });
    await app.get('getArtist', { id: loose?.artistId ?? '' }, 'artist');
  });

  it('forgive ids of another kind where it is clear what is meant', async () => {
    const [song] = await everySong();
    const ofSong = await app.get<Album>('getAlbum', { id: song?.id ?? '' }, 'album');
    const ofFolder = await app.get<Album>('getAlbum', { id: song?.parent ?? '' }, 'album');
    expect(ofSong.id).toBe(song?.albumId);
    expect(ofFolder.id).toBe(song?.albumId);
    const asFolder = await app.get<Directory>('getMusicDirectory', { id: song?.albumId ?? '' }, 'directory');
    expect(asFolder.child.map(({ id }) => id)).toContain(song?.id);
    for (const name of ['getArtistInfo', 'getArtistInfo2', 'getAlbumInfo', 'getAlbumInfo2'])
      for (const id of [song?.albumId, song?.artistId])
        if (!(name.startsWith('getAlbum') && id === song?.artistId))
          expect([name, (await app.ask(name, { id })).code]).toEqual([name, undefined]);
  });

  it('refuse what names nothing', async () => {
    for (const id of [
      '',
      'x',
      'al-',
      'tr-0000000000000000000000',
      '../..',
      '1e9',
      'fo-zzzzzzzzzzzzzzzzzzzzzz',
      '-1',
    ])
      for (const name of [
        'getAlbum',
        'getArtist',
        'getSong',
        'getMusicDirectory',
        'stream',
        'download',
        'getCoverArt',
        'scrobble',
        'getAlbumInfo',
        'getArtistInfo2',
      ])
        expect([name, id, (await app.ask(name, { id })).code]).toEqual([name, id, id === '' ? 10 : 70]);
  });
});

describe('lists', () => {
  it('have every order, and the whole number in a header', async () => {
    expect(namesOf(await albums({ type: 'alphabeticalByName' }))).toEqual([
      ...['loose', 'Music', 'Picnic', 'Rain', 'Snow'],
    ]);
    const byArtist = namesOf(await albums({ type: 'alphabeticalByArtist' }));
    expect(byArtist.slice(0, 3)).toEqual(['Picnic', 'Snow', 'Rain']);
    expect(byArtist.slice(3).sort()).toEqual(['Music', 'loose']);
    expect(namesOf(await albums({ type: 'byYear', fromYear: 2000, toYear: 2016 }))).toEqual([
      'Rain',
      'Picnic',
    ]);
    expect(namesOf(await albums({ type: 'byYear', fromYear: 2016, toYear: 2000 }))).toEqual([
      'Picnic',
      'Rain',
    ]);
    expect(namesOf(await albums({ type: 'byGenre', genre: 'FOLK' }))).toEqual(['Picnic', 'Snow']);
    expect(namesOf(await albums({ type: 'byGenre', genre: 'none' }))).toEqual([]);
    for (const type of ['frequent', 'recent', 'highest', 'starred'])
      expect(await albums({ type })).toEqual([]);
    const page = await app.ask('getAlbumList2', { type: 'newest', size: 1, offset: 2 });
    expect(page.headers.get('x-total-count')).toBe('5');
    expect((await app.ask('getAlbumList2', { type: 'nothing' })).code).toBe(0);
    expect((await app.ask('getAlbumList2', { type: 'byYear', fromYear: 1 })).code).toBe(10);
    expect((await app.ask('getAlbumList2', { type: 'byGenre' })).code).toBe(10);
    expect((await app.ask('getAlbumList2', { type: 'newest', size: -1 })).code).toBe(0);
  });

  it.each([
    ['getAlbumList2', 'albumList2', 5],
    ['getAlbumList', 'albumList', 5],
  ])('of %s come in pages that are disjoint and complete, at random as well', async (name, key, count) => {
    for (const type of ['random', 'newest', 'alphabeticalByName', 'alphabeticalByArtist']) {
      const seen: string[] = [];
      for (let offset = 0; offset < count + 2; offset += 1) {
        const { album } = await app.get<{ album: Album[] }>(name, { type, size: 1, offset }, key);
        seen.push(...album.map(({ id }) => id));
      }
      expect([type, seen.length, new Set(seen).size]).toEqual([type, count, count]);
    }
  });

  it('of songs are by genre and at random', async () => {
    const ofGenre = async (wanted: Record<string, string | number>) =>
      (await app.get<{ song: Song[] }>('getSongsByGenre', wanted, 'songsByGenre')).song;
    expect(await ofGenre({ genre: 'folk', count: 100 })).toHaveLength(7);
    expect(await ofGenre({ genre: 'Folk', count: 3, offset: 6 })).toHaveLength(1);
    const { song } = await app.get<{ song: Song[] }>('getRandomSongs', { size: 500 }, 'randomSongs');
    expect(new Set(song.map(({ id }) => id)).size).toBe(songCount);
    const newer = await app.get<{ song: Song[] }>(
      'getRandomSongs',
      { fromYear: 2010, genre: 'Folk', size: 100 },
      'randomSongs',
    );
    expect(newer.song).toHaveLength(7);
    const { genre } = await app.get<{ genre: Json[] }>('getGenres', {}, 'genres');
    expect(genre).toEqual([
      { value: 'Folk', songCount: 7, albumCount: 2 },
      { value: 'Rock & Roll', songCount: 2, albumCount: 1 },
    ]);
  });
});

describe('a search', () => {
  it('for nothing walks everything, in pages of any size', async () => {
    for (const query of ['', '""', "''", ' ', '*'])
      expect([query, (await search({ query, songCount: 500 })).song.length]).toEqual([query, songCount]);
    expect(
      (await app.get<{ song: Song[] }>('search3', { songCount: 500 }, 'searchResult3')).song,
    ).toHaveLength(songCount);
    for (const size of [1, 3, 4, 10_000]) {
      const seen = { artist: [] as string[], album: [] as string[], song: [] as string[] };
      for (let offset = 0; offset < songCount; offset += size) {
        const page = await search({
          query: '',
          artistCount: size,
          artistOffset: offset,
          albumCount: size,
          albumOffset: offset,
          songCount: size,
          songOffset: offset,
        });
        for (const kind of ['artist', 'album', 'song'] as const)
          seen[kind].push(...page[kind].map(({ id }) => id));
      }
      for (const [kind, count] of [
        ['artist', 3],
        ['album', 5],
        ['song', songCount],
      ] as const)
        expect([size, kind, seen[kind].length, new Set(seen[kind]).size]).toEqual([size, kind, count, count]);
    }
  });

  it('for words finds songs, albums and artists of all of them', async () => {
    const found = await search({ query: 'pic' });
    expect(namesOf(found.album)).toEqual(['Picnic']);
    expect(found.song).toHaveLength(4);
    expect(namesOf((await search({ query: 'anna' })).artist)).toEqual(['Anna']);
    expect(await search({ query: 'anna nobody' })).toEqual({ artist: [], album: [], song: [] });
    for (const query of ['-', '%', '"', 'a:b', "'); DROP"])
      expect((await app.ask('search3', { query })).code).toBeUndefined();
    expect((await search({ query: 'anna', songCount: 2, songOffset: 6 })).song).toHaveLength(1);
    const folders = await app.get<{ album: Album[]; song: Song[] }>(
      'search2',
      { query: 'picnic' },
      'searchResult2',
    );
    expect(folders.album.length + folders.song.length).toBeGreaterThan(0);
    const old = await app.get<{ match: Song[]; totalHits: number }>(
      'search',
      { album: 'picnic', count: 2 },
      'searchResult',
    );
    expect([old.match.length, old.totalHits]).toEqual([2, 4]);
  });
});

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

describe('stars and ratings', () => {
  const starred = (key: 'starred' | 'starred2') =>
    app.get<{ artist: Album[]; album: Album[]; song: Song[] }>(
      key === 'starred' ? 'getStarred' : 'getStarred2',
      {},
      key,
    );

  it('are set and taken away on every kind, in whatever parameter it is named', async () => {
    const song = (await everySong()).find(({ path }) => path.includes('Picnic'));
    const [id, albumId, artistId, folder] = [song?.id, song?.albumId, song?.artistId, song?.parent];
    const nobody = 'tr-0000000000000000000000';
    await app.get('star', {
      id: [id ?? '', folder ?? '', nobody],
      albumId: albumId ?? '',
      artistId: artistId ?? '',
    });
    const first = await app.get<Song>('getSong', { id: id ?? '' }, 'song');
    expect(first['starred']).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    await app.get('star', { albumId: id ?? '' });
    expect(await app.get('getSong', { id: id ?? '' }, 'song')).toEqual(first);
    const tags = await starred('starred2');
    expect([tags.song, tags.album, tags.artist].map((list) => list.map((one) => one.id))).toEqual([
      [id],
      [albumId],
      [artistId],
    ]);
    const folders = await starred('starred');
    expect([...folders.album, ...folders.artist].map((one) => one.id)).toEqual([folder]);
    expect((await albums({ type: 'starred' })).map((album) => album.id)).toEqual([albumId]);
    await app.get('unstar', { id: [id ?? '', albumId ?? '', artistId ?? '', folder ?? ''] });
    expect(await starred('starred2')).toEqual({ artist: [], album: [], song: [] });
    for (const name of ['star', 'unstar']) {
      expect([name, (await app.ask(name)).code]).toEqual([name, 10]);
      expect([name, (await app.ask(name, { id: nobody })).code]).toEqual([name, 70]);
    }
  });

  it('of 1 to 5 are kept, and 0 takes them away', async () => {
    const song = (await everySong()).find(({ path }) => path.includes('Picnic'));
    const rated = async () => (await app.get<Song>('getSong', { id: song?.id ?? '' }, 'song'))['userRating'];
    await app.get('setRating', { id: song?.id ?? '', rating: 4 });
    await app.get('setRating', { id: song?.albumId ?? '', rating: 5 });
    expect(await rated()).toBe(4);
    server.state
      .prepare("INSERT INTO ratings SELECT 2, item, kind, 1, rated_at_ms FROM ratings WHERE kind = 'song'")
      .run();
    const both = await app.get('getSong', { id: song?.id ?? '' }, 'song');
    expect(both).toMatchObject({ userRating: 4, averageRating: 2.5 });
    server.state.prepare('DELETE FROM ratings WHERE user_id = 2').run();
    expect((await albums({ type: 'highest' })).map((album) => album['userRating'])).toEqual([5]);
    for (const rating of [-1, 6]) expect((await app.ask('setRating', { id: song?.id, rating })).code).toBe(0);
    expect((await app.ask('setRating', { id: song?.id })).code).toBe(10);
    for (const id of [song?.id, song?.albumId]) await app.get('setRating', { id, rating: 0 });
    expect(await rated()).toBeUndefined();
  });
});

it('counts a play once, however often it is reported, in seconds or milliseconds', async () => {
  const [song, other] = await everySong();
  const before = server.state.prepare('SELECT count(*) FROM listens').pluck();
  const start = Number(before.get());
  await app.get('scrobble', { id: song?.id, submission: false });
  expect(Number(before.get())).toBe(start);
  const atSeconds = 1_700_000_000;
  for (const time of [atSeconds, atSeconds * 1000, atSeconds * 1000])
    await app.get('scrobble', { id: [song?.id ?? '', 'tr-0000000000000000000000'], time: [time, time] });
  expect(Number(before.get())).toBe(start + 1);
  await app.get('scrobble', {
    id: [song?.id ?? '', other?.id ?? ''],
    time: [(atSeconds + 900) * 1000, (atSeconds + 1200) * 1000],
  });
  expect(Number(before.get())).toBe(start + 3);
});

describe('coming back', () => {
  const away = 'tr-0000000000000000000000';

  it('is to a bookmark in a song, one a song', async () => {
    const song = (await everySong())[1];
    const kept = async () => (await app.get<{ bookmark: Json[] }>('getBookmarks', {}, 'bookmarks')).bookmark;
    await app.get('createBookmark', { id: song?.id, position: 1500, comment: 'here' });
    const [first] = await kept();
    expect(first).toMatchObject({
      position: 1500,
      comment: 'here',
      username: 'root',
      entry: { id: song?.id, bookmarkPosition: 1500 },
    });
    await app.get('createBookmark', { id: song?.id, position: 0 });
    const [moved, ...none] = await kept();
    expect(moved).toMatchObject({ position: 0, created: first?.['created'] });
    expect([moved?.['comment'], none]).toEqual([undefined, []]);
    for (const name of ['createBookmark', 'deleteBookmark'])
      expect((await app.ask(name, { id: away, position: 1 })).code).toBe(70);
    expect((await app.ask('createBookmark', { id: song?.id, position: -1 })).code).toBe(0);
    await app.get('deleteBookmark', { id: song?.id });
    await app.get('deleteBookmark', { id: song?.id });
    expect(await kept()).toEqual([]);
  });

  it('is to one queue, whichever way it is named', async () => {
    const [a = '', b = ''] = (await everySong()).map(({ id }) => id);
    interface Queue extends Json {
      readonly entry: Song[];
    }
    const queue = async () => {
      const { entry, ...rest } = await app.get<Queue>('getPlayQueue', {}, 'playQueue');
      const byIndex = await app.get<Queue>('getPlayQueueByIndex', {}, 'playQueueByIndex');
      expect(byIndex.entry).toEqual(entry);
      const { current, position } = rest;
      return [entry.map(({ id }) => id), current, byIndex['currentIndex'], position];
    };
    expect(await app.get('getPlayQueue', {}, 'playQueue')).toEqual({
      username: 'root',
      changed: '1970-01-01T00:00:00.000Z',
      changedBy: '',
      entry: [],
    });
    await app.get('savePlayQueue', { id: [a, away, b, a], current: b, position: 700 });
    expect(await queue()).toEqual([[a, b, a], b, 1, 700]);
    await app.get('savePlayQueueByIndex', { id: [a, away, b, a], currentIndex: 3, position: 900 });
    expect(await queue()).toEqual([[a, b, a], a, 2, 900]);
    // What is unknown gives its place to the next.
    await app.get('savePlayQueueByIndex', { id: [a, away, b], currentIndex: 1, position: 900 });
    expect(await queue()).toEqual([[a, b], b, 1, 0]);
    await app.get('savePlayQueue', { id: [a, b], current: away, position: 5 });
    expect(await queue()).toEqual([[a, b], a, 0, 0]);
    for (const currentIndex of [-1, 2, ''])
      expect((await app.ask('savePlayQueueByIndex', { id: [a, b], currentIndex })).code).toBe(10);
    await app.get('savePlayQueue', {});
    expect(await queue()).toEqual([[], undefined, undefined, undefined]);
  });
});

it('tells what plays, from the first report to the last', async () => {
  const [song] = await everySong();
  const playing = async () => (await app.get<{ entry: Json[] }>('getNowPlaying', {}, 'nowPlaying')).entry;
  const isOfSong = ({ id, playerName }: Json) => id === song?.id && playerName !== 'Tonearm';
  const report = { mediaId: song?.id, mediaType: 'song', positionMs: 0 };
  await app.get('reportPlayback', { ...report, state: 'paused', playbackRate: 1.5 });
  expect((await playing()).find(isOfSong)).toMatchObject({
    ...{ username: 'root', state: 'paused', positionMs: 0, playbackRate: 1.5, minutesAgo: 0 },
  });
  await app.get('reportPlayback', { ...report, state: 'stopped' });
  expect((await playing()).find(isOfSong)).toBeUndefined();
  for (const wrong of [
    { state: 'lost' },
    { mediaType: 'podcast' },
    { positionMs: -1 },
    { playbackRate: 'x' },
  ])
    expect((await app.ask('reportPlayback', { ...report, state: 'playing', ...wrong })).code).toBe(0);
});

it('keeps radio stations for everybody', async () => {
  const stations = async () =>
    (
      await app.get<{ internetRadioStation: { id: string }[] }>(
        'getInternetRadioStations',
        {},
        'internetRadioStations',
      )
    ).internetRadioStation;
  const station = { name: 'One', streamUrl: 'https://one.example/stream' };
  await app.get('createInternetRadioStation', { ...station, homepageUrl: 'https://one.example' });
  const [made] = await stations();
  expect(made).toMatchObject({ ...station, homePageUrl: 'https://one.example' });
  await app.get('updateInternetRadioStation', { id: made?.id, ...station, name: 'Two' });
  expect(await stations()).toEqual([{ id: made?.id, ...station, name: 'Two' }]);
  expect((await app.ask('createInternetRadioStation', { name: 'x', streamUrl: 'file:///etc/x' })).code).toBe(
    0,
  );
  await app.get('deleteInternetRadioStation', { id: made?.id });
  expect((await app.ask('deleteInternetRadioStation', { id: made?.id })).code).toBe(70);
  expect(await stations()).toEqual([]);
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

it('suggests what was played or starred, and songs like it', async () => {
  const songs = (await everySong()).filter(({ path }) => path.includes('Snow'));
  const [starred, played] = songs;
  const id = starred?.artistId ?? '';
  await app.get('star', { id: starred?.id });
  const now = Date.now();
  await app.get('scrobble', {
    id: [played?.id ?? '', played?.id ?? ''],
    time: [now - 900_000, now - 500_000],
  });
  const top = async (wanted: Json) =>
    (await app.get<{ song: Song[] }>('getTopSongs', { ...wanted } as Record<string, string>, 'topSongs'))
      .song;
  await vi.waitFor(async () => {
    const ids = (await top({ id })).map((song) => song.id);
    expect(ids.slice(0, 2)).toEqual([played?.id, starred?.id]);
  }, patience);
  expect(await top({ artist: 'Anna' })).toEqual(await top({ id }));
  expect(await top({ artist: 'Nobody' })).toEqual([]);
  expect((await app.ask('getTopSongs')).code).toBe(10);
  const similar = async () =>
    (await app.get<{ song: Song[] }>('getSimilarSongs2', { id: starred?.id, count: 4 }, 'similarSongs2'))
      .song;
  const ids = (await similar()).map((song) => song.id);
  expect([ids.length, new Set(ids).size, ids.includes(starred?.id ?? '')]).toEqual([4, 4, false]);
  expect((await similar()).map((song) => song.id)).toEqual(ids);
  expect((await app.ask('getSimilarSongs', { id: 'ar-0000000000000000000000' })).code).toBe(70);
  await app.get('unstar', { id: starred?.id });
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
    const parameters = await wanted();
    for (const [name, { answer }] of Object.entries(calls)) {
      // What is negotiated is asked with a body: see `subsonic-shapes.test.ts`.
      if (answer === null || answer === 'bytes' || name === 'getTranscodeDecision') continue;
      const sent = (parameters[name] ?? {}) as Record<string, string>;
      const { body } = await app.ask(name, sent);
      expect([name, body['status'], faults(answer.shape, body[answer.key], false)]).toEqual([name, 'ok', []]);
      // These change from one moment to the next.
      if (!['getRandomSongs', 'getNowPlaying', 'createPlaylist'].includes(name)) {
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

  it('lists folders by what was played in them, most of all and last of all', async () => {
    const songs = await everySong();
    const play = async (part: string, times: readonly number[]): Promise<void> => {
      const inside = songs.filter(({ path }) => String(path).includes(part)).map(({ id }) => String(id));
      // Several songs of Picnic once each, one of Rain twice.
      const id = times.map((_, index) => (part === 'Picnic' ? inside[index] : inside[0]) ?? '');
      await app.get('scrobble', { id, time: times });
    };
    const longAgo = Date.UTC(2024, 0, 1);
    await play('Picnic', [longAgo, longAgo + 600_000, longAgo + 1_200_000]);
    await play('Rain', [longAgo + 2_400_000, longAgo + 3_000_000]);
    const titles = async (type: string): Promise<unknown[]> => {
      const { album } = await app.get<{ album: { title: string }[] }>('getAlbumList', { type }, 'albumList');
      // Others were played before, by other tests.
      return album.map(({ title }) => title).filter((title) => title === 'Picnic' || title === 'Rain');
    };
    await vi.waitFor(async () => expect(await titles('frequent')).toEqual(['Picnic', 'Rain']), patience);
    expect(await titles('recent')).toEqual(['Rain', 'Picnic']);
  });
});
