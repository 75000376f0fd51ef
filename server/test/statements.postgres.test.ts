import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { makeDatabase, type TestDatabase } from './test-postgres.ts';
import { createNetworkCaller } from './whole-server.ts';

const songCount = 300;
const nowhere = 'http://127.0.0.1:9/';

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;
let server: RunningServer;
let songs: readonly string[] = [];
/** Texts of the statements since the last look. */
let asked: string[] = [];

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

/** What runs by itself: the lease, hints, and whether connections are still there. */
const ofItsOwn = /scan_lease|scan_status|scan_wishes|feed_|pg_notify|^LISTEN|^SELECT 1$/;

/** What begins and ends a transaction is a trip, and no statement. */
const aroundStatements = /^(BEGIN|COMMIT|ROLLBACK)/;

const signIn = async (): Promise<string> => {
  const body = { username: 'anna', password: 'anna-password' };
  const { text } = await createNetworkCaller(server.address)('POST api/auth', { body });
  return (JSON.parse(text) as { token: string }).token;
};

beforeAll(async () => {
  folder = temporaryFolder();
  database = await makeDatabase();
  await library().album('Picnic', songCount).writeTo(join(folder.path, 'music'));
  const values = {
    ...{
      host: '127.0.0.1',
      port: '0',
      ffmpeg: 'no',
      data: join(folder.path, 'data'),
      database: database.url,
    },
    ...{ 'lastfm-root': nowhere, 'ddns-root': nowhere, 'listenbrainz-root': nowhere },
  };
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    asked.push(textOf(given[0]));
    return Reflect.apply(query, this, given) as never;
  });
  server = await start(
    readConfig({
      argv: Object.entries(values).flatMap(([flag, value]) => [`--${flag}`, value]),
      environment: {},
      workingFolder: folder.path,
    }),
    { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } },
  );
  const call = createNetworkCaller(server.address);
  await call('POST api/user', { body: { name: 'anna', password: 'anna-password', admin: true } });
  const token = await signIn();
  await call('PUT api/mount_dirs', {
    token,
    body: [{ source: join(folder.path, 'music'), name: 'Music' }],
  });
  await vi.waitUntil(
    async () => {
      const { status, text: found } = await call('GET api/flatten/Music', { token });
      songs = status === 200 ? (JSON.parse(found) as { path: string }[]).map(({ path }) => path) : [];
      return songs.length === songCount;
    },
    { timeout: 60_000 },
  );
  await call('PUT api/playlist/Mine', { token, body: { tracks: songs } });
  await call('PUT api/play_queue', { token, body: { tracks: songs } });
});
afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
  await database[Symbol.asyncDispose]();
  folder.remove();
});

/** Statements of one call, by somebody whose token is not remembered yet. */
const statementsOf = async (target: string): Promise<string[]> => {
  const token = await signIn();
  asked = [];
  const { status, text } = await createNetworkCaller(server.address)(target, { token });
  const statements = asked.filter((each) => !ofItsOwn.test(each) && !aroundStatements.test(each));
  expect(status, text).toBeLessThan(300);
  return statements;
};

describe('a call takes four statements at most, however long its page is', () => {
  it.each([
    'browse',
    'flatten/Music',
    'random',
    'recent',
    'search/picnic',
    'playlists',
    'playlist/Mine',
    'play_queue',
    'play_queue_place',
    'bookmarks',
    'now_playing',
    'preferences',
    'settings',
    'mount_dirs',
    'buckets',
    'ddns',
    'users',
    'sessions',
    'history',
    'scrobbling',
    'scrobbling/outbox',
    'radio_stations',
    'corrections',
    'apps',
  ])('GET %s', async (path) => {
    const statements = await statementsOf(`GET api/${path}`);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4);
  });

  it('a song', async () => {
    const statements = await statementsOf(`GET api/audio/${encodeURIComponent(songs[0] ?? '')}`);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4);
  });
});
