import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Endpoint, endpoints } from '@tonearm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
});
afterAll(() => server[Symbol.asyncDispose]());

const withBody = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, endpoint]) => endpoint.body !== undefined,
);

it.each(withBody)('the example of %s is a body that it takes', (_name, { body, bodyExample }) => {
  expect(body?.safeParse(bodyExample).error?.issues ?? []).toEqual([]);
});

const addressOf = ({ path }: Endpoint): string => `api${path.replace(/\{\w+\*?\??\}$/, 'root')}`;

/** Everything people made, as the database has it. */
const everything = (): string =>
  JSON.stringify(
    [
      'SELECT * FROM users',
      "SELECT * FROM settings WHERE key != 'ddns_last_attempt'",
      'SELECT * FROM sources',
      'SELECT * FROM playlists',
      'SELECT * FROM linked_accounts',
    ].map((query) => server.state.prepare(query).all()),
  );

const json = { 'content-type': 'application/json' };

const spoilt: readonly [
  string,
  (body: string) => { rawBody?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  number,
][] = [
  ['no body', () => ({ headers: json }), 400],
  [
    'no content type',
    (body) => ({ rawBody: new TextEncoder().encode(body), headers: { 'content-type': '' } }),
    400,
  ],
  [
    'a form content type',
    (body) => ({ rawBody: body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    400,
  ],
  ['plain text', (body) => ({ rawBody: body, headers: { 'content-type': 'text/plain' } }), 400],
  ['an end cut off', (body) => ({ rawBody: body.slice(0, -1) }), 400],
  ['something behind it', (body) => ({ rawBody: `${body}x` }), 400],
  ['a string', () => ({ rawBody: '"text"' }), 400],
  ['a number', () => ({ rawBody: '7' }), 400],
  ['null', () => ({ rawBody: 'null' }), 400],
  [
    'every value an object',
    (body) => ({
      rawBody: body
        .replace(/:("[^"]*"|true|false|-?\d[\d.]*|\[[^[\]]*\])/g, ':{"x":1}')
        .replace(/\[\]$/, '7'),
    }),
    400,
  ],
  ['a field named twice', (body) => ({ rawBody: body.replace(/"(\w+)":/, '"$1":1,"$1":') }), 400],
  [
    'deep nesting',
    (body) => ({
      rawBody: body
        .replace(/^\{/, `{"x":${'['.repeat(100)}${']'.repeat(100)},`)
        .replace(/^\[/, `[${'['.repeat(100)}${']'.repeat(100)},`),
    }),
    400,
  ],
  ['a million brackets', () => ({ rawBody: '['.repeat(1_000_000) }), 400],
  [
    'bytes that are no UTF-8',
    () => ({ rawBody: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) }),
    400,
  ],
  [
    'gzip',
    (body) => ({ rawBody: new Uint8Array(gzipSync(body)), headers: { 'content-encoding': 'gzip' } }),
    400,
  ],
  [
    'what is called gzip and is not',
    (body) => ({ rawBody: body, headers: { 'content-encoding': 'gzip' } }),
    400,
  ],
  ['an unknown encoding', (body) => ({ rawBody: body, headers: { 'content-encoding': 'zstd-9' } }), 400],
];

describe.each(withBody)('the body of %s', (_name, endpoint) => {
  it.each(spoilt)('is refused with %s, and nothing is written', async (_what, spoil, status) => {
    const before = everything();
    const token = server.mint('root');
    const answer = await server.call(`${endpoint.method} ${addressOf(endpoint)}`, {
      token,
      ...spoil(JSON.stringify(endpoint.bodyExample)),
    });
    expect([answer.status, answer.code]).toEqual([status, expect.stringMatching(/^invalid_(json|request)$/)]);
    expect(everything()).toBe(before);
  });

  it('is refused over its limit', async () => {
    const before = everything();
    const limit = endpoint.bodyLimitBytes ?? 1024 * 1024;
    if (limit > 2 * 1024 * 1024) return;
    const answer = await server.call(`${endpoint.method} ${addressOf(endpoint)}`, {
      token: server.mint('root'),
      rawBody: `${JSON.stringify(endpoint.bodyExample)}${' '.repeat(limit)}`,
    });
    expect([answer.status, answer.code]).toEqual([413, 'body_too_large']);
    expect(everything()).toBe(before);
  });

  it('is not looked at before the token', async () => {
    if (endpoint.access === 'anyone') return;
    const answer = await server.call(`${endpoint.method} ${addressOf(endpoint)}`, { rawBody: '{' });
    expect(answer.status).toBe(401);
  });

  it('may hold fields nobody knows', async () => {
    const answer = await server.call(`${endpoint.method} ${addressOf(endpoint)}`, {
      token: server.mint('root'),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      rawBody: JSON.stringify(endpoint.bodyExample).replace(/\{/, '{"nobody_knows":[{"a":1}],'),
    });
    expect(answer.code).not.toMatch(/^invalid_(json|request)$/);
    expect(answer.status).not.toBe(500);
  });
});

const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });

it.each([
  [
    'both a length and chunks',
    'POST /api/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'two lengths',
    'POST /api/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}  ',
    400,
  ],
  ['a bare nonsense line', 'nonsense\r\n\r\n', 400],
  [
    'headers beyond any use',
    `GET /api/version HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(300_000)}\r\n\r\n`,
    431,
  ],
])('a request with %s is refused as a problem document', async (_what, text, status) => {
  const answer = await sendRaw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('application/problem+json');
});
