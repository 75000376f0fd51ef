import type { LinkedService, OutboxEntry } from '@tonearm/contract';
import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import { openTestState } from '../../../test/test-state.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecretBox, type SecretBox } from '../../platform/secret-box.ts';
import { forAll, type ScrobblingService, type Verdict } from './scrobbler.ts';
import { createScrobbling, type Scrobbling } from './scrobbling.ts';
import { createScrobblingRoutes } from './scrobbling-routes.ts';

/** A service that takes what it is told, or what `answer` says, and keeps what it was told. */
const createService = (id: string, hint: string | null = null) => {
  const told = { playing: [] as string[], plays: [] as string[] };
  const state: { answer: Verdict } = { answer: { kind: 'sent' } };
  const service: ScrobblingService = {
    id,
    label: id.toUpperCase(),
    mostPlays: 10,
    linkedBy: 'page',
    hint,
    authorizeUrl: null,
    profileUrl: (name) => `https://${id}.example/${name}`,
    link: (token) =>
      Promise.resolve(
        token === 'wrong'
          ? { kind: 'refused', reason: 'It does not know this token.' }
          : token === 'away'
            ? { kind: 'unreachable', reason: 'It does not answer.' }
            : { kind: 'linked', username: `${token}'s name`, secret: token },
      ),
    nowPlaying: (_secret, play) => {
      told.playing.push(play.title);
      return Promise.resolve(state.answer);
    },
    scrobble: (_secret, plays) => {
      told.plays.push(...plays.map(({ play }) => play.title));
      return Promise.resolve(forAll(plays, state.answer));
    },
  };
  return { service, told, state };
};

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let clock: FakeClock;
let files: StoredFiles;
let first: ReturnType<typeof createService>;
let second: ReturnType<typeof createService>;
let scrobbling: Scrobbling;
let secrets: SecretBox;
let app: Awaited<ReturnType<typeof appWith>>;
/** Link tokens that can be used still. */
let unused: Set<string>;

beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  clock = createFakeClock();
  files = createStoredFiles();
  for (const name of ['Anna/Sea.mp3', 'no extension', '.hidden', 'a.b.flac']) files.put(name, '');
  [first, second] = [createService('lastfm'), createService('listenbrainz')];
  secrets = createSecretBox({ dataFolder: folder.path, random: systemRandom });
  unused = new Set(['anna']);
  scrobbling = createScrobbling({
    state,
    events: createEvents<AppEvents>((error) => {
      throw error;
    }),
    services: [
      first.service,
      second.service,
      createService('libre', 'An administrator has to set a key.').service,
    ],
    secrets,
    clock,
    log: silentLog,
  });
  app = await appWith(
    createScrobblingRoutes({
      scrobbling,
      lookup: files.lookup,
      sessions: {
        issueLinkToken: () => Promise.resolve('a link token'),
        consumeLinkToken: (token) => Promise.resolve(unused.delete(token)),
      },
    }),
  );
});
afterEach(async () => {
  await app.close();
  await scrobbling.close();
  state.close();
  files.dispose();
  await folder[Symbol.asyncDispose]();
});

const call = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  { user = 'anna', body }: { user?: string; body?: object } = {},
) => app.inject({ method, url, headers: as(user), ...(body === undefined ? {} : { payload: body }) });
const link = (service: string, token: string, user = 'anna') =>
  call('PUT', `/api/scrobbling/link/${service}`, { user, body: { token } });
const codeOf = (answer: { statusCode: number; json: <T>() => T }): unknown[] => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
];
const play = (name: string, startedAt: number, user = 'anna') =>
  call('POST', `${addressOf('lastfm/scrobble', `music/${name}`)}?started_at=${startedAt}`, { user });
const outbox = async (user = 'anna') =>
  (await call('GET', '/api/scrobbling/outbox', { user })).json<OutboxEntry[]>();
const services = async (user = 'anna') =>
  (await call('GET', '/api/scrobbling', { user })).json<LinkedService[]>();
