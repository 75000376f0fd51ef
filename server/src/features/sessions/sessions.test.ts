import { describe, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';
import type { Clock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { stateMigrations } from '../../state/migrations.ts';
import { createSessions } from './sessions.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A clock that stands until moved; tasks run when it passes their time. */
const createFakeClock = () => {
  const time = { ms: 1_700_000_000_000, jumpMs: 0 };
  const tasks = new Set<{ atMs: number; task: () => void }>();
  const clock: Clock = {
    nowMs: () => time.ms + time.jumpMs,
    monotonicMs: () => time.ms,
    schedule: (delayMs, task) => {
      const entry = { atMs: time.ms + delayMs, task };
      tasks.add(entry);
      return () => tasks.delete(entry);
    },
  };
  const pass = (ms: number): void => {
    time.ms += ms;
    for (const entry of [...tasks].filter(({ atMs }) => atMs <= time.ms)) {
      tasks.delete(entry);
      entry.task();
    }
  };
  const jump = (ms: number): void => {
    time.jumpMs += ms;
  };
  return { clock, pass, jump };
};

const hashOf = (server: Awaited<ReturnType<typeof createAccountServer>>, userId: number): string =>
  server.state.raw.prepare('SELECT password_hash FROM users WHERE id = ?').pluck().get(userId) as string;

const signedIn = async () => {
  const fake = createFakeClock();
  const server = await createAccountServer({ clock: fake.clock });
  await server.createUser('anna');
  const answer = await server.call('POST /api/auth', {
    body: { username: 'anna', password: 'anna-password' },
    headers: { 'user-agent': 'Radio/1' },
  });
  const { token, media_token: mediaToken } = answer.json<{ token: string; media_token: string }>();
  const isLive = async (which = token): Promise<boolean> =>
    (await server.sessions.identify(which, ['full', 'media'])) !== null;
  return { ...fake, server, token, mediaToken, isLive };
};

describe('sessions', () => {
  it('begin with the right password only', async () => {
    const { server, token } = await signedIn();
    await using _ = server;
    expect(token).toMatch(/^[\w-]{43}$/);
    const wrong = await server.call('POST /api/auth', { body: { username: 'anna', password: 'x' } });
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([401, 'bad_credentials']);
  });

  it('store no token as it is', async () => {
    const { server, token, mediaToken } = await signedIn();
    await using _ = server;
    const dump = JSON.stringify(server.state.raw.serialize().toString('latin1'));
    for (const secret of [token, mediaToken, 'anna-password']) expect(dump).not.toContain(secret);
  });

  it.each(['full', 'media'] as const)(
    'of an app that plays now and then (%s) never end by age',
    async (scope) => {
      const { server, token, mediaToken, isLive, pass } = await signedIn();
      await using _ = server;
      for (let times = 0; times < 15; times += 1) {
        pass(364 * dayMs);
        expect(await isLive(scope === 'full' ? token : mediaToken)).toBe(true);
      }
      expect(await Promise.all([isLive(token), isLive(mediaToken)])).toEqual([true, true]);
      expect((await server.call('GET /api/sessions', { token })).json()).toHaveLength(1);
    },
  );

  it('end, with their media tokens, after a year without use', async () => {
    const { server, token, mediaToken, isLive, pass } = await signedIn();
    await using _ = server;
    pass(365 * dayMs - 1);
    expect(await isLive()).toBe(true);
    pass(365 * dayMs);
    expect(await Promise.all([isLive(token), isLive(mediaToken)])).toEqual([false, false]);
  });

  it('begun by a version that ended them after a year go on when they are in use', async () => {
    const { server, isLive, pass } = await signedIn();
    await using _ = server;
    const { raw } = server.state;
    raw.prepare('UPDATE sessions SET expires_at_ms = ?').run(1_700_000_000_000 + 365 * dayMs);
    const step = stateMigrations.find(({ name }) => name === '0002-sessions-in-use');
    raw.exec(step?.sql ?? '');
    pass(364 * dayMs);
    expect(await isLive()).toBe(true);
    pass(364 * dayMs);
    expect(await isLive()).toBe(true);
  });

  it('outlive a server that starts before its clock is set', async () => {
    const { server, token, jump, pass } = await signedIn();
    await using _ = server;
    const restarted = () => createSessions({ ...server.parts, log: silentLog });
    // A board without a battery begins in 1970, and learns the time a little later.
    jump(-1_700_000_000_000);
    const early = restarted();
    expect(await early.identify(token, ['full'])).not.toBeNull();
    const begun = await early.begin({ userId: 1, passwordHash: hashOf(server, 1), client: 'Early/1' });
    if (begun === null) throw new Error('There is no such user.');
    jump(1_700_000_000_000);
    pass(60_000);
    for (const one of [token, begun.token]) expect(await early.identify(one, ['full'])).not.toBeNull();
    await early.close();
    const late = restarted();
    for (const one of [token, begun.token]) expect(await late.identify(one, ['full'])).not.toBeNull();
  });

  it('in use outlive a clock that was wrong for long and is right after a restart', async () => {
    const { server, token, jump, pass } = await signedIn();
    await using _ = server;
    for (const days of [-700, 700, 3650, -3650]) {
      const wrong = createSessions({ ...server.parts, log: silentLog });
      jump(days * dayMs);
      pass(dayMs);
      expect(await wrong.identify(token, ['full'])).not.toBeNull();
      await wrong.close();
      const right = createSessions({ ...server.parts, log: silentLog });
      expect(await right.identify(token, ['full'])).not.toBeNull();
      await right.close();
    }
  });

  it.each([3650, -3650])('survive a clock that jumps by %d days', async (days) => {
    const { server, isLive, jump, pass } = await signedIn();
    await using _ = server;
    jump(days * dayMs);
    expect(await isLive()).toBe(true);
    pass(dayMs);
    expect(await isLive()).toBe(true);
  });

  it('note their use at most once a minute, and media counts as use', async () => {
    const { server, token, mediaToken, isLive, pass } = await signedIn();
    await using _ = server;
    const stored = (): unknown =>
      server.state.raw.prepare('SELECT last_used_at_ms FROM sessions WHERE scope = ?').pluck().get('full');
    const before = stored();
    pass(59_000);
    expect(await isLive(token)).toBe(true);
    pass(6_000);
    await server.state.settled();
    expect(stored()).toBe(before);
    expect(await isLive(mediaToken)).toBe(true);
    pass(6_000);
    await server.state.settled();
    expect(stored()).toBe(Number(before) + 65_000);
  });

  it('are listed and revoked by their owner only', async () => {
    const { server, token, mediaToken, isLive, pass } = await signedIn();
    await using _ = server;
    pass(1000);
    const other = await server.signIn('anna');
    await server.createUser('ben', { token });
    const bens = await server.signIn('ben');
    const list = (await server.call('GET /api/sessions', { token: other })).json<{ id: number }[]>();
    expect(list).toMatchObject([
      { is_current: true, created_at: 1_700_000_001 },
      { is_current: false, client: 'Radio/1', created_at: 1_700_000_000 },
    ]);
    const target = `DELETE /api/session/${list[1]?.id}`;
    expect((await server.call(target, { token: bens })).statusCode).toBe(404);
    expect((await server.call('DELETE /api/session/1e3', { token: bens })).statusCode).toBe(404);
    expect((await server.call(target, { token: other })).statusCode).toBe(200);
    expect(await Promise.all([isLive(token), isLive(mediaToken), isLive(other)])).toEqual([
      false,
      false,
      true,
    ]);
    expect((await server.call('DELETE /api/auth', { token: other })).statusCode).toBe(200);
    expect(await isLive(other)).toBe(false);
  });

  it('know their owner as he is now, whoever writes and even when a write is taken back', async () => {
    const { server, token, mediaToken } = await signedIn();
    await using _ = server;
    const { query } = server.state;
    const owners = async () => [
      await server.sessions.identify(token, ['full']),
      await server.sessions.identify(mediaToken, ['media']),
    ];
    const rights = async () => (await owners()).map((owner) => owner?.isAdmin);
    const setAdmin = (isAdmin: 0 | 1, by = query) =>
      by.updateTable('users').set({ is_admin: isAdmin }).where('name', '=', 'anna').execute();
    for (const isAdmin of [1, 0, 1] as const) {
      await setAdmin(isAdmin);
      expect(await rights()).toEqual([isAdmin === 1, isAdmin === 1]);
    }
    const takenBack = query.transaction().execute(async (transaction) => {
      await setAdmin(0, transaction);
      throw new Error('taken back');
    });
    // Asked while it is under way: the answer waits, and is of what is there then.
    expect(await Promise.all([rights(), takenBack.catch(() => 'taken back')])).toEqual([
      [true, true],
      'taken back',
    ]);
    // One that was asked before a write is not remembered after it.
    const asked = server.sessions.identify(token, ['full']);
    await Promise.all([setAdmin(0), asked]);
    expect(await rights()).toEqual([false, false]);
    await query.deleteFrom('users').where('name', '=', 'anna').execute();
    expect(await owners()).toEqual([null, null]);
  });

  it('give the same media token each time, good for media only', async () => {
    const { server, token, mediaToken } = await signedIn();
    await using _ = server;
    const again = await server.call('POST /api/media_token', { token });
    expect(again.json()).toEqual({ token: mediaToken });
    expect(await server.sessions.identify(mediaToken, ['full'])).toBeNull();
    expect((await server.sessions.identify(mediaToken, ['full', 'media']))?.username).toBe('anna');
  });

  it('give link tokens that work once, for ten minutes', async () => {
    const { server, token, pass } = await signedIn();
    await using _ = server;
    const caller = await server.sessions.identify(token, ['full']);
    if (caller === null) throw new Error('not signed in');
    const link = await server.sessions.issueLinkToken(caller);
    expect(await server.sessions.identify(link, ['full', 'media'])).toBeNull();
    expect(await server.sessions.identify(link, ['link'])).toMatchObject({
      username: 'anna',
      sessionId: caller.sessionId,
    });
    const used = await Promise.all([1, 2, 3].map(() => server.sessions.consumeLinkToken(link)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await server.sessions.identify(link, ['link'])).toBeNull();
    const late = await server.sessions.issueLinkToken(caller);
    pass(10 * 60 * 1000);
    expect(await server.sessions.identify(late, ['link'])).toBeNull();
  });

  it('keep no more than 200 a user, dropping the longest unused', async () => {
    const { server, isLive, pass } = await signedIn();
    await using _ = server;
    const user = server.state.raw.prepare('SELECT id FROM users').pluck().get() as number;
    for (let at = 0; at < 200; at += 1) {
      pass(10);
      await server.sessions.begin({ userId: user, passwordHash: hashOf(server, user), client: '' });
    }
    expect(await isLive()).toBe(false);
    const count = server.state.raw
      .prepare("SELECT count(*) FROM sessions WHERE scope = 'full'")
      .pluck()
      .get();
    expect(count).toBe(200);
  });
});
