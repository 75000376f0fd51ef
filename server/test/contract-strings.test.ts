import { themes } from '@tonearm/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyText, isAddressable, keptAs, segment, stringsEach } from './any-text.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Strings per parameter. */
const runs = stringsEach(250);

let server: WholeServer;
let token: string;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  token = server.mint('root');
});
afterAll(() => server[Symbol.asyncDispose]());

const listed = async (): Promise<string[]> =>
  (JSON.parse((await server.call('GET api/users', { token })).text) as { name: string }[]).map(
    (user) => user.name,
  );

it('names of users are kept as they are, and found again by address', async () => {
  const model = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyText, fc.boolean(), async (name, isRemoved) => {
      const kept = keptAs(name);
      const created = await server.call('POST api/user', {
        token,
        body: { name, password: 'x', admin: false },
      });
      if (name.trim() === '') {
        expect(created.status).toBe(400);
        return;
      }
      expect(created.status).toBe(model.has(kept) || kept === 'root' ? 409 : 200);
      model.add(kept);
      if (kept === 'root') return;
      const signedIn = await server.call('POST api/auth', { body: { username: name, password: 'x' } });
      expect([200, 429]).toContain(signedIn.status);
      if (signedIn.status === 200) {
        expect(JSON.parse(signedIn.text)).toMatchObject({ username: kept, is_admin: false });
      }
      if (isRemoved && isAddressable(kept)) {
        expect((await server.call(`DELETE api/user/${segment(name)}`, { token })).status).toBe(200);
        model.delete(kept);
      }
    }),
    runs,
  );
  expect(new Set(await listed())).toEqual(new Set(['root', ...model]));
});

it('a list of sources comes back as it was typed, or is refused whole', async () => {
  let saved: unknown = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ source: anyText, name: anyText }), { maxLength: 4 }),
      async (typed) => {
        const list = typed.map(({ source, name }) => ({
          source: keptAs(source),
          name: keptAs(name),
        }));
        const named = list.map((row) => row.name).filter((name) => name.trim() !== '');
        const isWrong = list.some(
          ({ source, name }) =>
            /[\\/\0]/.test(name) || name === '.' || name === '..' || source.includes('\0'),
        );
        const isDouble = new Set(named).size !== named.length;
        const answer = await server.call('PUT api/mount_dirs', { token, body: typed });
        if (answer.status === 200) saved = list;
        // The first thing that is wrong is told; a served root of the disk holds the data folder.
        if (isWrong || isDouble) expect([400, 409]).toContain(answer.status);
        else expect([200, 400]).toContain(answer.status);
        expect(JSON.parse((await server.call('GET api/mount_dirs', { token })).text)).toEqual(saved);
      },
    ),
    runs,
  );
});

it('the album art pattern is kept as typed or refused with its sentence', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (pattern) => {
      const answer = await server.call('PUT api/settings', { token, body: { album_art_pattern: pattern } });
      const now = JSON.parse((await server.call('GET api/settings', { token })).text) as {
        album_art_pattern: string;
      };
      if (answer.status === 200) expect(now.album_art_pattern).toBe(keptAs(pattern));
      else expect([answer.status, answer.code]).toEqual([400, 'invalid_album_art_pattern']);
    }),
    runs,
  );
});

it('dynamic DNS texts come back or are refused whole', async () => {
  let saved: unknown = { host: '', username: '', password: '' };
  await fc.assert(
    fc.asyncProperty(fc.record({ host: anyText, username: anyText, password: anyText }), async (account) => {
      const answer = await server.call('PUT api/ddns', { token, body: account });
      if (answer.status === 200) {
        saved = Object.fromEntries(Object.entries(account).map(([key, text]) => [key, keptAs(text)]));
      } else expect([answer.status, answer.code]).toEqual([400, 'invalid_ddns']);
      expect(JSON.parse((await server.call('GET api/ddns', { token })).text)).toEqual(saved);
    }),
    stringsEach(100),
  );
});

it('themes are taken from the table and colours as #rrggbb only', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constantFrom(...Object.keys(themes)), anyText),
      fc.oneof(fc.stringMatching(/^#[0-9a-fA-F]{6}$/), anyText),
      async (base, accent) => {
        const isFine = Object.hasOwn(themes, base) && /^#[0-9a-f]{6}$/i.test(accent);
        const answer = await server.call('PUT api/preferences', {
          token,
          body: { web_theme_base: base, web_theme_accent: accent },
        });
        expect(answer.status).toBe(isFine ? 200 : 400);
      },
    ),
    runs,
  );
});