const settle = async (): Promise<void> => {
  await clock.advance(1);
  await state.settled();
};

describe('what plays', () => {
  const announce = (name: string, user = 'anna') =>
    call('PUT', addressOf('lastfm/now_playing', `music/${name}`), { user });

  it('is told to each linked service, under a name that every song has', async () => {
    expect((await announce('Anna/Sea.mp3')).statusCode).toBe(204);
    await link('lastfm', 'x');
    await link('listenbrainz', 'y');
    for (const name of ['Anna/Sea.mp3', 'no extension', '.hidden', 'a.b.flac'])
      expect((await announce(name)).statusCode).toBe(200);
    expect(first.told.playing).toEqual(['Sea', 'no extension', '.hidden', 'a.b']);
    expect(second.told.playing).toEqual(first.told.playing);
  });

  it('is told to none that asked for a pause, or whose account has to be linked again', async () => {
    await link('lastfm', 'x');
    await link('listenbrainz', 'y');
    first.state.answer = { kind: 'retry', reason: 'slow down', afterMs: 60_000 };
    second.state.answer = { kind: 'unlinked', reason: 'gone' };
    await play('Anna/Sea.mp3', 1000);
    await settle();
    expect((await announce('a.b.flac')).statusCode).toBe(200);
    expect([first.told.playing, second.told.playing]).toEqual([[], []]);
  });
});

describe('an account', () => {
  it('is linked with what its service knows, and with nothing else', async () => {
    expect(codeOf(await link('nobody', 'x'))).toEqual([404, 'not_found']);
    expect(codeOf(await link('libre', 'x'))[1]).toBe('service_refused');
    expect(codeOf(await link('lastfm', 'wrong'))[1]).toBe('service_refused');
    expect(codeOf(await link('lastfm', 'away'))[1]).toBe('service_unreachable');
    expect(codeOf(await link('lastfm', '  '))).toEqual([400, 'invalid_link']);
    expect((await services()).map(({ username }) => username)).toEqual([null, null, null]);
    expect((await link('lastfm', ' x ')).statusCode).toBe(200);
    expect((await services()).map(({ id, username }) => [id, username])).toEqual([
      ['lastfm', "x's name"],
      ['listenbrainz', null],
      ['libre', null],
    ]);
    expect((await services('ben'))[0]?.username).toBeNull();
    await call('DELETE', '/api/scrobbling/link/lastfm');
    expect((await services())[0]?.username).toBeNull();
  });

  it('is linked by the page of a service once with one token, which a look does not use up', async () => {
    const byPage = (method: 'GET' | 'HEAD') => call(method, '/api/lastfm/link?token=x');
    expect((await byPage('HEAD')).statusCode).toBe(200);
    expect((await services())[0]?.username).toBeNull();
    expect((await byPage('GET')).statusCode).toBe(200);
    expect((await services())[0]?.username).toBe("x's name");
    expect(codeOf(await byPage('GET'))).toEqual([401, 'unauthorized']);
    expect(codeOf(await call('GET', '/api/lastfm/link'))).toEqual([400, 'invalid_link']);
  });

  it('has to be linked again when its secret cannot be opened any more', async () => {
    await link('lastfm', 'x');
    state.raw.prepare('UPDATE linked_accounts SET secret = ?').run(Buffer.from('sealed with another key'));
    await play('Anna/Sea.mp3', 1000);
    await settle();
    expect((await services())[0]?.lapse).toBe('secret_lost');
    expect(await outbox()).toMatchObject([{ state: 'link_again', next_attempt_at: null }]);
    expect(first.told.plays).toEqual([]);
  });
});

