import { startFakeLastfm } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { startWholeServer } from './whole-server.ts';

it('an address for linking that is only looked at is still good', async () => {
  await using lastfm = await startFakeLastfm();
  const flags = [
    '--lastfm-root',
    lastfm.apiRoot,
    '--lastfm-key',
    lastfm.apiKey,
    '--lastfm-secret',
    lastfm.secret,
  ];
  await using server = await startWholeServer({ flags });
  await server.createUser('root');
  const token = server.mint('root');
  const { value } = JSON.parse((await server.call('GET api/lastfm/link_token', { token })).text) as {
    value: string;
  };
  const callback = `${server.address}api/lastfm/link?auth_token=${value}`;
  const agreed = await fetch(
    `${lastfm.authPage}?api_key=${lastfm.apiKey}&cb=${encodeURIComponent(callback)}`,
    {
      redirect: 'manual',
    },
  );
  const address = (agreed.headers.get('location') ?? '').slice(server.address.length);
  const looked = await server.call(`HEAD ${address}`);
  expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const preferences = async () =>
    JSON.parse((await server.call('GET api/preferences', { token })).text) as object;
  expect(await preferences()).toMatchObject({ lastfm_username: null });
  expect((await server.call(`GET ${address}`)).text).toContain('polaris-lastfm-auth-success');
  expect(await preferences()).not.toMatchObject({ lastfm_username: null });
  expect((await server.call(`GET ${address}`)).status).toBe(401);
});
