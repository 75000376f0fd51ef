import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { type FakeListenBrainz, startFakeListenBrainz } from '@tonearm/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '../src/features/subsonic/calls.ts';
import {
  type Answer,
  type Call,
  type Pair,
  type Side,
  signIn,
  startPair,
  writeMusic,
} from './both-databases.ts';
import { askedInBodies, everyRead, idsOfApps, wantedOfApps } from './every-read.ts';
import { everyWrite } from './every-write.ts';
import { createApp, type TestApp, type Wanted } from './subsonic-app.ts';
import { filledWith, jsonOf } from './subsonic-asked.ts';
import { accounts, installation, type Known, people, playlists, plays } from './what-people-write.ts';

/*
 * How many statements of PostgreSQL a call takes: four at most, however long its page or what it brings, so that the way to
 * the database is gone a few times and never once for each entry.
 */

/** Songs of one album more, so that a page of 500 is full. */
const manySongs = 520;
const mostStatements = 4;

/** Playlists of some 2,600 entries: those of all playlists are more than one statement brings. */
const longLists = 8;

let pair: Pair;
/** The one over PostgreSQL; nothing else in this process speaks to one. */
let side: Side;
let known: Known;
let listenBrainz: FakeListenBrainz;
/** Texts of the statements of the call that is being looked at. */
let asked: string[] = [];
/** Whose call asks: what runs by itself, or follows from an earlier one, is nobody's. */
const ofCall = new AsyncLocalStorage<string[]>();
const tellCalls = (): void => ofCall.enterWith(asked);

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

/** What begins and ends a transaction is a trip, and no statement. */
const aroundStatements = /^(BEGIN|COMMIT|ROLLBACK)/i;

const json = <Value>({ body }: Answer): Value => JSON.parse(body.toString()) as Value;

const idsOf = async (path: string): Promise<string[]> =>
  json<{ id: string }[]>(await side.send({ path })).map(({ id }) => id);

const knownNow = async (): Promise<Known> => ({
  songs: json<{ path: string }[]>(await side.send({ path: 'api/flatten' })).map(({ path }) => path),
  albums: await idsOf('api/music/albums'),
  artists: await idsOf('api/music/artists'),
});

beforeAll(async () => {
  listenBrainz = await startFakeListenBrainz();
  pair = await startPair((folder) => writeMusic(folder, manySongs), {
    'listenbrainz-root': `${listenBrainz.root}/`,
  });
  [, side] = pair.sides;
  known = await knownNow();
  const few = { ...known, songs: known.songs.slice(0, 12) };
  const all: Call[] = [...accounts(), ...installation(), ...playlists(few), ...plays(few)];
  for (const call of all) {
    pair.tick();
    if (call.as !== undefined && !side.tokens.has(call.as)) await signIn(side, call.as);
    await side.send(call);
  }
  for (const call of people(few)) await side.send(call);
  const { songs } = known;
  for (const call of [
    { path: 'api/playlist/Walk', body: { tracks: songs } },
    ...Array.from({ length: longLists }, (_, at) => ({
      path: `api/playlist/Long ${at}`,
      body: { tracks: [...songs, ...songs, ...songs, ...songs, ...songs] },
    })),
    { path: 'api/play_queue', body: { tracks: songs } },
    { path: 'api/annotations/star', body: { songs, is_starred: true } },
  ])
    await side.send({ method: 'PUT', ...call });
  const query = pg.Client.prototype.query;
  diagnostics.subscribe('http.server.request.start', tellCalls);
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    ofCall.getStore()?.push(textOf(given[0]));
    return Reflect.apply(query, this, given) as never;
  });
});
afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', tellCalls);
  vi.restoreAllMocks();
  await pair[Symbol.asyncDispose]();
  await listenBrainz[Symbol.asyncDispose]();
});

/** How often a transaction was begun by the last call that was looked at. */
let begun = 0;

/** Statements that were asked meanwhile. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked = [];
  await work();
  const theirs = asked;
  asked = [];
  begun = theirs.filter((each) => /^BEGIN/i.test(each)).length;
  return theirs.filter((each) => !aroundStatements.test(each));
};

/** What is played is sent at once, and dynamic DNS kept fresh: by themselves, and noted with transactions of their own. */
const sendsMeanwhile = /^(scrobble|putDdns|putSettings|putConfig) /;

/** No more than four statements, within one transaction at most: six trips with what begins and ends that. */
const expectFew = (what: string, statements: readonly string[]): void => {
  if (!sendsMeanwhile.test(what)) expect.soft(begun, `transactions of ${what}`).toBeLessThanOrEqual(1);
  expect.soft(statements.length, `${what}:\n${statements.join('\n')}`).toBeLessThanOrEqual(mostStatements);
};

