import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { jsonList } from '../features/collection/json-list.ts';
import { AppError } from '../platform/app-error.ts';
import { type Log, silentLog } from '../platform/log.ts';
import { createApp } from './app.ts';
import type { Authority, Caller } from './authenticate.ts';
import { answerWith, route } from './route.ts';

const anna: Caller = { userId: 1, username: 'anna', isAdmin: false, sessionId: 1, token: 'good' };
const authority: Authority = {
  identify: async (token) => (token === 'good' ? anna : null),
  whyEnded: async () => null,
  isSetupOpen: () => false,
  maySetUp: () => false,
};

const version = { major: 7, minor: 0, server: { name: 'Tonearm', version: '0.1.0' } } as const;

const appWith = (basePath = '', log: Log = silentLog, onAsked = () => {}) =>
  createApp({
    onAsked,
    log,
    clock: createFakeClock(),
    authority,
    basePath,
    trustedProxies: [],
    routes: [
      route('browse', ({ parameter }) => [{ Directory: directoryAt(parameter) }]),
      route('deletePlaylist', ({ parameter }) => {
        throw new AppError('playlist_not_found', `no ${parameter}`);
      }),
      route('putPlaylist', async ({ list }) => {
        for await (const part of list) expect(part.count).toBeGreaterThan(0);
      }),
      route('putPreferences', () => undefined),
      route('recent', ({ request }) => answerWith({ encodedJson: request.method === 'HEAD' ? '' : '[]' })),
      route('version', () => version),
      route('flatten', async ({ parameter }) =>
        answerWith({ encodedJson: await jsonList(brokenRuns(parameter), { count: 10_000 }) }),
      ),
      route('listPlaylists', () => {
        throw new Error('secret detail');
      }),
      route('getPreferences', ({ request }) => {
        throw Object.assign(new Error('of the disk'), { code: request.headers['x-error'] });
      }),
    ],
  });

/** Runs of a list whose database fails in the middle. */
async function* brokenRuns(path: string): AsyncGenerator<string[]> {
  for (let run = 0; run < 20; run += 1) yield Array.from({ length: 250 }, () => JSON.stringify(path));
  throw new AppError('unavailable', 'made anew');
}

const directoryAt = (path: string) => ({
  path,
  artist: null,
  year: null,
  album: null,
  artwork: null,
  date_added: 0,
});

const auth = { authorization: 'Bearer good' };

it('tells of each request before anything is done, whatever becomes of it', async () => {
  let asked = 0;
  const app = await appWith('', silentLog, () => {
    asked += 1;
  });
  const signedIn = { authorization: 'Bearer good' };
  await app.inject({ url: '/api/browse/Music', headers: signedIn });
  await app.inject({ url: '/api/browse/Music' });
  await app.inject({ url: '/api/nothing', headers: signedIn });
  expect(asked).toBe(3);
  await app.close();
});

