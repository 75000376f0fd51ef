import { type Access, type Endpoint, endpoints } from '@tonearm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Everything a caller may hold. Each gives a fresh token, so that no cell disturbs another. */
const holders = {
  'no token': () => undefined,
  garbage: () => 'garbage',
  'garbage of the right form': () => 'A'.repeat(43),
  expired: (server: WholeServer) => server.mint('root', { isExpired: true }),
  revoked: async (server: WholeServer) => {
    const token = server.mint('root');
    await server.call('DELETE api/auth', { token });
    return token;
  },
  'of a deleted user': async (server: WholeServer) => {
    const token = server.mint('gone');
    server.state.prepare("DELETE FROM users WHERE name = 'gone'").run();
    server.state
      .prepare("INSERT INTO users (name, password_hash, is_admin, created_at_ms) VALUES ('gone', '', 1, 0)")
      .run();
    return token;
  },
  user: (server: WholeServer) => server.mint('anna'),
  'other user': (server: WholeServer) => server.mint('ben'),
  administrator: (server: WholeServer) => server.mint('root'),
  'media token of an administrator': (server: WholeServer) => server.mint('root', { scope: 'media' }),
  'link token of an administrator': (server: WholeServer) => server.mint('root', { scope: 'link' }),
} satisfies Record<string, (server: WholeServer) => string | undefined | Promise<string | undefined>>;

type Holder = keyof typeof holders;
const holderNames = Object.keys(holders) as Holder[];

const fullTokens: readonly Holder[] = ['user', 'other user', 'administrator'];

/** Who gets in, as the table of the contract says. */
const admitted: Record<Access, readonly Holder[]> = {
  anyone: holderNames,
  user: fullTokens,
  admin: ['administrator'],
  media: [...fullTokens, 'media token of an administrator'],
  link: ['link token of an administrator'],
};

const verdict = (access: Access, holder: Holder): 'in' | 401 | 403 => {
  if (admitted[access].includes(holder)) return 'in';
  return access === 'admin' && fullTokens.includes(holder) ? 403 : 401;
};

const table = Object.entries(endpoints) as [string, Endpoint][];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** An address with a parameter that names nothing, so that nobody's data is touched. */
const addressOf = ({ path }: Endpoint): string =>
  `api${path.replace(/\{\w+\*?\??\}$/, 'nothing-of-this-name')}`;

/** Where two versions answer at one address, each is asked for. */
const headersOf = ({ version }: Endpoint): Record<string, string> =>
  version === undefined ? {} : { 'accept-version': String(version) };

const methodsAt = (address: string): Set<string> =>
  new Set(
    table
      .filter(([, endpoint]) => addressOf(endpoint) === address)
      .flatMap(([, endpoint]) => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method])),
  );

const shown = (answer: { status: number }): 'in' | number => {
  if ([401, 403, 405, 500].includes(answer.status)) return answer.status;
  return 'in';
};

let server: WholeServer;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  const token = server.mint('root');
  for (const name of ['anna', 'ben', 'gone']) await server.createUser(name, token);
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(holderNames)('with %s', (holder) => {
  it.each(table)('the call %s answers as declared', async (_name, endpoint) => {
    const address = addressOf(endpoint);
    const expected = verdict(endpoint.access, holder);
    const headers = { headers: headersOf(endpoint) };
    const body = endpoint.method === 'PUT' || endpoint.method === 'POST' ? { body: [], ...headers } : headers;
    const isRead = endpoint.method === 'GET';
    for (const method of isRead ? ['GET', 'HEAD'] : [endpoint.method]) {
      const token = await holders[holder](server);
      const answer = await server.call(`${method} ${address}`, { token, ...body });
      expect([method, 'header', shown(answer)]).toEqual([method, 'header', expected]);
    }
    const token = await holders[holder](server);
    if (token === undefined) return;
    // In the address a token counts on reads, even beside a good header, and never on writes.
    const target = `${endpoint.method} ${address}?auth_token=${token}`;
    const inQuery = await server.call(target, body);
    expect(['query', shown(inQuery)]).toEqual([
      'query',
      isRead ? expected : verdict(endpoint.access, 'no token'),
    ]);
    if (!isRead) return;
    const besideGood = await server.call(`GET ${address}?auth_token=${'B'.repeat(43)}`, {
      token,
      ...headers,
    });
    expect(['beside', shown(besideGood)]).toEqual(['beside', verdict(endpoint.access, 'garbage')]);
  });
});

it.each(['no token', 'user', 'administrator'] as const)(
  'methods that no call declares are refused with %s',
  async (holder) => {
    for (const address of new Set(table.map(([, endpoint]) => addressOf(endpoint)))) {
      const declared = methodsAt(address);
      for (const method of methods.filter((candidate) => !declared.has(candidate))) {
        const token = holders[holder](server);
        const answer = await server.call(`${method} ${address}`, { token });
        expect([method, address, answer.status]).toEqual([method, address, 405]);
        expect(new Set(answer.headers.get('allow')?.split(', '))).toEqual(declared);
      }
    }
  },
);

it('has every call of the contract', async () => {
  const token = server.mint('root');
  for (const [name, endpoint] of table.filter(([, candidate]) => candidate.access !== 'link')) {
    if (name === 'signOut') continue;
    const answer = await server.call(`${endpoint.method} ${addressOf(endpoint)}`, {
      token,
      headers: headersOf(endpoint),
    });
    expect([name, answer.status]).not.toEqual([name, 405]);
  }
});