/** A call with another length of its page. */
const withPage = (call: Call, limit: number): Call => ({
  ...call,
  path: `${call.path.replace(/[?&]limit=\d+/, '')}${call.path.includes('?') ? '&' : '?'}limit=${limit}`.replace(
    '?&',
    '?',
  ),
});

const anApp = async (): Promise<{ app: TestApp; ids: Record<string, string> }> => {
  const answer = await side.send({
    method: 'POST',
    path: 'api/apps',
    body: { name: 'Test', may_administer: true, max_bit_rate: 320 },
  });
  const app = createApp(side.address, { username: 'anna', ...json<{ secret: string }>(answer) });
  return { app, ids: await idsOfApps(app) };
};

/** An app password comes and goes: who may come in is not remembered any more. */
const forgetApps = async (): Promise<void> => {
  const other = await side.send({ method: 'POST', path: 'api/apps', body: { name: 'Other' } });
  await side.send({ method: 'DELETE', path: `api/apps/${json<{ id: number }>(other).id}` });
};

/** Names of calls of apps that only read. */
const isRead = /^(get|search|ping|tokenInfo|stream|download)/;

describe('a call that reads takes four statements at most', () => {
  it('of versions 7 and 8, whatever its page', async () => {
    const [genre = ''] = await idsOf('api/music/genres');
    const few = { ...known, songs: known.songs.slice(0, 4) };
    const reads = [
      ...everyRead(few, genre),
      ...askedInBodies({ ...known, songs: known.songs.slice(0, 500) }),
    ];
    let count = 0;
    let entries = 0;
    for (const read of reads)
      for (const limit of read.method === 'POST' ? [null] : [1, 500]) {
        const call = limit === null ? read : withPage(read, limit);
        // Somebody whose token is not remembered yet.
        await signIn(side, 'anna');
        const statements = await statementsOf(async () => {
          const { status, body } = await side.send(call);
          if (status < 300 && limit === 500) entries += body.length;
        });
        expectFew(call.path, statements);
        count += 1;
      }
    expect(count).toBeGreaterThan(400);
    // Pages were full.
    expect(entries).toBeGreaterThan(1_000_000);
  });

  it('of apps, whatever their page', async () => {
    const { app, ids } = await anApp();
    const names = Object.keys(calls).filter((name) => isRead.test(name));
    for (const name of names)
      for (const length of [1, 500]) {
        const lengths = Object.fromEntries(
          ['size', 'count', 'songCount', 'albumCount', 'artistCount'].map((each) => [each, length]),
        );
        const own = name === 'getCoverArt' ? {} : lengths;
        const wanted = filledWith(ids, { ...wantedOfApps(name), ...own });
        await forgetApps();
        const statements = await statementsOf(async () => {
          const response = await app.fetch(name, wanted, { format: 'json', scheme: 'key', ...jsonOf(name) });
          await response.arrayBuffer();
          expect.soft(response.status, name).toBeLessThan(500);
        });
        expectFew(`${name} ${length}`, statements);
      }
    expect(names.length).toBeGreaterThan(40);
  });
});

/*
 * Calls that write read what they need to know, decide, and write all of it, within one transaction.
 */

/**
 * What a call begins and does not wait for: an attempt to sign in that is given back, who is gone and plays no more, plays that are sent and counted, and
 * lists that nobody holds any more.
 */
const afterwards =
  /sign_in_succeeded|"name" from "users" where "id" in|"heads"|"attempts" = "attempts"|"meta"|from "listens" where "id" >|"play_counts"|from "outbox" where "id"|"outbox"\."play"|synchronous_commit|where not exists|scan_status|"rule" like/;

/** What is written together begins with the first of it, under a name. */
const writing = /^(insert|update|delete|with)/;

/** What others have written, too: whoever remembers it reads it again when told, and no call waits for that. */
const remembered = /from "(settings|sources|music_folders)"/;

/** What a call takes of its own. What is asked again after its last write, by others too, counts once. */
const ownOf = (statements: readonly string[]): string[] => {
  const all = statements.filter((each) => !afterwards.test(each));
  const end = all.findLastIndex((each) => writing.test(each)) + 1;
  return [...all.slice(0, end), ...new Set(all.slice(end).filter((each) => !remembered.test(each)))];
};

