import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyText, isAddressable, keptAs, segment, stringsEach } from './any-text.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Strings per parameter. */
const runs = stringsEach(200);

let server: WholeServer;
let token: string;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  token = server.mint('root');
});
afterAll(() => server[Symbol.asyncDispose]());

it('playlists are kept under any name with any tracks but empty ones', async () => {
  const model = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      anyText.filter(isAddressable),
      fc.array(anyText, { maxLength: 3 }),
      async (name, tracks) => {
        const kept = keptAs(name);
        const address = `api/playlist/${segment(name)}`;
        const saved = await server.call(`PUT ${address}`, { token, body: { tracks } });
        expect(saved.status).toBeLessThan(500);
        if (tracks.includes('')) expect(saved.status).toBe(400);
        if (saved.status === 200) model.add(kept);
        // What was refused leaves a playlist of that name as it was.
        expect((await server.call(`GET ${address}`, { token })).status).toBe(model.has(kept) ? 200 : 404);
      },
    ),
    runs,
  );
  const answer = JSON.parse((await server.call('GET api/playlists', { token })).text) as { name: string }[];
  expect(new Set(answer.map((playlist) => playlist.name))).toEqual(model);
});

it.each(['browse', 'flatten', 'search', 'audio', 'thumbnail'])('any text is fine for %s', async (name) => {
  await fc.assert(
    fc.asyncProperty(anyText.filter(isAddressable), async (text) => {
      const answer = await server.call(`GET api/${name}/${segment(text)}`, { token });
      expect([200, 400, 404, 415]).toContain(answer.status);
    }),
    runs,
  );
});
