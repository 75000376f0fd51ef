import { describe, expect, it } from 'vitest';
import { createAccountServer, temporaryFolder } from '../../../test/account-server.ts';
import { silentLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createPasswordHasher } from '../users/index.ts';
import { createChangeOwnPassword, createLoginThrottle, createSessions } from './index.ts';

type Server = Awaited<ReturnType<typeof createAccountServer>>;

const password = 'anna-password';

/** Anna, an administrator, and ben; anna is signed in twice. */
const twoSessions = async (dataFolder?: string) => {
  const server = await createAccountServer(dataFolder === undefined ? {} : { dataFolder });
  await server.createUser('anna');
  const here = await server.signIn('anna');
  await server.createUser('ben', { token: here });
  const there = await server.signIn('anna');
  return { server, here, there };
};

const change = (server: Server, token: string, body: object, address?: string) =>
  server.call('PUT /api/password', {
    token,
    body: { current_password: password, new_password: 'another one', end_other_sessions: true, ...body },
    ...(address === undefined ? {} : { address }),
  });

/** What a call with a token answers: its status, and its code if it is refused. */
const stateOf = async (server: Server, token: string): Promise<string> => {
  const answer = await server.call('GET /api/preferences', { token });
  return answer.statusCode === 200 ? 'signed in' : answer.json<{ code: string }>().code;
};

describe('the own password', () => {
  it('is changed by who knows it, and the session that did it goes on while the others end', async () => {
    const { server, here, there } = await twoSessions();
    await using _ = server;
    expect((await change(server, here, {})).statusCode).toBe(200);
    expect(await stateOf(server, here)).toBe('signed in');
    expect(await stateOf(server, there)).toBe('session_ended_by_password');
    expect((await server.call('POST /api/auth', { body: { username: 'anna', password } })).statusCode).toBe(
      401,
    );
    expect(await server.signIn('anna', 'another one')).toMatch(/^[\w-]{43}$/);
  });

  it('stays where the session that asks is ended while it is hashed', async () => {
    const { server, here, there } = await twoSessions();
    await using _ = server;
    const { state, clock } = server.parts;
    const sessions = createSessions({ ...server.parts, log: silentLog });
    const caller = await sessions.identify(here, ['full']);
    if (caller === null) throw new Error('nobody');
    const hasher = createPasswordHasher({ random: systemRandom, cost: { memoryKib: 64, passes: 1 } });
    const changeIt = createChangeOwnPassword({
      ...{ state, sessions, clock, throttle: createLoginThrottle(clock) },
      revokingApps: (trx, userId) => trx.deleteFrom('app_passwords').where('user_id', '=', userId),
      hasher: {
        ...hasher,
        hash: async (...given) => {
          await server.call('DELETE /api/sessions', { token: there });
          return hasher.hash(...given);
        },
      },
    });
    const wanted = { currentPassword: password, newPassword: 'another one', endsOtherSessions: true };
    await expect(changeIt({ caller, ...wanted, keepsApps: true, address: '' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(await stateOf(server, there)).toBe('signed in');
    expect(await server.signIn('anna')).toMatch(/^[\w-]{43}$/);
  });

  it('leaves the other sessions alone unless asked', async () => {
    const { server, here, there } = await twoSessions();
    await using _ = server;
    await change(server, here, { end_other_sessions: false });
    expect([await stateOf(server, here), await stateOf(server, there)]).toEqual(['signed in', 'signed in']);
  });

  it('stays when the current one is wrong, without signing anybody out', async () => {
    const { server, here, there } = await twoSessions();
    await using _ = server;
    const wrong = await change(server, here, { current_password: 'guess' });
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([403, 'wrong_password']);
    const huge = await change(server, here, { current_password: 'x'.repeat(100_000) });
    expect(huge.json<{ code: string }>().code).toBe('wrong_password');
    expect([await stateOf(server, here), await stateOf(server, there)]).toEqual(['signed in', 'signed in']);
    expect(await server.signIn('anna')).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['', 'blank_password'],
    ['x'.repeat(100_000), 'password_too_long'],
  ])('cannot be one that is of no use', async (newPassword, code) => {
    const { server, here } = await twoSessions();
    await using _ = server;
    expect((await change(server, here, { new_password: newPassword })).json<{ code: string }>().code).toBe(
      code,
    );
  });

  it('cannot be guessed more often than by signing in', async () => {
    const { server, here } = await twoSessions();
    await using _ = server;
    const codes = new Set<string>();
    for (let index = 0; index < 60 && !codes.has('too_many_attempts'); index += 1) {
      const answer = await change(server, here, { current_password: `guess ${index}` }, '10.0.0.9');
      codes.add(answer.json<{ code: string }>().code);
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...codes]).toEqual(['wrong_password', 'too_many_attempts']);
    const elsewhere = await server.call('POST /api/auth', {
      body: { username: 'anna', password },
      address: '10.0.0.9',
    });
    expect(elsewhere.statusCode).toBe(429);
  });
});

describe('who was signed out', () => {
  it('is told that it was done from another session, one by one or all at once', async () => {
    const { server, here, there } = await twoSessions();
    await using _ = server;
    const third = await server.signIn('anna');
    const bens = await server.signIn('ben');
    const list = (await server.call('GET /api/sessions', { token: third })).json<{ id: number }[]>();
    await server.call(`DELETE /api/session/${list[1]?.id}`, { token: third });
    expect(await stateOf(server, there)).toBe('session_ended_elsewhere');
    expect((await server.call('DELETE /api/sessions', { token: third })).statusCode).toBe(200);
    expect(await stateOf(server, here)).toBe('session_ended_elsewhere');
    expect([await stateOf(server, third), await stateOf(server, bens)]).toEqual(['signed in', 'signed in']);
  });

  it('is told that an administrator did it, by a new password or by deleting the account', async () => {
    const { server, here } = await twoSessions();
    await using _ = server;
    const bens = await server.signIn('ben');
    await server.call('PUT /api/user/ben', { token: here, body: { new_password: 'given' } });
    expect(await stateOf(server, bens)).toBe('session_ended_by_administrator');
    const again = await server.signIn('ben', 'given');
    await server.call('DELETE /api/user/ben', { token: here });
    expect(await stateOf(server, again)).toBe('session_ended_by_administrator');
  });

  it('is told nothing of it after signing out on purpose, nor with a token that never was', async () => {
    const { server, here } = await twoSessions();
    await using _ = server;
    await server.call('DELETE /api/auth', { token: here });
    expect(await stateOf(server, here)).toBe('unauthorized');
    expect(await stateOf(server, 'A'.repeat(43))).toBe('unauthorized');
  });

  it('is still told after the server was started anew', async () => {
    const folder = temporaryFolder();
    try {
      const first = await twoSessions(folder.path);
      await change(first.server, first.here, {});
      await first.server[Symbol.asyncDispose]();
      await using second = await createAccountServer({ dataFolder: folder.path });
      expect(await stateOf(second, first.there)).toBe('session_ended_by_password');
    } finally {
      folder.remove();
    }
  });
});
