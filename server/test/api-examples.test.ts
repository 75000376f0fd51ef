import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, type EndpointName, endpoints } from '@tonearm/contract';
import { library } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Example, examples } from '../src/http/api-docs/examples.ts';
import { openApiDocument } from '../src/http/api-docs/openapi.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

const entries = Object.entries(examples) as [EndpointName, Example][];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];

/** Tokens and times differ from server to server. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    ['token', 'media_token', 'date_added'].includes(key) ? typeof inner : inner,
  );

const targetOf = (name: EndpointName, { parameter, query }: Example): string => {
  const { method, path } = endpointOf(name);
  const filled = path.replace(/\{.*\}/, parameter === undefined ? '' : encodeURIComponent(parameter));
  return `${method} api${filled}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`;
};

const songsOf = async (server: WholeServer, token: string): Promise<number> =>
  (JSON.parse((await server.call('GET api/flatten', { token })).text) as unknown[]).length;

const setUp = async (server: WholeServer): Promise<string> => {
  await library()
    .album('Picnic', 1, { artist: 'Anna', year: 2016, titles: ['Basket'] })
    .writeTo(join(server.folder, 'music'));
  await server.call('PUT api/mount_dirs', {
    body: [{ name: 'Music', source: join(server.folder, 'music') }],
  });
  await server.call('POST api/user', { body: { name: 'anna', password: 'anna plays on', admin: true } });
  const token = server.mint('anna');
  await expect.poll(() => songsOf(server, token)).toBe(1);
  return token;
};

describe('the examples of the API', () => {
  it.each(entries)('of %s fit its declaration', (name, { body, answer }) => {
    const endpoint = endpointOf(name);
    if (body !== undefined) expect(endpoint.body?.safeParse(body).success).toBe(true);
    if (answer !== undefined) expect((endpoint.answer as z.ZodType).safeParse(answer).success).toBe(true);
  });

  it('stand in the OpenAPI document', () => {
    const text = JSON.stringify([openApiDocument(7), openApiDocument(8)]);
    for (const [, { body, answer }] of entries) {
      for (const value of [body, answer]) {
        if (value !== undefined) expect(text).toContain(`"example":${JSON.stringify(value)}`);
      }
    }
  });

  it('are what a server answers', async () => {
    await using server = await startWholeServer();
    const token = await setUp(server);
    for (const [name, example] of entries) {
      const { version } = endpointOf(name);
      const { status, text } = await server.call(targetOf(name, example), {
        token,
        body: example.body,
        headers: version === undefined ? {} : { 'accept-version': String(version) },
      });
      expect([name, status]).toEqual([name, 200]);
      if (example.answer === undefined) continue;
      expect([name, settled(JSON.parse(text))]).toEqual([name, settled(example.answer)]);
    }
  });

  it('are those of the page for makers of clients', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guide', 'clients.md'), 'utf8');
    const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, text = '']) => JSON.parse(text) as unknown,
    );
    // The page need not name every field that a song has not.
    const said = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (_key, part: unknown) => part ?? undefined) ?? 'null');
    const known = entries.flatMap(([, { body, answer }]) => [body, answer]);
    expect(shown.length).toBeGreaterThan(3);
    for (const value of shown) expect(known.map(said)).toContainEqual(said(value));
  });
});