describe('the HTTP application', () => {
  it.each([
    ['/api/browse/a%2Fb%2Fc', 'a/b/c'],
    ['/api/browse/a/b/c', 'a/b/c'],
    ['//api//browse//a//b/', 'a/b'],
    ['/api/browse/', ''],
    ['/api/browse', ''],
    ['/api/browse/50%2520off', '50%20off'],
    ['/api/browse/%23%3F%25%2B%26', '#?%+&'],
    ['/api/browse/%FFx', '\ufffdx'],
    ['/api/browse/a+b', 'a+b'],
  ])('reads the path of %s once', async (url, path) => {
    await using app = await appWith();
    const answer = await app.inject({ url, headers: auth });
    expect(answer.json()).toEqual([{ Directory: directoryAt(path) }]);
  });

  it('answers below a base path, and at the root for proxies that take it off', async () => {
    await using app = await appWith('/music/box');
    for (const url of ['/music/box/api/version', '/api/version']) {
      expect((await app.inject({ url })).json()).toEqual(version);
    }
  });

  it('answers errors as problem documents and keeps the cause to itself', async () => {
    await using app = await appWith();
    const answer = await app.inject({ url: '/api/playlists', headers: auth });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).not.toContain('secret detail');
    expect(answer.json()).toMatchObject({ code: 'internal', status: 500 });
  });

  it.each([
    ['SQLITE_FULL', 507, 'storage_full', /disk is full/],
    ['SQLITE_READONLY', 503, 'read_only', /cannot be written to/],
    ['SQLITE_IOERR_WRITE', 503, 'unavailable', /reported an error/],
    ['EIO', 503, 'unavailable', /reported an error/],
    ['SQLITE_BUSY', 503, 'unavailable', /busy/],
    ['SQLITE_IOERR_LOCK', 503, 'unavailable', /does not answer/],
  ])('tells %s as what it is', async (error, status, code, words) => {
    await using app = await appWith();
    const answer = await app.inject({ url: '/api/preferences', headers: { ...auth, 'x-error': error } });
    expect(answer.json()).toMatchObject({ status, code, detail: expect.stringMatching(words) });
  });

  it('judges the token before the body', async () => {
    await using app = await appWith();
    const answer = await app.inject({ method: 'PUT', url: '/api/playlist/x', body: 'nonsense' });
    expect(answer.json()).toMatchObject({ code: 'unauthorized' });
  });

  it.each([
    ['nonsense', 'application/json', 'invalid_json'],
    ['{"tracks":[]}', 'text/plain', 'invalid_request'],
    ['{"tracks":[1]}', 'application/json', 'invalid_request'],
    ['', 'application/json', 'invalid_json'],
  ])('refuses the body %j of type %s', async (body, type, code) => {
    await using app = await appWith();
    const headers = { ...auth, 'content-type': type };
    const answer = await app.inject({ method: 'PUT', url: '/api/playlist/x', headers, body });
    expect(answer.json()).toMatchObject({ status: 400, code });
  });

  it('lets the token of the query count even beside a good header', async () => {
    await using app = await appWith();
    const answer = await app.inject({ url: '/api/browse?auth_token=bad', headers: auth });
    expect(answer.statusCode).toBe(401);
    expect((await app.inject({ url: '/api/browse?auth_token=good' })).statusCode).toBe(200);
  });

  it('never takes a token from the query of a write', async () => {
    await using app = await appWith();
    const answer = await app.inject({ method: 'DELETE', url: '/api/playlist/x?auth_token=good' });
    expect(answer.statusCode).toBe(401);
  });

  it('says 404 for unknown addresses and 405 for known ones', async () => {
    await using app = await appWith();
    expect((await app.inject({ url: '/api/nothing' })).json()).toMatchObject({ code: 'not_found' });
    const answer = await app.inject({ method: 'POST', url: '/api/version' });
    expect(answer.json()).toMatchObject({ code: 'method_not_allowed' });
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  it('answers 400 for a percent sign that encodes nothing', async () => {
    await using app = await appWith();
    expect((await app.inject({ url: '/api/browse/50%', headers: auth })).statusCode).toBe(400);
    expect((await app.inject({ url: '/api/%zz' })).statusCode).toBe(400);
  });

  it('tells a HEAD the length that a GET has, or none', async () => {
    await using app = await appWith();
    const lengthOf = async (url: string) =>
      (await app.inject({ method: 'HEAD', url, headers: auth })).headers['content-length'];
    expect(await lengthOf('/api/version')).toBe(String(JSON.stringify(version).length));
    expect(await lengthOf('/api/recent')).toBeUndefined();
    const head = await app.inject({ method: 'HEAD', url: '/api/recent', headers: auth });
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it('judges the address before a body that is too large', async () => {
    await using app = await appWith();
    const payload = 'x'.repeat(2_000_000);
    const headers = { ...auth, 'content-type': 'application/json' };
    const post = async (url: string) => (await app.inject({ method: 'POST', url, headers, payload })).json();
    expect(await post('/api/nothing')).toMatchObject({ status: 404 });
    expect(await post('/api/version')).toMatchObject({ status: 405 });
  });

  it('takes the rest of a body that is too large, so that its sender sees the answer', async () => {
    await using app = await appWith();
    const headers = { ...auth, 'content-type': 'application/json' };
    const url = '/api/preferences';
    const answer = await app.inject({ method: 'PUT', url, headers, payload: 'x'.repeat(2_000_000) });
    expect(answer.statusCode).toBe(413);
    expect(answer.headers['connection']).not.toBe('close');
  });

  it('takes a client that goes away while it sends for no fault of the server', async () => {
    const errors: string[] = [];
    const app = await appWith('', { ...silentLog, error: (message) => void errors.push(message) });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const arrived = once(app.server, 'request');
    const { port } = app.server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1');
    client.write(
      'PUT /api/playlist/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const [request] = (await arrived) as [{ once: (event: 'close', done: () => void) => void }];
    const gone = new Promise<void>((resolve) => request.once('close', resolve));
    client.destroy();
    await gone;
    await app.close();
    expect(errors).toEqual([]);
  });

  it('takes a client that goes away before its answer for no fault of the server', async () => {
    const errors: unknown[] = [];
    const work = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<void>();
    const log: Log = { ...silentLog, error: (...told) => void errors.push(told) };
    const app = await createApp({
      ...{ log, clock: createFakeClock(), authority, basePath: '', trustedProxies: [] },
      routes: [
        route('listPlaylists', async ({ signal }) => {
          work.resolve(signal);
          await once(signal, 'abort');
          ended.resolve();
          return signal.throwIfAborted() ?? [];
        }),
      ],
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const leaving = new AbortController();
    const read = fetch(`http://127.0.0.1:${port}/api/playlists`, { headers: auth, signal: leaving.signal });
    await work.promise;
    leaving.abort();
    await expect(read).rejects.toThrow();
    await ended.promise;
    await app.close();
    expect(errors).toEqual([]);
  });

  it.each(['limit=', 'limit=%20', 'limit=1e3', 'limit=0x10', 'offset=', 'limit=1&limit=2'])(
    'takes %s for no number',
    async (query) => {
      await using app = await appWith();
      const answer = await app.inject({ url: `/api/browse?${query}`, headers: auth });
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});

describe('a list that fails in the middle', () => {
  it.each(['identity', 'gzip', 'br'])('is never taken for whole, sent as %s', async (encoding) => {
    const app = await appWith();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const headers = { ...auth, 'accept-encoding': encoding };
    const read = fetch(`http://127.0.0.1:${port}/api/flatten/x`, { headers }).then((answer) => answer.text());
    await expect(read).rejects.toThrow();
    await app.close();
  });
});
