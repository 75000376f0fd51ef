import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Song } from '@tonearm/contract';
import { createFakeClock } from '@tonearm/testkit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import { openState } from '../../db/databases.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents, type Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { createPlaylistsFeature, type PlaylistsFeature } from './index.ts';

let folder: string;
let state: ReturnType<typeof openState>;
let files: StoredFiles;
let events: Events<AppEvents>;
let feature: PlaylistsFeature;
let app: FastifyInstance;
const clock = createFakeClock();

const start = async (): Promise<void> => {
  state = openState(folder);
  events = createEvents<AppEvents>((error) => {
    throw error;
  });
  feature = createPlaylistsFeature({ state, lookup: files.lookup, events, clock, log: silentLog });
  app = await appWith(feature.routes);
};
const stop = async (): Promise<void> => {
  await app.close();
  state.close();
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playlists-'));
  files = createStoredFiles();
  await start();
  const addUser = state.raw.prepare(
    "INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (?, ?, '', 0, 0)",
  );
  addUser.run(1, 'anna');
  addUser.run(2, 'ben');
});
afterEach(async () => {
  await stop();
  files.dispose();
  rmSync(folder, { recursive: true });
});

const urlOf = (name: string): string => `/api/playlist/${encodeURIComponent(name)}`;

const put = (user: string, name: string, tracks: readonly string[]) =>
  app.inject({ method: 'PUT', url: urlOf(name), headers: as(user), payload: { tracks } });
const get = (user: string, name: string, query = '', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `${urlOf(name)}${query}`, headers: as(user) });
const remove = (user: string, name: string) =>
  app.inject({ method: 'DELETE', url: urlOf(name), headers: as(user) });
const names = async (user: string): Promise<string[]> => {
  const answer = await app.inject({ url: '/api/playlists', headers: as(user) });
  return answer.json<{ name: string }[]>().map(({ name }) => name);
};
const paths = async (user: string, name: string, query = ''): Promise<string[]> =>
  (await get(user, name, query)).json<Song[]>().map((song) => song.path);

type Move = { from: string; to: string };

let lastMoveId = 0;
const toldOf = (moves: readonly Move[], library = 'one') => ({
  library,
  moves: moves.map(({ from, to }) => {
    lastMoveId += 1;
    return { id: lastMoveId, from, to };
  }),
});
const tellMoves = (moves: readonly Move[]) => events.settle('songs-moved', toldOf(moves));

const songs = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => files.put(`${number}.mp3`, ''));

