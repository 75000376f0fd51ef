import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, TestApp } from './subsonic-app.ts';
import {
  type Album,
  askCollection,
  type Directory,
  namesOf,
  type Song,
  songCount,
  startScanned,
} from './subsonic-scanned.ts';
import type { WholeServer } from './whole-server.ts';

let server: WholeServer;
let app: TestApp;

beforeAll(async () => {
  ({ server, app } = await startScanned());
});
afterAll(() => server[Symbol.asyncDispose]());

const { albums, search, everySong } = askCollection(() => app);

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
    expect(Object.keys(same).sort()).toEqual(['ignoredArticles', 'lastModified', 'shortcut']);
    expect(same).toMatchObject({ shortcut: [] });
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
