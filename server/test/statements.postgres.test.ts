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
import { createApp, type TestApp } from './subsonic-app.ts';
import { filledWith, jsonOf } from './subsonic-asked.ts';
import { accounts, installation, type Known, people, playlists, plays } from './what-people-write.ts';

/*
 * How many statements of PostgreSQL a call takes: four at most, however long its page is, so that the way to the
 * database is gone a few times and never once for each entry.
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
/** Texts of the statements since the last look. */
let asked: string[] = [];

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

/** What runs by itself: the lease, hints, and whether connections are still there. */
const ofItsOwn = /scan_lease|scan_status|scan_wishes|feed_|pg_notify|^LISTEN|^SELECT 1$/;

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
  pair = await startPair((folder) => writeMusic(folder, manySongs));
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
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    asked.push(textOf(given[0]));
    return Reflect.apply(query, this, given) as never;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await pair[Symbol.asyncDispose]();
});

/** Statements that were asked meanwhile. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked = [];
  await work();
  return asked.filter((each) => !ofItsOwn.test(each) && !aroundStatements.test(each));
};

const expectFew = (what: string, statements: readonly string[]): void =>
  expect.soft(statements.length, `${what}:\n${statements.join('\n')}`).toBeLessThanOrEqual(mostStatements);

/** A call with another length of its page. */
const withPage = (call: Call, limit: number): Call => ({
  ...call,
  path: `${call.path.replace(/[?&]limit=\d+/, '')}${call.path.includes('?') ? '&' : '?'}limit=${limit}`.replace(
    '?&',
    '?',
  ),
});

describe('a call takes four statements at most', () => {
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
    const answer = await side.send({
      method: 'POST',
      path: 'api/apps',
      body: { name: 'Test', may_administer: true, max_bit_rate: 320 },
    });
    const app: TestApp = createApp(side.address, {
      username: 'anna',
      ...json<{ secret: string }>(answer),
    });
    const ids = await idsOfApps(app);
    const names = Object.keys(calls).filter((name) =>
      /^(get|search|ping|tokenInfo|stream|download)/.test(name),
    );
    for (const name of names)
      for (const length of [1, 500]) {
        const lengths = Object.fromEntries(
          ['size', 'count', 'songCount', 'albumCount', 'artistCount'].map((each) => [each, length]),
        );
        const own = name === 'getCoverArt' ? {} : lengths;
        const wanted = filledWith(ids, { ...wantedOfApps(name), ...own });
        // An app password comes and goes: who may come in is not remembered any more.
        const other = await side.send({ method: 'POST', path: 'api/apps', body: { name: 'Other' } });
        await side.send({ method: 'DELETE', path: `api/apps/${json<{ id: number }>(other).id}` });
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
