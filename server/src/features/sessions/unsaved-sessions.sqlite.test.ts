import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

it('lets people sign in while nothing can be written, and keeps their sessions once it can', async () => {
  const clock = createFakeClock();
  await using server = await createAccountServer({ clock });
  await server.createUser('anna', { admin: true });
  server.state.raw.pragma('query_only = ON');
  const token = await server.signIn('anna');
  const sessions = () => server.call('GET /api/sessions', { token });
  expect((await sessions()).json()).toMatchObject([{ is_current: true }]);
  const refused = await server.call('PUT /api/preferences', { token, body: {} });
  expect([200, 503]).toContain(refused.statusCode);
  const count = server.state.raw.prepare('SELECT count(*) FROM sessions').pluck();
  await clock.advance(30_000);
  expect(count.get()).toBe(0);
  server.state.raw.pragma('query_only = OFF');
  await clock.advance(30_000);
  await new Promise(setImmediate);
  expect(count.get()).toBe(2);
  expect((await sessions()).json()).toMatchObject([{ is_current: true }]);
});

it('ends a session that is not written yet when the password is another or its owner ends it', async () => {
  await using server = await createAccountServer();
  await server.createUser('anna', { admin: true });
  server.state.raw.pragma('query_only = ON');
  const [first, second] = [await server.signIn('anna'), await server.signIn('anna')];
  const statusOf = async (token: string) => (await server.call('GET /api/sessions', { token })).statusCode;
  const [listed] = (await server.call('GET /api/sessions', { token: first })).json<
    { id: number; is_current: boolean }[]
  >();
  expect(listed?.id).toBeLessThan(0);
  server.state.raw.pragma('query_only = OFF');
  server.state.raw.exec("UPDATE users SET password_hash = 'another'");
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
});
