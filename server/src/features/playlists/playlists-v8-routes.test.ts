import { expect, it } from 'vitest';
import { as } from '../../../test/stored-files.ts';
import { startTestPlaylists } from './test-playlists.ts';

it('tells of the archive of playlists as it is sent, before it is made', async () => {
  const playlists = await startTestPlaylists();
  const call = (method: 'GET' | 'HEAD') =>
    playlists.app.inject({ method, url: '/api/playlists/export', headers: as('anna') });
  const [head, whole] = [await call('HEAD'), await call('GET')];
  await playlists.dispose();
  const told = 'attachment; filename="polaris-playlists-anna.zip"';
  expect([head.statusCode, head.headers['content-disposition'], head.rawPayload.length]).toEqual([
    200,
    told,
    0,
  ]);
  expect([whole.statusCode, whole.headers['content-disposition']]).toEqual([200, told]);
  expect(whole.headers['content-type']).toBe('application/zip');
  expect(whole.rawPayload.subarray(0, 2).toString()).toBe('PK');
});
