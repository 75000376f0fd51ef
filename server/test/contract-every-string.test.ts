import { type Endpoint, endpoints } from '@tonearm/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyText, isAddressable, keptAs, segment, stringsEach } from './any-text.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Strings per parameter of each call. */
const runs = stringsEach(8);

let server: WholeServer;
let token: string;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
});
afterAll(() => server[Symbol.asyncDispose]());

const address = fc.tuple(anyText.filter(isAddressable), anyText.filter(isAddressable));

/** An address with drawn texts in the places of its parameters. */
const filled = ({ path }: Endpoint, [one, another]: readonly [string, string]): string => {
  const texts = [one, another];
  return `api${path.replace(/\{\w+\*?\??\}/g, () => segment(texts.shift() ?? ''))}`;
};

const all = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  // An answer without an end, and one that only a link may ask for.
  ([, { answer, access }]) => answer !== 'event-stream' && access !== 'link',
);

/** What is kept under a name, and listed. Before everything else: what others leave would be found as well. */
interface Kept {
  readonly what: string;
  readonly save: (name: string) => [target: string, body: unknown];
  readonly list: string;
  readonly remove: (entry: { id?: unknown; name: string }) => string;
}

const kept: readonly Kept[] = [
  {
    what: 'a radio station',
    save: (name) => ['POST api/radio_stations', { ...endpoints.addRadioStation.bodyExample, name }],
    list: 'radio_stations',
    remove: ({ id }) => `DELETE api/radio_station/${String(id)}`,
  },
  {
    what: 'an app',
    save: (name) => ['POST api/apps', { ...endpoints.addApp.bodyExample, name }],
    list: 'apps',
    remove: ({ id }) => `DELETE api/apps/${String(id)}`,
  },
  {
    what: 'a smart list',
    save: (name) => [`PUT api/smart_list/${segment(name)}`, { query: 'year:1999' }],
    list: 'smart_lists',
    remove: ({ name }) => `DELETE api/smart_list/${segment(name)}`,
  },
];

it.each(kept)('the name of $what is kept as it is, or refused in words', async ({ save, list, remove }) => {
  token = server.mint('root');
  await fc.assert(
    fc.asyncProperty(anyText.filter(isAddressable), async (name) => {
      const [target, body] = save(name);
      const saved = await server.call(target, { token, body });
      const there = JSON.parse((await server.call(`GET api/${list}`, { token })).text) as { name: string }[];
      if (saved.status >= 300) expect([saved.status, there]).toEqual([400, []]);
      else expect(there.map((entry) => entry.name.trim())).toEqual([keptAs(name).trim()]);
      for (const entry of there) expect((await server.call(remove(entry), { token })).status).toBe(200);
    }),
    stringsEach(60),
  );
});

/** Names of what may stand behind the question mark. */
const queryOf = ({ query }: Endpoint): string[] =>
  query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : [];

const reads = all.filter(
  ([, endpoint]) =>
    endpoint.method === 'GET' && (endpoint.path.includes('{') || queryOf(endpoint).length > 0),
);

it.each(reads)('any text is fine in the address of %s', async (_name, endpoint) => {
  token = server.mint('root');
  const names = queryOf(endpoint);
  await fc.assert(
    fc.asyncProperty(address, anyText, async (texts, text) => {
      const query = names.map((name) => `${name}=${segment(text)}`).join('&');
      const answer = await server.call(`GET ${filled(endpoint, texts)}?${query}`, { token });
      expect([answer.status, answer.code]).not.toContain(500);
    }),
    runs,
  );
});

/** A body with a drawn text in the place of every text, and in every list that is empty. */
const spelled = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.length === 0 ? [text] : value.map((each) => spelled(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spelled(each, text)]));
};

const writes = all.filter(
  ([, { body, bodyExample }]) => body !== undefined && /"|\[\]/.test(JSON.stringify(bodyExample)),
);

it.each(writes)('any text is fine in the body of %s', async (_name, endpoint) => {
  await fc.assert(
    fc.asyncProperty(address, anyText, async (texts, text) => {
      const answer = await server.call(`${endpoint.method} ${filled(endpoint, texts)}`, {
        // Some of them end the session that asks.
        token: server.mint('root'),
        body: spelled(endpoint.bodyExample, text),
      });
      expect([answer.status, answer.code]).not.toContain(500);
    }),
    runs,
  );
});
