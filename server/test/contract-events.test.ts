import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
});
afterAll(() => server[Symbol.asyncDispose]());

/** Streams the server has at most. */
const mostStreams = 100;

const watch = async (token: string, signal?: AbortSignal) => {
  const response = await fetch(new URL('api/scan_events', server.address), {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });
  return { response, reader: response.body?.pipeThrough(new TextDecoderStream()).getReader() };
};

/** What a stream still says after its first event, to its end. */
const restOf = async (reader: ReadableStreamDefaultReader<string> | undefined): Promise<string> => {
  let text = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
  return text;
};

const ways: [string, (token: string) => Promise<unknown>][] = [
  ['signed out', (token) => server.call('DELETE api/auth', { token })],
  [
    'no administrator any more',
    () => server.call('PUT api/user/anna', { token: server.mint('root'), body: { new_is_admin: false } }),
  ],
  ['deleted', () => server.call('DELETE api/user/anna', { token: server.mint('root') })],
];

it.each(ways)('a stream of events tells nothing to who is %s', async (_what, leave) => {
  const root = server.mint('root');
  await server.call('DELETE api/user/anna', { token: root });
  await server.call('POST api/user', { token: root, body: { name: 'anna', password: 'x', admin: true } });
  const token = server.mint('anna');
  // The scan of the way before is told to whoever listens.
  const status = async () => JSON.parse((await server.call('GET api/scan_status', { token: root })).text);
  await expect.poll(status).toMatchObject({ is_scanning: false, is_queued: false });
  const { response, reader } = await watch(token);
  expect([response.status, (await reader?.read())?.value]).toEqual([
    200,
    expect.stringContaining('event: status'),
  ]);
  await leave(token);
  await server.call('POST api/trigger_index', { token: root });
  expect(await restOf(reader)).toBe('');
});

it('refuses too many streams in words', async () => {
  const controller = new AbortController();
  const token = server.mint('root');
  const streams = await Promise.all(
    Array.from({ length: mostStreams }, () => watch(token, controller.signal)),
  );
  expect(streams.every(({ response }) => response.status === 200)).toBe(true);
  const answer = await server.call('GET api/scan_events', { token });
  expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
  controller.abort();
});

it('ends streams when the server stops, and cuts none off', async () => {
  const stopped = await startWholeServer();
  await stopped.createUser('root');
  const response = await fetch(new URL('api/scan_events', stopped.address), {
    headers: { authorization: `Bearer ${stopped.mint('root')}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  const rest = restOf(reader).catch(() => 'cut off');
  await stopped[Symbol.asyncDispose]();
  expect(await rest).not.toBe('cut off');
});
