import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import {
  type AppAccount,
  addApp,
  createApp,
  elementOfJson,
  isAboutScans,
  parseXml,
  type Scheme,
  type TestApp,
  withoutScan,
} from './subsonic-app.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let account: AppAccount;
let rootAccount: AppAccount;
let app: TestApp;

beforeAll(async () => {
  server = await startWholeServer({ flags: ['--base-path', '/tone'] });
  await server.createUser('root');
  const token = server.mint('root');
  for (const name of ['anna', 'ben']) await server.createUser(name, token);
  account = await addApp(server, 'anna', { maxBitRate: 192 });
  rootAccount = await addApp(server, 'root', { mayAdminister: true });
  app = createApp(server.address, account);
});
afterAll(() => server[Symbol.asyncDispose]());

const put = async (change: object): Promise<void> => {
  const answer = await server.call('PUT api/settings', { token: server.mint('root'), body: change });
  expect(answer.status).toBe(200);
};

const names = [...Object.keys(calls), ...Object.keys(emptyAnswers), ...refusals.keys()];
const schemes: readonly Scheme[] = ['key', 'plain', 'hex', 'token'];

describe('every call', () => {
  it.each(names)(
    '%s says the same by GET and POST, with and without .view, in every format',
    async (name) => {
      const { answer } = (calls as Record<string, { answer: unknown } | undefined>)[name] ?? {};
      // Looked at where songs are converted: it is a POST with JSON only.
      if (answer === 'bytes' || name === 'getTranscodeDecision') return;
      const still = isAboutScans(name) ? withoutScan : (text: string) => text;
      const plain = await app.ask(name);
      const body = JSON.parse(still(plain.text))['subsonic-response'];
      expect(plain.body).toMatchObject({ version: '1.16.1', type: 'tonearm', openSubsonic: true });
      expect(['ok', 'failed']).toContain(plain.body['status']);
      expect(plain.status).toBe(200);
      expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const posted = await app.ask(name, {}, { method: 'POST', suffix: '.view' });
      expect(still(posted.text)).toBe(still(plain.text));
      const wrapped = await app.ask(name, { callback: 'got.it' }, { format: 'jsonp' });
      expect(wrapped.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(still(wrapped.text)).toBe(still(`got.it(${plain.text});`));
      for (const format of ['xml', ''] as const) {
        const xml = await app.ask(name, {}, { format });
        expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
        const element = parseXml(still(xml.text));
        const { xmlns: _, ...attributes } = element.attributes;
        expect({ ...element, attributes }).toEqual(elementOfJson('subsonic-response', body));
      }
    },
  );

  it.each(names)('%s lets nobody in who is nobody', async (name) => {
    const isOpen = name === 'getOpenSubsonicExtensions';
    const stranger = createApp(server.address, { username: 'anna', secret: 'x'.repeat(20) });
    for (const scheme of schemes) {
      const { code, text, status } = await stranger.ask(name, {}, { scheme });
      expect([scheme, status, code]).toEqual([scheme, 200, isOpen ? undefined : scheme === 'key' ? 44 : 40]);
      expect(text).not.toContain('x'.repeat(20));
    }
    expect((await app.ask(name, {}, { scheme: 'none' })).code).toBe(isOpen ? undefined : 10);
  });
});

describe('signing in', () => {
  it.each(schemes)('takes %s, by address and by form', async (scheme) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await app.ask('tokenInfo', {}, { scheme, method })).body['tokenInfo']).toEqual({
        username: 'anna',
      });
  });

  it('takes who it is from the address and the rest from the form', async () => {
    const url = new URL(`rest/getUser?c=x&v=1.16.1&f=json&apiKey=${account.secret}`, server.address);
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ username: 'anna' }) });
    expect(await answer.json()).toMatchObject({ 'subsonic-response': { user: { username: 'anna' } } });
  });

  it('says what is missing, mixed or wrong', async () => {
    const [u, p, t, s, apiKey] = ['anna', account.secret, 'a'.repeat(32), 'pinch', account.secret];
    const cases: [Record<string, string>, number][] = [
      [{}, 10],
      [{ u }, 10],
      [{ p }, 10],
      [{ u, t }, 10],
      [{ u, s }, 10],
      [{ u: '', p }, 10],
      [{ t, s }, 10],
      [{ u, p, t, s }, 43],
      [{ u, p, s }, 43],
      [{ apiKey, u }, 43],
      [{ apiKey, p }, 43],
      [{ apiKey, t }, 43],
      [{ apiKey, s }, 43],
      [{ u, t, s }, 40],
      [{ u, p: 'enc:zz' }, 40],
      [{ u, p: 'anna-password' }, 40],
      [{ u: 'ben', p }, 40],
      [{ apiKey: 'x' }, 44],
    ];
    for (const [sent, code] of cases)
      expect([sent, (await app.ask('ping', sent, { scheme: 'none' })).code]).toEqual([sent, code]);
  });

  it('leads to where app passwords are made, with the base path', async () => {
    const { body } = await app.ask('ping', { u: 'anna', p: 'wrong' }, { scheme: 'none' });
    expect(body['error']).toMatchObject({ helpUrl: `${server.address}#/settings/apps` });
  });

  it.each(['createUser', 'updateUser', 'deleteUser', 'changePassword'])(
    'leads from %s to where users are managed',
    async (name) => {
      const { body } = await app.ask(name);
      expect(body['error']).toMatchObject({ code: 50, helpUrl: `${server.address}#/settings/users` });
    },
  );

  it('needs the name of the app, and takes any version that begins with 1', async () => {
    expect((await app.ask('ping', {}, { client: '' })).code).toBe(10);
    const versions: [string, number | undefined][] = [
      ['', undefined],
      ['1', undefined],
      ['1.2.0', undefined],
      ['1.99.99', undefined],
      ['1.15.0-beta', undefined],
      ['v1.16.1', undefined],
      ['1.16.1 ', undefined],
      ['1x', 0],
      ['.1', 0],
      ['0.9', 20],
      ['2.0.0', 30],
      ['x', 0],
    ];
    for (const [version, code] of versions)
      expect([version, (await app.ask('ping', {}, { version })).code]).toEqual([version, code]);
  });

  it('is refused in schemes that were switched off', async () => {
    try {
      await put({ subsonic_schemes: ['key'] });
      expect((await app.ask('ping', {}, { scheme: 'key' })).code).toBeUndefined();
      expect((await app.ask('ping', {}, { scheme: 'token' })).code).toBe(41);
      expect((await app.ask('ping', {}, { scheme: 'plain' })).code).toBe(42);
      expect((await app.ask('ping', {}, { scheme: 'hex' })).code).toBe(42);
      await put({ subsonic_enabled: false });
      expect((await app.ask('ping', {}, { scheme: 'key' })).code).toBe(50);
    } finally {
      await put({ subsonic_enabled: true, subsonic_schemes: ['key', 'plain', 'hex', 'token'] });
    }
  });

  it('ends with the app password, and with a new password of the account unless apps are kept', async () => {
    const [first, second] = [await addApp(server, 'ben'), await addApp(server, 'ben')];
    const asFirst = createApp(server.address, first);
    const asSecond = createApp(server.address, second);
    expect((await asFirst.ask('ping')).code).toBeUndefined();
    await server.call(`DELETE api/apps/${first.id}`, { token: server.mint('anna') });
    expect((await asFirst.ask('ping')).code).toBeUndefined();
    await server.call(`DELETE api/apps/${first.id}`, { token: server.mint('ben') });
    expect((await asFirst.ask('ping')).code).toBe(40);
    const change = (keep_apps: boolean) =>
      server.call('PUT api/password', {
        token: server.mint('ben'),
        body: {
          current_password: 'ben-password',
          new_password: 'ben-password',
          end_other_sessions: false,
          keep_apps,
        },
      });
    expect((await change(true)).status).toBe(200);
    expect((await asSecond.ask('ping')).code).toBeUndefined();
    expect((await change(false)).status).toBe(200);
    expect((await asSecond.ask('ping')).code).toBe(40);
  });

  it('is no way into the other API, nor the other way round', async () => {
    expect((await server.call('GET api/apps', { token: account.secret })).status).toBe(401);
    const token = server.mint('anna');
    for (const sent of [{ apiKey: token }, { u: 'anna', p: token }])
      expect((await app.ask('ping', sent, { scheme: 'none' })).body['status']).toBe('failed');
    const headers = { authorization: `Bearer ${token}`, cookie: `auth_token=${token}` };
    expect((await app.ask(`ping`, { auth_token: token }, { scheme: 'none', headers })).code).toBe(10);
  });
});

