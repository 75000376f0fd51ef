import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type NetworkAnswer, startWholeServer, type WholeServer } from './whole-server.ts';

type Json = { [key: string]: unknown };
interface Operation {
  readonly operationId: string;
  readonly parameters: { name: string; in: string }[];
  readonly responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

let server: WholeServer;
let token: string;
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Json } };
let documents: Record<7 | 8, Document>;

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

/** Waits for the first scan to find the songs. */
const scanned = async (): Promise<void> => {
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  const isScanned = { song_count: 5, is_scanning: false };
  await vi.waitFor(async () => expect(await status()).toMatchObject(isScanned), patience);
};

beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  token = server.mint('root');
  const music = `${server.folder}/music`;
  await library()
    .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg' })
    .song('loose/untagged.mp3')
    .brokenFile('loose/broken.flac')
    .writeTo(music);
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  await scanned();
  const songs = JSON.parse((await server.call('GET api/flatten', { token })).text) as { path: string }[];
  const tracks = songs.map((song) => song.path);
  await server.call('PUT api/playlist/mine', { token, body: { tracks } });
  await server.call(`POST api/lastfm/scrobble/${encodeURIComponent(tracks[0] ?? '')}`, { token });
  const read = async (address: string) => JSON.parse((await server.call(address)).text) as Document;
  documents = {
    7: await read('GET api/openapi.json'),
    8: await read('GET api/openapi.json?version=8'),
  };
});
afterAll(() => server[Symbol.asyncDispose]());

/** A schema of the document as a check, with what it refers to beside it. */
const checkOf = (schema: Json, document: Document): z.ZodType => {
  const local = JSON.parse(
    JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as Json;
  return z.fromJSONSchema(local);
};

const exampleParameters: Readonly<Record<string, string>> = {
  getPlaylist: 'mine',
  getPlaylistEntries: 'mine',
  browse: 'Music',
  flatten: 'Music',
  getPlaylistV8: 'mine',
  browseV8: 'Music',
  flattenV8: 'Music',
  searchV8: 'picnic',
  search: 'picnic',
};

const addressOf = (path: string, id: string): string =>
  `api${path.replace(/\{\w+\}/, exampleParameters[id] ?? 'nothing')}`;

const expectDescribed = (operation: Operation, answer: NetworkAnswer, document: Document): void => {
  const { operationId } = operation;
  const described = operation.responses[String(answer.status)];
  expect([operationId, answer.status, described !== undefined]).toEqual([operationId, answer.status, true]);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!type.includes('json')) return;
  const schema = described?.content?.[type]?.schema;
  expect([operationId, type, schema !== undefined]).toEqual([operationId, type, true]);
  const result = checkOf(schema ?? {}, document).safeParse(JSON.parse(answer.text));
  expect([operationId, result.error?.issues ?? []]).toEqual([operationId, []]);
};

const headersOf = (version: 7 | 8): Record<string, string> => ({ 'accept-version': String(version) });

it.each([7, 8] as const)('every read answers as the OpenAPI document of version %i says', async (version) => {
  const document = documents[version];
  let checked = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    const operation = methods['get'];
    if (operation === undefined) continue;
    for (const holder of [token, undefined, server.mint('root', { scope: 'link' })]) {
      expectDescribed(
        operation,
        await server.call(`GET ${addressOf(path, operation.operationId)}`, {
          token: holder,
          headers: headersOf(version),
        }),
        document,
      );
    }
    checked += 1;
  }
  expect(checked).toBeGreaterThan(25);
});

it.each([7, 8] as const)('every write that is refused answers as version %i says', async (version) => {
  const document = documents[version];
  const headers = headersOf(version);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method === 'get') continue;
      const target = `${method.toUpperCase()} ${addressOf(path, operation.operationId)}`;
      expectDescribed(operation, await server.call(target, { headers }), document);
      const token = server.mint('root');
      expectDescribed(operation, await server.call(target, { token, headers, rawBody: '{' }), document);
    }
  }
});

it('the lists it was checked with were not empty', async () => {
  // One of the writes signs everybody else out.
  const holder = server.mint('root');
  for (const path of [
    'browse',
    'browse/Music',
    'flatten',
    'random',
    'recent',
    'search/picnic',
    'playlists',
    'history',
    'scan_problems',
    'users',
    'sessions',
  ]) {
    const answer = await server.call(`GET api/${path}`, { token: holder });
    expect([path, (JSON.parse(answer.text) as unknown[]).length > 0]).toEqual([path, true]);
  }
});