describe('saved playlists', () => {
  it('keep order and duplicates, and are replaced as a whole', async () => {
    const [a = '', b = '', c = ''] = songs(3);
    const saved = await put('anna', 'x', [c, a, a, b, c]);
    expect([saved.statusCode, saved.body]).toEqual([200, '']);
    expect(await paths('anna', 'x')).toEqual([c, a, a, b, c]);
    await put('anna', 'x', [b]);
    expect(await paths('anna', 'x')).toEqual([b]);
    await put('anna', 'x', []);
    expect(await paths('anna', 'x')).toEqual([]);
    expect(await names('anna')).toEqual(['x']);
  });

  it('are listed in natural order', async () => {
    for (const name of ['Mix 10', 'été', 'mix 2', 'Zoo', 'etc', 'Éva']) await put('anna', name, []);
    expect(await names('anna')).toEqual(['etc', 'été', 'Éva', 'mix 2', 'Mix 10', 'Zoo']);
  });

  it('belong to one user each', async () => {
    const [a = '', b = ''] = songs(2);
    await put('anna', 'same', [a]);
    expect((await get('ben', 'same')).json()).toMatchObject({ status: 404, code: 'playlist_not_found' });
    expect((await remove('ben', 'same')).statusCode).toBe(404);
    await put('ben', 'same', [b]);
    expect([await paths('anna', 'same'), await paths('ben', 'same')]).toEqual([[a], [b]]);
  });

  it('are gone once deleted', async () => {
    await put('anna', 'x', []);
    expect([(await remove('anna', 'x')).statusCode, (await remove('anna', 'x')).statusCode]).toEqual([
      200, 404,
    ]);
    expect((await get('anna', 'x')).statusCode).toBe(404);
    expect(await names('anna')).toEqual([]);
  });

  it('keep entries of songs that are not there, and show them when they come back', async () => {
    const [a = '', b = ''] = songs(2);
    await put('anna', 'x', [a, 'music/later.mp3', '../../etc/passwd', '', b]);
    expect(await paths('anna', 'x')).toEqual([a, b]);
    files.put('later.mp3', '');
    events.emit('collection-changed', { revision: 2 });
    expect(await paths('anna', 'x')).toEqual([a, 'music/later.mp3', b]);
  });

  it('tell every entry as it was saved, to their user alone', async () => {
    const [a = ''] = songs(1);
    const tracks = [a, 'music/later.mp3', '', a, ...Array.from({ length: 1200 }, (_, at) => `gone/"${at}"`)];
    await put('anna', 'x', tracks);
    await put('anna', 'none', []);
    const entries = (user: string, name: string) =>
      app.inject({ url: `/api/playlist_entries/${name}`, headers: as(user) });
    expect((await entries('anna', 'x')).json()).toEqual(tracks);
    expect((await entries('anna', 'none')).json()).toEqual([]);
    expect((await entries('ben', 'x')).json()).toMatchObject({ status: 404, code: 'playlist_not_found' });
  });

  it.each([{}, { tracks: null }, { tracks: 'a' }, { tracks: [1] }, { tracks: ['a', null] }, []])(
    'refuse the body %j and stay as they were',
    async (payload) => {
      const [a = ''] = songs(1);
      await put('anna', 'x', [a]);
      const answer = await app.inject({ method: 'PUT', url: urlOf('x'), headers: as('anna'), payload });
      expect(answer.statusCode).toBe(400);
      expect(await paths('anna', 'x')).toEqual([a]);
    },
  );

  it('follow songs that move, also when two change places', async () => {
    const [a = '', b = ''] = songs(2);
    const moved = files.put('new \u{1f3b5}/"0".mp3', '');
    await put('anna', 'x', [a, b, a]);
    await put('ben', 'y', [b]);
    await tellMoves([{ from: a, to: moved }]);
    expect(await paths('anna', 'x')).toEqual([moved, b, moved]);
    await tellMoves([
      { from: moved, to: b },
      { from: b, to: moved },
    ]);
    expect(await paths('anna', 'x')).toEqual([b, moved, b]);
    expect(await paths('ben', 'y')).toEqual([moved]);
  });

  it('follow each move once, however often it is told', async () => {
    const [a = '', b = '', c = ''] = songs(3);
    await put('anna', 'x', [a, b]);
    const swap = toldOf([
      { from: a, to: b },
      { from: b, to: a },
    ]);
    await events.settle('songs-moved', swap);
    expect(await events.settle('songs-moved', swap)).toBe(true);
    expect(await paths('anna', 'x')).toEqual([b, a]);
    await stop();
    await start();
    const more = toldOf([{ from: b, to: c }]);
    await events.settle('songs-moved', { library: 'one', moves: [...swap.moves, ...more.moves] });
    expect(await paths('anna', 'x')).toEqual([c, a]);
    // A library that was made anew counts from the beginning.
    await events.settle('songs-moved', { library: 'two', moves: [{ id: 1, from: c, to: b }] });
    expect(await paths('anna', 'x')).toEqual([b, a]);
  });

  it('show a page and the number of songs that are there', async () => {
    const all = songs(2500);
    const gone = new Set(all.filter((_, number) => number % 7 === 0));
    for (const entries of [all.slice(0, 700), [...all, ...all, ...all]]) {
      await put('anna', 'x', entries);
      for (const path of gone) files.forget(path);
      events.emit('collection-changed', { revision: 3 });
      const there = entries.filter((path) => !gone.has(path));
      for (const [offset, limit] of [
        [0, 50],
        [857, 3],
        [there.length - 1, 5],
        [5, 0],
        [99_999, 1],
      ] as const) {
        const answer = await get('anna', 'x', `?offset=${offset}&limit=${limit}`);
        expect(answer.json<Song[]>().map((song) => song.path)).toEqual(there.slice(offset, offset + limit));
        expect(answer.headers['x-total-count']).toBe(String(there.length));
      }
      expect(await paths('anna', 'x')).toEqual(there);
      expect((await get('anna', 'x', '?limit=1', 'HEAD')).body).toBe('');
    }
  });

  it('answer HEAD', async () => {
    const [a = ''] = songs(1);
    await put('anna', 'x', [a]);
    expect(await get('anna', 'x', '', 'HEAD')).toMatchObject({ statusCode: 200, body: '' });
    expect((await get('anna', 'none', '', 'HEAD')).statusCode).toBe(404);
  });

  it('hold 200,000 entries', async () => {
    const known = new Set(songs(20));
    const tracks = Array.from({ length: 200_000 }, (_, number) => `music/${number % 40}.mp3`);
    expect((await put('anna', 'long', tracks)).statusCode).toBe(200);
    expect(await paths('anna', 'long')).toEqual(tracks.filter((path) => known.has(path)));
    const page = await get('anna', 'long', '?offset=99990&limit=20');
    expect([page.json<Song[]>().length, page.headers['x-total-count']]).toEqual([10, '100000']);
  });

  it('are whole while a long one is replaced, and follow what moves meanwhile', async () => {
    const [a = '', b = ''] = songs(2);
    await put('anna', 'x', Array<string>(30_000).fill(a));
    const replacing = put('anna', 'x', Array<string>(30_000).fill(b));
    const reading = get('anna', 'x', '?limit=1');
    const [seen] = (await reading).json<Song[]>();
    expect([a, b]).toContain(seen?.path);
    const moved = files.put('moved.mp3', '');
    await Promise.all([tellMoves([{ from: b, to: moved }]), replacing]);
    expect(new Set(await paths('anna', 'x'))).toEqual(new Set([moved]));
  });

  it('follow songs that change places once, also while a long one is saved', async () => {
    const [a = '', b = ''] = songs(2);
    await put('anna', 'other', [a]);
    const saving = put('anna', 'x', Array<string>(200_000).fill(a));
    // The save is under way once its content is there.
    const contents = state.raw.prepare('SELECT count(*) FROM playlist_contents').pluck();
    while (contents.get() !== 2) await new Promise((resolve) => setImmediate(resolve));
    await tellMoves([
      { from: a, to: b },
      { from: b, to: a },
    ]);
    await saving;
    expect(await paths('anna', 'other')).toEqual([b]);
    expect(new Set(await paths('anna', 'x'))).toEqual(new Set([b]));
  });

  it('follow what moves in many turns, so that others get theirs', async () => {
    const [a = '', b = ''] = songs(2);
    for (const name of ['x', 'y']) await put('anna', name, Array<string>(100_000).fill(a));
    const moved = files.put('moved.mp3', '');
    let turns = 0;
    let isFollowing = true;
    const settled = tellMoves([{ from: a, to: moved }]).finally(() => {
      isFollowing = false;
    });
    const again = tellMoves([{ from: moved, to: b }]);
    while (isFollowing) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all([settled, again])).toEqual([true, true]);
    // Many more than these on any machine: 200 rows of a thousand entries each.
    expect(turns).toBeGreaterThan(3);
    for (const name of ['x', 'y']) expect(new Set(await paths('anna', name))).toEqual(new Set([b]));
  });

  it('leave nothing behind that was replaced, deleted or interrupted', async () => {
    const count = () => state.raw.prepare('SELECT count(*) FROM playlist_chunks').pluck().get();
    const long = Array<string>(40_000).fill('a');
    await put('anna', 'x', long);
    await put('anna', 'x', long);
    expect(count()).toBe(80);
    await clock.advance(11 * 60_000);
    await put('anna', 'x', ['a']);
    await clock.advance(11 * 60_000);
    await put('anna', 'y', ['a']);
    await feature.tidy();
    expect(count()).toBe(2);
    await remove('anna', 'x');
    await stop();
    await start();
    await feature.tidy();
    expect(count()).toBe(1);
    expect(await names('anna')).toEqual(['y']);
  });
});