describe('rights', () => {
  it('are those of an administrator only for an app that may administer', async () => {
    const plainRoot = createApp(server.address, await addApp(server, 'root'));
    const fullRoot = createApp(server.address, rootAccount);
    for (const [name, wanted] of [
      ['getUsers', {}],
      ['startScan', {}],
      ['getUser', { username: 'ben' }],
    ] as const) {
      expect([name, (await app.ask(name, wanted)).code]).toEqual([name, 50]);
      expect([name, (await plainRoot.ask(name, wanted)).code]).toEqual([name, 50]);
      expect([name, (await fullRoot.ask(name, wanted)).code]).toEqual([name, undefined]);
    }
    expect((await fullRoot.ask('getUser', { username: 'nobody' })).code).toBe(70);
    expect((await app.ask('getUser', { username: 'nobody' })).code).toBe(50);
    const self = await app.get('getUser', { username: 'ANNA' }, 'user');
    expect(self).toMatchObject({
      username: 'anna',
      adminRole: false,
      maxBitRate: 192,
      downloadRole: true,
      playlistRole: true,
    });
    expect(await fullRoot.get('getUser', { username: 'root' }, 'user')).toMatchObject({ adminRole: true });
    expect(await plainRoot.get('getUser', { username: 'root' }, 'user')).toMatchObject({ adminRole: false });
  });
});

