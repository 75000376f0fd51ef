import { describe, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

const serverWithAdministrator = async () => {
  const server = await createAccountServer();
  await server.createUser('root');
  return { server, token: await server.signIn('root') };
};

describe('accounts', () => {
  it('makes the first user an administrator whatever was asked', async () => {
    await using server = await createAccountServer();
    expect((await server.call('GET /api/users')).json()).toEqual([]);
    const answer = await server.createUser('anna', { admin: false });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    const token = await server.signIn('anna');
    expect((await server.call('GET /api/users', { token })).json()).toEqual([
      { name: 'anna', is_admin: true },
    ]);
  });

  it('makes exactly one first user of 50 who come at once', async () => {
    await using server = await createAccountServer();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => server.createUser(`user${at}`)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(49);
    expect(await server.users.list()).toEqual([{ name: expect.any(String), is_admin: true }]);
  });

  it('lists users in order of creation', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    for (const name of ['zoe', 'Émile', 'anna']) await server.createUser(name, { token });
    const names = (await server.call('GET /api/users', { token })).json<{ name: string }[]>();
    expect(names.map((user) => user.name)).toEqual(['root', 'zoe', 'Émile', 'anna']);
  });

  it.each([
    [{ name: '', password: 'x', admin: false }, 400, 'blank_username'],
    [{ name: ' \t', password: 'x', admin: false }, 400, 'blank_username'],
    [{ name: '.', password: 'x', admin: false }, 400, 'invalid_request'],
    [{ name: '..', password: 'x', admin: false }, 400, 'invalid_request'],
    [{ name: 'x', password: '', admin: false }, 400, 'blank_password'],
    [{ name: 'x', password: 'é'.repeat(513), admin: false }, 400, 'password_too_long'],
    [{ name: 'root', password: 'x', admin: false }, 409, 'username_taken'],
    [{ name: 'x', password: 'x' }, 400, 'invalid_request'],
    [{ name: 'x', password: 'x', admin: 'yes' }, 400, 'invalid_request'],
  ])('refuses the new user %j', async (body, status, code) => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    const answer = await server.call('POST /api/user', { token, body });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code });
    expect(await server.users.list()).toHaveLength(1);
  });

  it('applies nothing of a change when a part of it is refused', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    const answer = await server.call('PUT /api/user/root', {
      token,
      body: { new_password: 'other', new_is_admin: false },
    });
    expect(answer.statusCode).toBe(409);
    expect((await server.call('GET /api/users', { token })).statusCode).toBe(200);
    expect(await server.signIn('root')).toBeTypeOf('string');
    expect(
      (await server.call('PUT /api/user/root', { token, body: { new_password: '', new_is_admin: true } }))
        .statusCode,
    ).toBe(400);
  });

  it('takes unknown names, null and absent fields of a change as nothing to do', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    for (const [name, body] of [
      ['nobody', { new_password: 'x', new_is_admin: true }],
      ['root', { new_password: null, new_is_admin: null }],
      ['root', {}],
      ['root', { new_is_admin: true }],
    ] as const) {
      const answer = await server.call(`PUT /api/user/${name}`, { token, body });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
    expect((await server.call('DELETE /api/user/nobody', { token })).statusCode).toBe(200);
    expect(await server.users.list()).toEqual([{ name: 'root', is_admin: true }]);
  });

  it('reads rights live', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    await server.createUser('anna', { token });
    const annas = await server.signIn('anna');
    expect((await server.call('GET /api/users', { token: annas })).statusCode).toBe(403);
    await server.call('PUT /api/user/anna', { token, body: { new_is_admin: true } });
    expect((await server.call('GET /api/users', { token: annas })).statusCode).toBe(200);
    await server.call('PUT /api/user/anna', { token, body: { new_is_admin: false } });
    expect((await server.call('GET /api/users', { token: annas })).statusCode).toBe(403);
  });

  it('revokes tokens when a password changes or a user goes, and revives none', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    await server.createUser('anna', { token });
    const first = await server.signIn('anna');
    await server.call('PUT /api/user/anna', { token, body: { new_password: 'anna-password' } });
    expect((await server.call('GET /api/sessions', { token: first })).statusCode).toBe(401);
    const second = await server.signIn('anna');
    await server.call('DELETE /api/user/anna', { token });
    await server.createUser('anna', { token });
    expect((await server.call('GET /api/sessions', { token: second })).statusCode).toBe(401);
  });

  it('keeps the session that changes its own password, and its media token, and ends the others', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    const { token: mediaToken } = (await server.call('POST /api/media_token', { token })).json<{
      token: string;
    }>();
    const elsewhere = await server.signIn('root');
    for (const body of [{ new_password: 'other' }, { new_password: 'third', new_is_admin: true }]) {
      expect((await server.call('PUT /api/user/root', { token, body })).statusCode).toBe(200);
      const list = await server.call('GET /api/sessions', { token });
      expect(list.json()).toMatchObject([{ is_current: true }]);
      expect((await server.sessions.identify(mediaToken, ['media']))?.username).toBe('root');
      expect((await server.call('GET /api/sessions', { token: elsewhere })).statusCode).toBe(401);
    }
    expect(await server.signIn('root', 'third')).toMatch(/^[\w-]{43}$/);
    // Another administrator who sets it ends all of them.
    await server.createUser('eve', { token, admin: true });
    const eves = await server.signIn('eve');
    await server.call('PUT /api/user/root', { token: eves, body: { new_password: 'fourth' } });
    expect((await server.call('GET /api/sessions', { token })).statusCode).toBe(401);
    expect((await server.call('GET /api/sessions', { token: eves })).statusCode).toBe(200);
  });

  it('takes names with slashes and other signs as one segment', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    for (const name of ['a/b', '50%20off', '#?&+', '__proto__', 'constructor', '\u202eabc', '💿']) {
      expect((await server.createUser(name, { token })).statusCode).toBe(200);
      const path = encodeURIComponent(name);
      await server.call(`PUT /api/user/${path}`, { token, body: { new_is_admin: true } });
      expect((await server.users.list()).at(-1)).toEqual({ name, is_admin: true });
      expect((await server.call(`DELETE /api/user/${path}`, { token })).statusCode).toBe(200);
      expect(await server.users.list()).toHaveLength(1);
    }
  });

  it('never loses its last administrator to 200 mutual demotions and deletions at once', async () => {
    const { server, token } = await serverWithAdministrator();
    await using _ = server;
    const names = ['root', 'ben', 'cleo', 'dora'];
    for (const name of names.slice(1)) await server.createUser(name, { admin: true, token });
    const tokens = await Promise.all(names.map((name) => server.signIn(name)));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const [actor, target] = [at % 4, (at * 7 + 1) % 4];
        const path = `/api/user/${names[target]}`;
        return at % 2 === 0
          ? server.call(`DELETE ${path}`, { token: tokens[actor] })
          : server.call(`PUT ${path}`, { token: tokens[actor], body: { new_is_admin: false } });
      }),
    );
    expect(answers.filter((answer) => answer.statusCode >= 500)).toEqual([]);
    expect((await server.users.list()).filter((user) => user.is_admin).length).toBeGreaterThanOrEqual(1);
  });
});