describe('playlists of several users', () => {
  type Step =
    | { kind: 'put'; user: string; name: string; tracks: string[] }
    | { kind: 'delete'; user: string; name: string }
    | { kind: 'move'; from: string; to: string };

  const entry = fc.constantFrom(
    ...Array.from({ length: 8 }, (_, number) => `music/${number}.mp3`),
    'x/../y',
    '',
  );
  const name = fc.constantFrom('a', 'a/b', '__proto__', 'é', 'e\u0301', ' ', '%2F', '\u{1f3b5}\n');
  const user = fc.constantFrom('anna', 'ben');
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('put' as const), user, name, tracks: fc.array(entry) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), user, name }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), from: entry, to: entry }) },
  );

  it('behave as a plain model, whatever is put, deleted and moved', async () => {
    const known = new Set(songs(6));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        state.raw.exec('DELETE FROM playlists');
        const model = new Map<string, string[]>();
        for (const one of steps) {
          if (one.kind === 'move') {
            await tellMoves([one]);
            for (const [key, tracks] of model) {
              model.set(
                key,
                tracks.map((path) => (path === one.from ? one.to : path)),
              );
            }
            continue;
          }
          const key = JSON.stringify([one.user, one.name]);
          if (one.kind === 'put') {
            expect((await put(one.user, one.name, one.tracks)).statusCode).toBe(200);
            model.set(key, one.tracks);
          } else {
            const had = model.delete(key);
            expect((await remove(one.user, one.name)).statusCode).toBe(had ? 200 : 404);
          }
        }
        for (const [key, tracks] of model) {
          const [who, what] = JSON.parse(key) as [string, string];
          expect(await paths(who, what)).toEqual(tracks.filter((path) => known.has(path)));
        }
        const listed = [...(await names('anna')), ...(await names('ben'))].sort();
        expect(listed).toEqual([...model.keys()].map((key) => (JSON.parse(key) as string[])[1]).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('are one of what was put, whole, when many put at the same time', async () => {
    const all = songs(30);
    const length = 20_000;
    const puts = all.slice(0, 6).map((path) => put('anna', 'x', Array<string>(length).fill(path)));
    const others = all.slice(6, 12).map((path) => put('ben', 'x', Array<string>(length).fill(path)));
    const statuses = (await Promise.all([...puts, ...others])).map((answer) => answer.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const who of ['anna', 'ben']) {
      const kept = await paths(who, 'x');
      expect([kept.length, new Set(kept).size]).toEqual([length, 1]);
    }
  });
});
