import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let token: string;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  token = server.mint('root');
});
afterAll(() => server[Symbol.asyncDispose]());

const refusal = async (method: 'PUT' | 'POST', path: string, body: unknown): Promise<unknown[]> => {
  const answer = await server.call(`${method} api/${path}`, { token, body });
  const { detail } = JSON.parse(answer.text) as { detail: string };
  return [answer.status, answer.code, detail];
};

const text = (bytes: number): string => 'x'.repeat(bytes);
const source = { source: '/music', name: 'music' };
const account = { host: 'home.example', username: 'anna', password: 'secret' };

it.each([
  [
    'invalid_source',
    'No more than 2,500 music sources can be saved.',
    Array.from({ length: 2501 }, () => ({ source: '', name: '' })),
  ],
  [
    'invalid_source',
    'The location of a music source cannot be longer than 4,096 bytes.',
    [{ ...source, source: text(4097) }],
  ],
  [
    'invalid_source',
    'The name of a music source cannot be longer than 255 bytes.',
    [{ ...source, name: 'é'.repeat(128) }],
  ],
])('refuses music sources with %s: %s', async (code, detail, body) => {
  expect(await refusal('PUT', 'mount_dirs', body)).toEqual([400, code, detail]);
  expect(await refusal('PUT', 'config', { mount_dirs: body })).toEqual([400, code, detail]);
});

it.each(['host', 'username', 'password'])('refuses a dynamic DNS %s that is too long', async (field) => {
  expect(await refusal('PUT', 'ddns', { ...account, [field]: text(1025) })).toEqual([
    400,
    'invalid_ddns',
    `The dynamic DNS ${field} cannot be longer than 1,024 bytes.`,
  ]);
});

it('refuses a token of a service that is too long, without asking there', async () => {
  expect(await refusal('PUT', 'scrobbling/link/listenbrainz', { token: text(1025) })).toEqual([
    400,
    'invalid_link',
    'The user token cannot be longer than 1,024 bytes.',
  ]);
});

it('refuses passwords and names of users that are too long', async () => {
  expect(await refusal('POST', 'user', { name: 'ben', password: text(1025), admin: false })).toEqual([
    400,
    'password_too_long',
    'The password cannot be longer than 1024 bytes.',
  ]);
  expect(await refusal('POST', 'user', { name: text(10_001), password: 'secret', admin: false })).toEqual([
    400,
    'invalid_request',
    'The username is too long.',
  ]);
  expect(
    (await refusal('POST', 'auth', { username: text(900_000), password: text(1025) })).slice(0, 2),
  ).toEqual([401, 'bad_credentials']);
});

it('refuses a new playlist whose name is too long', async () => {
  expect(await refusal('PUT', `playlist/${text(1025)}`, { tracks: [] })).toEqual([
    400,
    'invalid_request',
    'The name of a playlist cannot be longer than 1,024 bytes.',
  ]);
});

it('says what to do about an empty entry of a playlist', async () => {
  expect(await refusal('PUT', 'playlist/x', { tracks: ['a', ''] })).toEqual([
    400,
    'invalid_request',
    'Entry 2 of the field tracks is empty. Please leave it out and save again.',
  ]);
});