describe('a call that writes takes four statements at most, for much as for little', () => {
  it('of versions 7 and 8', async () => {
    const [genre = ''] = await idsOf('api/music/genres');
    const songs = known.songs.filter((path) => path.includes('/Long/'));
    let count = 0;
    for (const length of [1, 500])
      for (const { endpoint, first, call } of everyWrite({
        ...{ ...known, songs, genre, length, serviceToken: listenBrainz.token },
      })) {
        await signIn(side, 'anna');
        let answer: Answer | null = null;
        for (const each of first) answer = await side.send(each);
        // What is sent waits, to be given up by hand.
        listenBrainz.always(endpoint === 'linkService' ? 'ok' : 'server-error');
        const wanted = call(answer === null || answer.body.length === 0 ? null : json(answer));
        // Somebody whose token is not remembered yet.
        await signIn(side, wanted.as ?? 'anna');
        let status = 0;
        const statements = await statementsOf(async () => {
          ({ status } = await side.send(wanted));
        });
        expect.soft(status, `${endpoint} ${wanted.path}`).toBeLessThan(300);
        expectFew(`${endpoint} ${length}`, ownOf(statements));
        count += 1;
      }
    expect(count).toBeGreaterThan(100);
  });

  it('of apps', async () => {
    const { app } = await anApp();
    const songs = (
      await app.get<{ song: { id: string }[] }>('search3', { query: '', songCount: 500 }, 'searchResult3')
    ).song.map(({ id }) => id);
    const asked = new Set<string>();
    for (const length of [1, 50])
      for (const at of writesOfApps({}, []).keys()) {
        const each = writesOfApps(await idsToWrite(app), songs.slice(0, length))[at];
        if (each === undefined) throw new Error('There is no such call.');
        const { name, wanted } = each;
        asked.add(name);
        await forgetApps();
        let code: number | undefined;
        const statements = await statementsOf(async () => {
          ({ code } = await app.ask(name, wanted, { method: 'POST', scheme: 'key' }));
        });
        const own = ownOf(statements);
        expect.soft(code, name).toBeUndefined();
        expectFew(`${name} ${length}`, own);
      }
    expect([...asked].sort()).toEqual(
      Object.keys(calls)
        .filter((name) => !isRead.test(name))
        .sort(),
    );
  });
});

/** The signs for ids, and a station, as they are now: what is written takes some away. */
const idsToWrite = async (app: TestApp): Promise<Record<string, string>> => {
  const { internetRadioStation: stations } = await app.get<{ internetRadioStation: { id: string }[] }>(
    ...(['getInternetRadioStations', {}, 'internetRadioStations'] as const),
  );
  return { ...(await idsOfApps(app)), station: stations[0]?.id ?? '' };
};

const writesOfApps = (
  { song = '', playlist = '', station = '' }: Record<string, string>,
  songs: readonly string[],
): { name: string; wanted: Wanted }[] => [
  { name: 'star', wanted: { id: songs } },
  { name: 'unstar', wanted: { id: songs } },
  { name: 'setRating', wanted: { id: song, rating: 4 } },
  { name: 'scrobble', wanted: { id: song, time: 1_720_000_000_000 + songs.length } },
  { name: 'scrobble', wanted: { id: song, submission: false } },
  { name: 'reportPlayback', wanted: { mediaId: song, mediaType: 'song', positionMs: 0, state: 'playing' } },
  { name: 'createPlaylist', wanted: { name: 'From an app', songId: songs } },
  { name: 'createPlaylist', wanted: { playlistId: playlist, songId: songs } },
  { name: 'updatePlaylist', wanted: { playlistId: playlist, comment: 'x', songIdToAdd: songs } },
  { name: 'updatePlaylist', wanted: { playlistId: playlist, name: `Called ${songs.length}` } },
  { name: 'createBookmark', wanted: { id: song, position: 1200, comment: 'here' } },
  { name: 'deleteBookmark', wanted: { id: song } },
  { name: 'savePlayQueue', wanted: { id: songs, current: songs[0] ?? '' } },
  { name: 'savePlayQueueByIndex', wanted: { id: songs, currentIndex: 0 } },
  { name: 'createInternetRadioStation', wanted: { name: 'Folk', streamUrl: 'https://radio.example/folk' } },
  {
    name: 'updateInternetRadioStation',
    wanted: { id: station, name: 'Jazz', streamUrl: 'https://radio.example/jazz' },
  },
  { name: 'deleteInternetRadioStation', wanted: { id: station } },
  { name: 'deletePlaylist', wanted: { id: playlist } },
  { name: 'startScan', wanted: {} },
];
