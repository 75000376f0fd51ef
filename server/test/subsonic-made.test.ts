import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json, TestApp } from './subsonic-app.ts';
import { type Album, askCollection, patience, type Song, startScanned } from './subsonic-scanned.ts';
import { faultsOfBody } from './subsonic-schema.ts';
import type { WholeServer } from './whole-server.ts';

let server: WholeServer;
let app: TestApp;

beforeAll(async () => {
  ({ server, app } = await startScanned());
});
afterAll(() => server[Symbol.asyncDispose]());

const { albums, everySong } = askCollection(() => app);

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
  const { entry } = await app.get<{ entry: Json[] }>('getNowPlaying', {}, 'nowPlaying');
  expect(entry).toMatchObject([{ id: song?.id, playerName: 'test' }]);
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
  // An app may say that it begins; of who listens no more is told than that they do.
  await app.get('reportPlayback', { ...report, state: 'starting' });
  const { body } = await app.ask('getNowPlaying');
  expect(faultsOfBody(body)).toEqual([]);
  expect((await playing()).find(isOfSong)).toMatchObject({
    state: 'playing',
    positionMs: expect.any(Number),
  });
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
  // As REST 1.16.1 spells it, and as OpenSubsonic does.
  expect(made).toMatchObject({
    ...station,
    ...{ homePageUrl: 'https://one.example', homepageUrl: 'https://one.example' },
  });
  await app.get('updateInternetRadioStation', { id: made?.id, ...station, name: 'Two' });
  expect(await stations()).toEqual([{ id: made?.id, ...station, name: 'Two' }]);
  expect((await app.ask('createInternetRadioStation', { name: 'x', streamUrl: 'file:///etc/x' })).code).toBe(
    0,
  );
  await app.get('deleteInternetRadioStation', { id: made?.id });
  expect((await app.ask('deleteInternetRadioStation', { id: made?.id })).code).toBe(70);
  expect(await stations()).toEqual([]);
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

  // A folder that is an album says how often that was played, in lists and by itself.
  const albums = await app.get<{ album: Json[] }>('getAlbumList2', { type: 'frequent' }, 'albumList2');
  const folders = await app.get<{ album: Json[] }>('getAlbumList', { type: 'frequent' }, 'albumList');
  const rain = albums.album.find(({ name }) => name === 'Rain');
  const folder = folders.album.find(({ title }) => title === 'Rain');
  expect(rain?.['playCount']).toBeGreaterThanOrEqual(2);
  expect(folder).toMatchObject({ playCount: rain?.['playCount'] });
  const opened = await app.get<Json>('getMusicDirectory', { id: String(folder?.['id']) }, 'directory');
  expect(opened['playCount']).toBe(rain?.['playCount']);
});
