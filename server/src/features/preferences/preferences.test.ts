import { describe, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

const signedIn = async () => {
  const server = await createAccountServer();
  await server.createUser('anna');
  const token = await server.signIn('anna');
  const get = async () => (await server.call('GET /api/preferences', { token })).json();
  return { server, token, get };
};

const nothing = { lastfm_username: null, web_theme_base: null, web_theme_accent: null };

describe('preferences', () => {
  it('are set, and cleared by null or by leaving them out', async () => {
    const { server, token, get } = await signedIn();
    await using _ = server;
    expect(await get()).toEqual(nothing);
    const put = (body: unknown) => server.call('PUT /api/preferences', { token, body });
    await put({ web_theme_base: 'dark', web_theme_accent: '#44C8F1', lastfm_username: 'eve', user_id: 7 });
    expect(await get()).toEqual({ ...nothing, web_theme_base: 'dark', web_theme_accent: '#44C8F1' });
    await put({ web_theme_base: null, web_theme_accent: '#000000' });
    expect(await get()).toEqual({ ...nothing, web_theme_accent: '#000000' });
    await put({});
    expect(await get()).toEqual(nothing);
  });

  it.each([
    { web_theme_base: 'pink' },
    { web_theme_base: '__proto__' },
    { web_theme_base: '' },
    { web_theme_accent: 'red' },
    { web_theme_accent: '#fff' },
    { web_theme_accent: '#44C8F1;}' },
    { web_theme_accent: '#44C8F1\n' },
    { web_theme_accent: 7 },
  ])('refuse %j', async (body) => {
    const { server, token, get } = await signedIn();
    await using _ = server;
    expect((await server.call('PUT /api/preferences', { token, body })).statusCode).toBe(400);
    expect(await get()).toEqual(nothing);
  });

  it('belong to one user', async () => {
    const { server, token, get } = await signedIn();
    await using _ = server;
    await server.createUser('ben', { token });
    const bens = await server.signIn('ben');
    await server.call('PUT /api/preferences', { token: bens, body: { web_theme_base: 'blue' } });
    expect(await get()).toEqual(nothing);
  });

  it('carry the linked account', async () => {
    const { server, get } = await signedIn();
    await using _ = server;
    server.state.raw.exec(
      `INSERT INTO linked_accounts (user_id, service, username, secret, linked_at_ms)
       SELECT id, 'lastfm', 'anna_fm', randomblob(1), 0 FROM users UNION ALL SELECT id, 'listenbrainz', 'anna_lb', randomblob(1), 0 FROM users`,
    );
    expect(await get()).toEqual({ ...nothing, lastfm_username: 'anna_fm' });
  });
});
