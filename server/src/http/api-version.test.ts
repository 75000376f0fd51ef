import { createFakeClock } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { createApp } from './app.ts';
import { answerWith, route } from './route.ts';

const anna = { userId: 1, username: 'anna', isAdmin: true, sessionId: 1, token: 'good' };

const appWith = () =>
  createApp({
    log: silentLog,
    clock: createFakeClock(),
    authority: {
      identify: async (token) => (token === 'good' ? anna : null),
      isSetupOpen: () => false,
      whyEnded: async () => null,
      maySetUp: () => false,
    },
    basePath: '',
    trustedProxies: [],
    routes: [
      route('browse', () => answerWith({ encodedJson: '"seven"' })),
      route('browseV8', () => answerWith({ encodedJson: '"eight"' })),
      route('version', () => answerWith({ encodedJson: '"seven"' })),
      route('versionV8', () => answerWith({ encodedJson: '"eight"' })),
      route('getSongs', () => answerWith({ encodedJson: '"alone"' })),
      route('createUser', () => undefined),
    ],
  });

let app: Awaited<ReturnType<typeof appWith>>;
beforeAll(async () => {
  app = await appWith();
});
afterAll(() => app.close());

const get = (url: string, version: string | undefined, token = 'good') =>
  app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(version === undefined ? {} : { 'accept-version': version }),
    },
  });

describe('where two versions answer at one address', () => {
  it.each([
    [undefined, '"seven"'],
    ['7', '"seven"'],
    ['8', '"eight"'],
  ])('the header %s is answered in its version, and caches are told', async (version, body) => {
    for (const url of ['/browse', '/browse/', '/browse/Music%2FAnna', '/browse/Music/Anna', '/version/']) {
      const answer = await get(url, version);
      expect([url, answer.body, answer.headers['vary']]).toEqual([
        url,
        body,
        expect.stringMatching(/Accept-Version/i),
      ]);
    }
  });

  it.each([
    ['9', 406, 'Unsupported API version'],
    ['-8', 406, 'Unsupported API version'],
    ['8.1', 400, 'Could not parse API version header'],
    ['eight', 400, 'Could not parse API version header'],
    ['', 400, 'Could not parse API version header'],
    ['8, 8', 400, 'Could not parse API version header'],
    ['huit é', 400, 'Could not read API version header'],
  ])('the header %s is refused with %i', async (version, status, detail) => {
    const answer = await get('/browse', version);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([status, detail]);
  });

  it('judges the token before the header', async () => {
    expect((await get('/browse', '9', 'bad')).statusCode).toBe(401);
  });

  it('refuses nobody who asks which versions there are', async () => {
    for (const version of ['9', 'x', '']) expect((await get('/version', version)).body).toBe('"seven"');
  });
});

describe('bodies of version 8', () => {
  const post = (version: string | undefined, type: string | undefined, payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/user',
      payload,
      headers: {
        authorization: 'Bearer good',
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(version === undefined ? {} : { 'accept-version': version }),
      },
    });
  const json = 'application/json';
  const good = '{"name":"ben","password":"x","admin":false}';

  it.each([
    ['whole', json, good, 200, 200],
    ['without a type', undefined, good, 415, 400],
    ['of another type', 'text/plain', good, 415, 400],
    ['that is no JSON', json, '{', 400, 400],
    ['without a field', json, '{"name":"ben"}', 422, 400],
    ['with a field of another kind', json, good.replace('false', '1'), 422, 400],
    ['that is too long', json, ' '.repeat(2_000_000), 413, 413],
  ])('one %s', async (_what, type, payload, inEighth, before) => {
    expect((await post('8', type, payload)).statusCode).toBe(inEighth);
    for (const version of [undefined, '7', '9', 'x']) {
      expect((await post(version, type, payload)).statusCode).toBe(before);
    }
  });
});