describe('the way an answer takes', () => {
  it('tells unknown calls by 404 and in an envelope', async () => {
    for (const name of [
      'nothing',
      'Ping',
      'getSonicSimilarTracks',
      'ping/ping',
      '__proto__',
      'constructor',
    ]) {
      const { status, code } = await app.ask(name);
      expect([name, status, code]).toEqual([name, 404, 0]);
    }
  });

  it('merges slashes and takes no other methods', async () => {
    const root = server.address.replace(/\/$/, '');
    const answer = await fetch(`${root}//rest///ping.view/?c=x&f=json&apiKey=${account.secret}`);
    expect(await answer.json()).toMatchObject({ 'subsonic-response': { status: 'ok' } });
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const refused = await fetch(`${root}/rest/ping?c=x&apiKey=${account.secret}`, { method });
      expect([method, refused.status]).toEqual([method, 405]);
      expect(parseXml(await refused.text()).attributes['status']).toBe('failed');
    }
  });

  it('lets pages of other origins ask, without cookies', async () => {
    const response = await fetch(new URL('rest/ping', server.address), {
      method: 'OPTIONS',
      headers: { origin: 'https://player.example', 'access-control-request-headers': 'x-thing' },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'x-thing',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-max-age': '86400',
    });
    const { headers } = await app.ask('ping');
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect((await server.call('GET api/version')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('needs a name of JavaScript for JSONP', async () => {
    for (const [callback, code] of [
      [undefined, 10],
      ['', 10],
      ['alert(1)', 0],
      ['x'.repeat(129), 0],
      ['a..b', 0],
    ] as const) {
      const answer = await app.ask('ping', { callback }, { format: 'jsonp' });
      expect([callback, answer.code]).toEqual([callback, code]);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('takes forms up to 16 MiB and passes over bodies that are none', async () => {
    const url = new URL(`rest/ping?c=x&f=json&apiKey=${account.secret}`, server.address);
    const post = async (body: string, type: string) => {
      const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
      return (await answer.json()) as { 'subsonic-response': { status: string; error?: { code: number } } };
    };
    const form = 'application/x-www-form-urlencoded';
    const long = `id=${'tr-0000000000000000000000&id='.repeat(200_000)}`;
    expect((await post(long, `${form}; charset=UTF-8`))['subsonic-response'].status).toBe('ok');
    expect((await post('{', 'application/json'))['subsonic-response'].status).toBe('ok');
    const tooLong = `id=${'x'.repeat(16 * 1024 * 1024)}`;
    expect((await post(tooLong, form))['subsonic-response'].error?.code).toBe(0);
  });
});

it('lists app passwords with their last use', async () => {
  await app.ask('ping', {}, { client: 'Symfonium' });
  const answer = await server.call('GET api/apps', { token: server.mint('anna') });
  expect(JSON.parse(answer.text)).toMatchObject([{ name: 'Test', last_client: 'Symfonium' }]);
  expect(answer.text).not.toContain(account.secret);
});