describe('plays that wait', () => {
  const refuseOne = async (): Promise<number> => {
    await link('lastfm', 'x');
    first.state.answer = { kind: 'rejected', refusal: { reason: 'not_taken', number: 7 } };
    await play('Anna/Sea.mp3', 1000);
    await settle();
    first.state.answer = { kind: 'sent' };
    return (await outbox())[0]?.id ?? 0;
  };

  it('are listed with their number, and counted for each service', async () => {
    await link('listenbrainz', 'y');
    const id = await refuseOne();
    second.state.answer = { kind: 'retry', reason: 'later' };
    for (const startedAt of [2000, 3000]) await play('a.b.flac', startedAt);
    await settle();
    const answer = await call('GET', '/api/scrobbling/outbox?limit=1');
    expect([answer.headers['x-total-count'], answer.json<unknown[]>().length]).toEqual(['3', 1]);
    expect((await outbox()).find((entry) => entry.id === id)).toMatchObject({
      state: 'refused',
      refusal: 'LASTFM does not take this play (error 7).',
      refusal_number: 7,
    });
    expect((await services()).map(({ waiting, refused }) => [waiting, refused])).toEqual([
      [0, 1],
      [2, 0],
      [0, 0],
    ]);
  });

  it('say what they wait for', async () => {
    await link('lastfm', 'x');
    first.state.answer = { kind: 'retry', reason: 'later' };
    await play('Anna/Sea.mp3', 1000);
    await settle();
    const state1 = async () => (await outbox())[0]?.state;
    expect(await state1()).toBe('waiting');
    expect((await outbox())[0]?.next_attempt_at).toBeGreaterThan(0);
    await link('lastfm', 'other');
    expect(await state1()).toBe('other_account');
    await call('DELETE', '/api/scrobbling/link/lastfm');
    expect(await state1()).toBe('not_linked');
    state.raw.exec("UPDATE outbox SET service = 'gone.example'");
    expect(await state1()).toBe('unknown_service');
  });

  it('for another account go to the one that is linked now when that is asked for', async () => {
    await link('lastfm', 'x');
    first.state.answer = { kind: 'retry', reason: 'later' };
    await play('Anna/Sea.mp3', 1000);
    await settle();
    first.told.plays.length = 0;
    first.state.answer = { kind: 'sent' };
    await link('lastfm', 'other');
    await clock.advance(120_000);
    expect([first.told.plays, (await services())[0]?.waiting_elsewhere]).toEqual([[], 1]);
    await call('POST', '/api/scrobbling/adopt', { body: { service: 'lastfm' } });
    await settle();
    expect(first.told.plays).toEqual(['Sea']);
    expect(await outbox()).toEqual([]);
  });

  it('are tried again or given up by whom they belong to', async () => {
    const id = await refuseOne();
    const retry = (user: string, which = id) =>
      call('POST', `/api/scrobbling/outbox/retry/${which}`, { user });
    const discard = (user: string, which = id) => call('DELETE', `/api/scrobbling/outbox/${which}`, { user });
    for (const answer of [await retry('ben'), await retry('anna', id + 99), await discard('ben')])
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect(await outbox()).toHaveLength(1);
    first.told.plays.length = 0;
    expect((await retry('anna')).statusCode).toBe(200);
    await settle();
    expect([first.told.plays, await outbox()]).toEqual([['Sea'], []]);
    first.state.answer = { kind: 'rejected', refusal: { reason: 'too_old', number: null } };
    await play('a.b.flac', 5000);
    await settle();
    const [left] = await outbox();
    expect(left?.refusal).toBe('LASTFM says that the play is too old.');
    expect((await discard('anna', left?.id)).statusCode).toBe(200);
    expect(await outbox()).toEqual([]);
    expect(codeOf(await discard('anna', left?.id))).toEqual([404, 'not_found']);
  });
});

describe('the history', () => {
  it('has every play of a user, the newest first, and says how many there are', async () => {
    for (const [index, name] of ['Anna/Sea.mp3', 'a.b.flac', '.hidden'].entries())
      await play(name, 1000 + index);
    await play('Anna/Sea.mp3', 1, 'ben');
    const answer = await call('GET', '/api/history?limit=2&offset=1');
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.json<{ path: string }[]>().map(({ path }) => path)).toEqual([
      'music/a.b.flac',
      'music/Anna/Sea.mp3',
    ]);
  });
});
