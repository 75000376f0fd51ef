import { totalCountHeader } from '@tonearm/contract';
import { createFakeClock, library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeMade, createMadeRoutes, createNowPlayingNote } from '../../compose-made.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { silentLog } from '../../platform/log.ts';
import { createStateAccess } from '../../state/state-access.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import { createQueuePaths } from '../play-queue/queue-paths.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';

let folder: TempFolder;
let scanner: ReturnType<typeof createTestScanner>;
let app: Awaited<ReturnType<typeof createTestApp>>;
let made: ReturnType<typeof composeMade>;
let reading: ReturnType<typeof createEmbeddedReading>;
const clock = createFakeClock();

const [bread, wine, loud] = ['M/Anna/1.mp3', 'M/Anna/2.mp3', 'M/Zoe/1.mp3'];

beforeAll(async () => {
  folder = await tempFolder();
  await library()
    .song('Anna/1.mp3', { artist: 'Anna', album: 'Picnic', title: 'Bread', track: 1 })
    .song('Anna/2.mp3', { artist: 'Anna', album: 'Picnic', title: 'Wine', track: 2 })
    .song('Zoe/1.mp3', { artist: 'Zoe', album: 'Loud', title: 'Aloud' })
    .writeTo(folder.join('music'));
  scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  scanner.state.exec("INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0)");
  reading = createEmbeddedReading({ raw: scanner.library });
  const state = createStateAccess(scanner.state);
  const events = { on: () => () => {} };
  const world = { clock, log: silentLog };
  made = composeMade({ state, library: { isFilling: () => false }, events, world }, reading);
  app = await createTestApp(createMadeRoutes(made, reading, state));
});
beforeEach(() => {
  scanner.state.exec(
    'DELETE FROM stars; DELETE FROM ratings; DELETE FROM play_queues; DELETE FROM bookmarks',
  );
});
afterAll(async () => {
  await app.close();
  await scanner[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/${url}`,
    headers: signedIn,
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    total: answer.headers[totalCountHeader.toLowerCase()],
    json: <Value>() => answer.json<Value>(),
  };
};
interface Known {
  readonly id: string;
  readonly path: string;
  readonly rating: number | null;
  readonly starred_at_ms: number | null;
}
const known = async (songs: string[]) =>
  (await call('POST', 'annotations', { songs })).json<{ songs: Known[] }>().songs;
const favourites = async (query = '') => {
  const answer = await call('GET', `favourites/songs${query}`);
  return [answer.json<{ path: string }[]>().map(({ path }) => path), answer.total];
};

describe('stars and ratings', () => {
  it('are given to songs by their paths, and told with them', async () => {
    await call('PUT', 'annotations/star', { songs: [bread, 'M/none.mp3'], is_starred: true });
    await call('PUT', 'annotations/rating', { songs: [bread, wine], rating: 4 });
    const songs = await known([wine, 'M/none.mp3', bread]);
    expect(songs.map(({ path, rating, starred_at_ms }) => [path, rating, starred_at_ms])).toEqual([
      [wine, 4, null],
      [bread, 4, clock.nowMs()],
    ]);
    await call('PUT', 'annotations/star', { songs: [bread], is_starred: false });
    await call('PUT', 'annotations/rating', { songs: [bread], rating: 0 });
    expect((await known([bread]))[0]).toMatchObject({ rating: null, starred_at_ms: null, plays: 0 });
  });

  it('list favourites in every order, a part at a time', async () => {
    for (const path of [bread, loud, wine]) {
      await call('PUT', 'annotations/star', { songs: [path], is_starred: true });
      await clock.advance(1000);
    }
    await call('PUT', 'annotations/rating', { songs: [bread], rating: 5 });
    expect(await favourites()).toEqual([[wine, loud, bread], '3']);
    expect(await favourites('?order=rating&limit=1')).toEqual([[bread], '3']);
    expect(await favourites('?order=name&offset=1')).toEqual([[bread, wine], '3']);
    expect(await favourites('?order=plays')).toEqual([[wine, loud, bread], '3']);
  });

  it('list albums and artists by name', async () => {
    const { entries } = await reading.music.albums({ order: 'title', offset: 0, limit: 10 });
    const artists = await reading.music.artists({ offset: 0, limit: 10 });
    await call('PUT', 'annotations/star', {
      albums: [...entries.map(({ id }) => id), '0000000000000000000000'],
      artists: artists.entries.map(({ id }) => id),
      is_starred: true,
    });
    const names = async (kind: string) =>
      (await call('GET', `favourites/${kind}?order=name`)).json<{ title?: string; name?: string }[]>();
    expect((await names('albums')).map(({ title }) => title)).toEqual(['Loud', 'Picnic']);
    expect((await names('artists')).map(({ name }) => name)).toEqual(['Anna', 'Zoe']);
  });
});

describe('the saved queue', () => {
  const save = (tracks: string[], query: string) => call('PUT', `play_queue?${query}`, { tracks });
  interface Queue {
    readonly revision: number;
    readonly current_index: number;
    readonly position_ms: number;
    readonly songs: { path: string }[];
  }
  const read = async () => (await call('GET', 'play_queue')).json<Queue | null>();

  it('goes from one device to another with its place', async () => {
    expect(await read()).toBe(null);
    expect((await call('GET', 'play_queue_place')).json()).toBe(null);
    await save([bread, wine, 'M/none.mp3', bread, loud], 'current_index=3&position_ms=4321&changed_by=Phone');
    const queue = await read();
    expect(queue?.songs.map(({ path }) => path)).toEqual([bread, wine, bread, loud]);
    expect(queue).toMatchObject({ current_index: 2, position_ms: 4321, changed_by: 'Phone' });
    const place = { revision: queue?.revision, current_index: 3, position_ms: 9, changed_by: 'Desk' };
    expect((await call('PUT', 'play_queue_place', place)).status).toBe(200);
    expect((await call('GET', 'play_queue_place')).json()).toMatchObject({
      current_index: 3,
      changed_by: 'Desk',
      entry_count: 4,
      current: { path: loud },
    });
    await save([], '');
    expect(await read()).toBe(null);
    expect((await call('PUT', 'play_queue_place', place)).status).toBe(409);
  });

  it('goes on with the next song when the one that played is away', async () => {
    await save([bread, wine, loud], 'current_index=1&position_ms=5000');
    const without = createTestQueue([wine]);
    expect(await without.read(1)).toMatchObject({ currentIndex: 1, positionMs: 0, paths: [bread, loud] });
  });

  const createTestQueue = (away: readonly string[]) =>
    createQueuePaths(made.queues, {
      songIds: reading.music.songIds,
      songPaths: async (ids) =>
        (await reading.music.songPaths(ids)).map((path) =>
          path !== null && away.includes(path) ? null : path,
        ),
    });
});

it('bookmarks keep a place in a song', async () => {
  expect((await call('PUT', 'bookmark/M/none.mp3', { position_ms: 1 })).status).toBe(404);
  await call('PUT', `bookmark/${bread}`, { position_ms: 754_000 });
  const [bookmark] = (await call('GET', 'bookmarks')).json<object[]>();
  expect(bookmark).toMatchObject({ song: { path: bread }, position_ms: 754_000, comment: null });
  await call('DELETE', `bookmark/${bread}`);
  expect((await call('GET', 'bookmarks')).json()).toEqual([]);
});

it('what plays is told to whoever plays it', async () => {
  const [song] = await reading.lookup.findSongs([wine]);
  if (song) await createNowPlayingNote(made, reading)(1, song);
  expect((await call('GET', 'now_playing')).json()).toMatchObject([
    { username: 'anna', song: { path: wine }, state: 'playing' },
  ]);
});
