import { createServer, request as forward, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createNetworkCaller, startWholeServer } from './whole-server.ts';

/** What a proxy does to addresses and says about the client. */
interface ProxyOptions {
  readonly targetPort: number;
  /** Part of the path that the proxy takes off, '' when it hands addresses on as they are. */
  readonly strip: string;
  /** Address of the client that it reports. */
  readonly client?: string;
}

const proxies: Server[] = [];
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});

const forwardedHeaders = (headers: IncomingHttpHeaders, client: string): IncomingHttpHeaders => ({
  ...headers,
  'x-forwarded-for':
    headers['x-forwarded-for'] === undefined ? client : `${String(headers['x-forwarded-for'])}, ${client}`,
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'music.example',
  host: 'music.example',
});

/** A small reverse proxy as people put in front, which ends HTTPS. */
const startProxy = async ({ targetPort, strip, client = '203.0.113.7' }: ProxyOptions): Promise<string> => {
  const proxy = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').replace(strip, '') || '/';
    const onward = forward(
      {
        port: targetPort,
        host: '127.0.0.1',
        path,
        method: incoming.method,
        headers: forwardedHeaders(incoming.headers, client),
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
};

describe.each([
  ['hands addresses on as they are', ''],
  ['takes the sub-path off', '/music/box'],
])('below a sub-path behind a proxy that %s', (_what, strip) => {
  it('everything answers, the web client included', async () => {
    await using server = await startWholeServer({
      flags: ['--base-path', '/music/box', '--trusted-proxies', '127.0.0.1'],
    });
    const proxy = await startProxy({ targetPort: server.port, strip, client: '192.168.1.20' });
    const call = createNetworkCaller(proxy);
    expect(JSON.parse((await call('GET music/box/api/version')).text)).toEqual({
      major: 7,
      minor: 0,
      server: { name: 'Tonearm', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string },
    });
    const created = await call('POST music/box/api/user', {
      body: { name: 'root', password: 'x', admin: true },
    });
    expect(created.status).toBe(200);
    const signedIn = await call('POST music/box/api/auth', { body: { username: 'root', password: 'x' } });
    const { token } = JSON.parse(signedIn.text) as { token: string };
    expect((await call('GET music/box/api/user//nobody/', { token })).status).toBe(405);
    expect((await call('GET music/box//api//users/', { token })).status).toBe(200);
    expect((await call(`GET music/box/api/users?auth_token=${token}`)).status).toBe(200);
    expect([200, 503]).toContain((await call('GET music/box/')).status);
    const docs = await call('GET music/box/api-docs');
    expect([docs.status, docs.text.includes('"./api-docs/page.js"')]).toEqual([200, true]);
    expect((await call('GET music/box/api-docs/page.js')).status).toBe(200);
    expect((await call('GET music/box/api/nothing')).code).toBe('not_found');
    expect((await call('GET music/box/nothing.js')).status).toBe(404);
  });
});

it('leads from the sub-path without its slash to the one with it', async () => {
  await using server = await startWholeServer({ flags: ['--base-path', '/music'] });
  const proxy = await startProxy({ targetPort: server.port, strip: '' });
  const answer = await createNetworkCaller(proxy)('GET music');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/music/']);
});

describe('the address of the client', () => {
  const setUpThrough = async (flags: readonly string[], client: string) => {
    await using server = await startWholeServer({ flags });
    const proxy = await startProxy({ targetPort: server.port, strip: '', client });
    const answer = await createNetworkCaller(proxy)('GET api/users');
    return answer.code === '' ? answer.status : answer.code;
  };

  it('is believed from a trusted proxy only', async () => {
    const trusted = ['--trusted-proxies', '127.0.0.0/8'];
    expect(await setUpThrough(trusted, '192.168.1.20')).toBe(200);
    expect(await setUpThrough(trusted, '203.0.113.7')).toBe('setup_code_required');
    expect(await setUpThrough([], '192.168.1.20')).toBe('setup_code_required');
    expect(await setUpThrough(['--trusted-proxies', '10.0.0.0/8'], '192.168.1.20')).toBe(
      'setup_code_required',
    );
  });

  it('is what sign-ins are counted by, and cannot be made up in front of the proxy', async () => {
    await using server = await startWholeServer({ flags: ['--trusted-proxies', '127.0.0.1'] });
    await server.createUser('root');
    const attacker = createNetworkCaller(await startProxy({ targetPort: server.port, strip: '' }));
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const answer = await attacker('POST api/auth', {
        body: { username: `name${at}`, password: 'guess' },
        headers: { 'x-forwarded-for': `198.51.100.${at}` },
      });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(40);
    expect(statuses.at(-1)).toBe(429);
    const elsewhere = createNetworkCaller(
      await startProxy({ targetPort: server.port, strip: '', client: '203.0.113.99' }),
    );
    const answer = await elsewhere('POST api/auth', {
      body: { username: 'root', password: 'root-password' },
    });
    expect(answer.status).toBe(200);
  });
});
