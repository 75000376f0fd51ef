import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addApp, createApp, type TestApp } from './subsonic-app.ts';
import { patience, scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

interface Letters {
  readonly ignoredArticles: string;
  readonly index: readonly { readonly name: string; readonly artist: readonly { readonly name: string }[] }[];
}

const artists = ['Ärzte', 'ßeta', '𐐀lpha', 'Ωmega', '7 Up', 'The Rain', 'Grupo Sol'] as const;

let server: WholeServer;
let app: TestApp;
beforeAll(async () => {
  server = await startWholeServer();
  const music = library();
  for (const artist of artists) music.album(`By ${artist}`, 1, { artist });
  await music.writeTo(join(server.folder, 'music'));
  await server.createUser('root');
  await scanMusic(server, artists.length);
  app = createApp(server.address, await addApp(server, 'root'));
});
afterAll(() => server[Symbol.asyncDispose]());

const lettersOf = async (call: 'getArtists' | 'getIndexes'): Promise<Letters & { told: string[] }> => {
  const answer = await app.get<Letters>(call, {}, call === 'getArtists' ? 'artists' : 'indexes');
  return {
    ...answer,
    told: answer.index.flatMap(({ name, artist }) => artist.map((one) => `${name} ${one.name}`)),
  };
};

it('folders and artists stand under the same letters, whatever script they are in', async () => {
  const wanted = ['A Ärzte', 'G Grupo Sol', 'R The Rain', 'S ßeta', 'Ω Ωmega', '𐐀 𐐀lpha', '# 7 Up'];
  expect((await lettersOf('getArtists')).told).toEqual(wanted);
  expect((await lettersOf('getIndexes')).told).toEqual(wanted);
});

it('words that do not count are those that administrators chose', async () => {
  const token = server.mint('root');
  const { rules } = JSON.parse((await server.call('GET api/music/rules', { token })).text) as {
    rules: object;
  };
  const body = { ...rules, articles: 'Grupo' };
  expect((await server.call('PUT api/music/rules', { token, body })).status).toBe(200);
  for (const call of ['getArtists', 'getIndexes'] as const)
    await vi.waitFor(async () => {
      const { ignoredArticles, told } = await lettersOf(call);
      expect(ignoredArticles).toBe('Grupo');
      expect(told).toContain('S Grupo Sol');
      expect(told).toContain('T The Rain');
    }, patience);
});
