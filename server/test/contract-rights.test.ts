import { type Endpoint, endpoints } from '@tonearm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let root: string;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  root = server.mint('root');
  await server.createUser('anna', root);
  await server.createUser('ben', root);
});
afterAll(() => server[Symbol.asyncDispose]());

const rights = (): string =>
  JSON.stringify(server.state.prepare('SELECT id, name, is_admin, password_hash FROM users').all());

/** What somebody may hope to slip in. */
const smuggled = {
  is_admin: true,
  isAdmin: true,
  admin: true,
  new_is_admin: true,
  role: 'admin',
  id: 1,
  user_id: 1,
  userId: 1,
  scope: 'full',
  lastfm_username: 'smuggled',
  password_hash: 'smuggled',
  constructor: { prototype: { isAdmin: true } },
};

const withBody = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, endpoint]) => endpoint.body !== undefined && endpoint.access === 'user',
);

describe('mass assignment', () => {
  it.each(withBody)('gives nobody rights through %s', async (_name, endpoint) => {
    const before = rights();
    const token = server.mint('anna');
    const address = `api${endpoint.path.replace(/\{\w+\*?\??\}$/, 'root')}`;
    const plain = JSON.stringify({ ...smuggled, tracks: [], web_theme_base: null });
    for (const rawBody of [plain, plain.replace('{', '{"__proto__":{"isAdmin":true,"is_admin":true},')]) {
      await server.call(`${endpoint.method} ${address}`, { token, rawBody });
    }
    expect(rights()).toBe(before);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect((await server.call('GET api/users', { token })).status).toBe(403);
  });

  it('changes nothing but what a change of a user names', async () => {
    const { admin: _admin, new_is_admin: _flag, ...rest } = smuggled;
    const before = rights();
    await server.call('PUT api/user/anna', { token: root, body: { ...rest, name: 'root' } });
    expect(rights()).toBe(before);
  });

  it('signs nobody in by a made-up scope or user', async () => {
    const body = { username: 'anna', password: 'anna-password', ...smuggled };
    const answer = await server.call('POST api/auth', { body });
    expect(JSON.parse(answer.text)).toMatchObject({ username: 'anna', is_admin: false });
  });
});

it('keeps playlists of one name apart, and hides those of others', async () => {
  const [annas, bens] = [server.mint('anna'), server.mint('ben')];
  await server.call('PUT api/playlist/same', { token: annas, body: { tracks: ['Music/a'] } });
  await server.call('PUT api/playlist/hers', { token: annas, body: { tracks: [] } });
  expect((await server.call('GET api/playlist/same', { token: bens })).status).toBe(404);
  await server.call('PUT api/playlist/same', { token: bens, body: { tracks: [] } });
  expect((await server.call('DELETE api/playlist/same', { token: bens })).status).toBe(200);
  expect((await server.call('DELETE api/playlist/hers', { token: bens })).status).toBe(404);
  expect((await server.call('GET api/playlist/same', { token: annas })).status).toBe(200);
  expect((await server.call('GET api/playlist/hers', { token: annas })).status).toBe(200);
});

it('keeps at least one administrator through 1,000 mutual demotions', async () => {
  const names = ['root', 'anna', 'ben'];
  for (const name of names)
    await server.call(`PUT api/user/${name}`, { token: root, body: { new_is_admin: true } });
  const tokens = names.map((name) => server.mint(name));
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const actor = at % 3;
        const target = names[(actor + 1 + (at % 2)) % 3];
        return server.call(`PUT api/user/${target}`, { token: tokens[actor], body: { new_is_admin: false } });
      }),
    );
    statuses.push(...answers.map((answer) => answer.status));
    const administrators = server.state
      .prepare('SELECT count(*) FROM users WHERE is_admin = 1')
      .pluck()
      .get();
    expect(administrators).toBe(1);
    server.state.prepare('UPDATE users SET is_admin = 1').run();
  }
  expect(statuses.filter((status) => ![200, 403, 409].includes(status))).toEqual([]);
});
