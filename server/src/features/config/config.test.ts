import { describe, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

const setUp = async () => {
  const server = await createAccountServer();
  await server.createUser('root');
  const token = await server.signIn('root');
  await server.createUser('anna', { token });
  const annas = await server.signIn('anna');
  const put = (body: unknown) => server.call('PUT /api/config', { token, body });
  const everything = async () =>
    JSON.stringify([
      (await server.call('GET /api/settings', { token })).json(),
      (await server.call('GET /api/mount_dirs', { token })).json(),
      (await server.call('GET /api/ddns', { token })).json(),
      server.state.raw.prepare('SELECT name, password_hash, is_admin FROM users ORDER BY id').all(),
    ]);
  return { server, token, annas, put, everything };
};

const whole = {
  settings: {
    album_art_pattern: 'cover',
    reindex_every_n_seconds: 60,
    subsonic_enabled: false,
    subsonic_schemes: ['key'],
    subsonic_downloads: false,
    converts_songs: false,
    measures_songs: false,
  },
  mount_dirs: [{ source: 'music', name: 'Music' }],
  ddns: { host: 'h', username: 'u', password: 'p' },
  users: [
    { name: 'root', password: 'root-password', admin: true },
    { name: 'ben', password: 'ben-password', admin: false },
  ],
};

describe('PUT /config', () => {
  it('replaces every part, keeps who keeps the password signed in, and removes who is not listed', async () => {
    const { server, token, annas, put } = await setUp();
    await using _ = server;
    const answer = await put(whole);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    const get = async (path: string) => (await server.call(`GET /api/${path}`, { token })).json();
    expect(await get('settings')).toEqual({ ...whole.settings, ddns_update_url: '' });
    expect(await get('mount_dirs')).toEqual(whole.mount_dirs);
    expect(await get('ddns')).toEqual(whole.ddns);
    expect(await get('users')).toEqual([
      { name: 'root', is_admin: true },
      { name: 'ben', is_admin: false },
    ]);
    expect((await server.call('GET /api/sessions', { token: annas })).statusCode).toBe(401);
    expect(await server.signIn('ben')).toBeTypeOf('string');
  });

  it('leaves absent and null parts alone', async () => {
    const { server, put, everything } = await setUp();
    await using _ = server;
    const before = await everything();
    for (const body of [
      {},
      { settings: null, mount_dirs: null, ddns: null, users: null },
      { settings: {} },
    ]) {
      expect((await put(body)).statusCode).toBe(200);
    }
    expect(await everything()).toBe(before);
  });

  it.each([
    [{ users: [{ name: 'x', password: 'x', admin: false }] }, 409, 'last_administrator'],
    [{ users: [] }, 409, 'last_administrator'],
    [{ users: [...whole.users, ...whole.users] }, 409, 'duplicate_username'],
    [{ users: [{ name: ' ', password: 'x', admin: true }] }, 400, 'blank_username'],
    [{ users: [{ name: 'x', password: '', admin: true }] }, 400, 'blank_password'],
    [{ users: [{ name: 'x', password: 'x'.repeat(1025), admin: true }] }, 400, 'password_too_long'],
    [{ settings: { album_art_pattern: '(' } }, 400, 'invalid_album_art_pattern'],
    [{ settings: { reindex_every_n_seconds: -1 } }, 400, 'negative_scan_period'],
    [{ mount_dirs: [...whole.mount_dirs, ...whole.mount_dirs] }, 409, 'duplicate_source_name'],
    [{ mount_dirs: [{ source: 'x', name: 'a/b' }] }, 400, 'invalid_source'],
    [{ ddns: { host: 'h', username: 'u:v', password: 'p' } }, 400, 'invalid_ddns'],
    [{ ddns: { host: 'h', username: 'u' } }, 400, 'invalid_request'],
  ])('applies nothing when one part is %j', async (part, status, code) => {
    const { server, put, everything } = await setUp();
    await using _ = server;
    const before = await everything();
    const answer = await put({ ...whole, ...part });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await everything()).toBe(before);
  });

  it('keeps the session that changes its own password', async () => {
    const { server, token } = await setUp();
    await using _ = server;
    const elsewhere = await server.signIn('root');
    const users = [{ name: 'root', password: 'new', admin: true }];
    expect((await server.call('PUT /api/config', { token, body: { users } })).statusCode).toBe(200);
    expect((await server.call('GET /api/sessions', { token })).statusCode).toBe(200);
    expect((await server.call('GET /api/sessions', { token: elsewhere })).statusCode).toBe(401);
  });

  it('takes ydns, as version 7 was first called, for ddns', async () => {
    const { server, token, put, everything } = await setUp();
    await using _ = server;
    const ydns = { host: 'a.ydns.eu', username: 'anna', password: 'secret' };
    const saved = async () => (await server.call('GET /api/ddns', { token })).json();
    expect((await put({ ydns })).statusCode).toBe(200);
    expect(await saved()).toEqual(ydns);
    expect((await put({ ydns: null, ddns: null })).statusCode).toBe(200);
    expect((await put({ ydns, ddns: ydns })).statusCode).toBe(200);
    const before = await everything();
    const both = await put({
      ydns,
      ddns: { ...ydns, host: 'b.ydns.eu' },
      settings: { album_art_pattern: 'x' },
    });
    expect([both.statusCode, both.json<{ code: string }>().code]).toEqual([400, 'invalid_request']);
    expect((await put({ ydns: { host: 'h' } })).statusCode).toBe(400);
    expect((await put({ ydns: { ...ydns, username: 'a:b' } })).json()).toMatchObject({
      code: 'invalid_ddns',
    });
    expect(await everything()).toBe(before);
  });

  it('signs out whose password changes', async () => {
    const { server, annas, put } = await setUp();
    await using _ = server;
    await put({
      users: [
        { name: 'root', password: 'root-password', admin: true },
        { name: 'anna', password: 'new', admin: true },
      ],
    });
    expect((await server.call('GET /api/sessions', { token: annas })).statusCode).toBe(401);
    expect(await server.signIn('anna', 'new')).toBeTypeOf('string');
  });

  it('sets a fresh server up, once', async () => {
    await using server = await createAccountServer();
    const none = await server.call('PUT /api/config', {
      body: { users: [{ name: 'x', password: 'x', admin: false }] },
    });
    expect(none.statusCode).toBe(409);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        server.call('PUT /api/config', {
          body: { users: [{ name: `user${at}`, password: 'x', admin: true }] },
        }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(401),
    ]);
    expect(server.setup.isOpen()).toBe(false);
  });
});

describe('the dynamic DNS account', () => {
  it('is three empty strings at first, and encrypted at rest', async () => {
    const { server, token } = await setUp();
    await using _ = server;
    expect((await server.call('GET /api/ddns', { token })).json()).toEqual({
      host: '',
      username: '',
      password: '',
    });
    const account = { host: 'a.ydns.eu', username: 'anna', password: 'very-secret-9' };
    await server.call('PUT /api/ddns', { token, body: account });
    expect((await server.call('GET /api/ddns', { token })).json()).toEqual(account);
    expect(server.state.raw.serialize().toString('latin1')).not.toContain('very-secret-9');
  });
});
