import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostics, endpoints, type LogEntry } from '@tonearm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from '../../../test/whole-server.ts';
import { createLog } from '../../platform/log.ts';
import { createLogRing } from '../../platform/log-ring.ts';
import { createAnswerCounts, expose } from './metrics.ts';

const metricsToken = 'canary-metrics-9fQ2kZ71';
const password = 'canary-password-7Hx3Lm55';
const linkToken = 'canary-listenbrainz-2Vb8Rt40';
const ddnsPassword = 'canary-ddns-5Np1Yc93';

const printed: string[] = [];
const ring = createLogRing();
let server: WholeServer;
let token = '';
beforeAll(async () => {
  const log = createLog({ level: 'debug', write: (line) => printed.push(line), keep: ring.keep });
  const flags = ['--metrics-token', metricsToken];
  server = await startWholeServer({ flags, log, recentLog: ring.lines });
  await server.call('POST api/user', { body: { name: 'anna', password, admin: true } });
  const answer = await server.call('POST api/auth', { body: { username: 'anna', password } });
  ({ token } = JSON.parse(answer.text) as { token: string });
  log.info('something happened');
});
afterAll(() => server[Symbol.asyncDispose]());

const metrics = (authorization?: string) =>
  server.call('GET metrics', authorization === undefined ? {} : { headers: { authorization } });

describe('whoever watches the server', () => {
  it('sees that it answers, and that it is ready', async () => {
    expect((await server.call('GET api/health')).text).toBe('{"status":"ok"}');
    const { status, text } = await server.call('GET api/ready');
    expect([status, text]).toEqual([200, '{"status":"ready","reason":null}']);
  });

  it('gets measurements with their own token, each line in the form that Prometheus reads', async () => {
    const { status, text, headers } = await metrics(`Bearer ${metricsToken}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const number = String.raw`-?\d+(\.\d+)?(e[+-]?\d+)?|\+Inf|NaN`;
    const sample = new RegExp(
      String.raw`^tonearm_[a-z0-9_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (${number})$`,
    );
    const lines = text.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(line.startsWith('#') ? /^# (HELP|TYPE) tonearm_/ : sample);
    for (const name of ['tonearm_songs 0', 'tonearm_storage_writable 1', 'tonearm_outbox_waiting 0'])
      expect(lines).toContain(name);
    const before = /tonearm_http_requests_total\{method="GET",status="2xx"\} (\d+)/;
    const first = Number(before.exec(text)?.[1]);
    await server.call('GET api/health');
    const second = Number(before.exec((await metrics(`Bearer ${metricsToken}`)).text)?.[1]);
    expect(second).toBeGreaterThanOrEqual(first + 2);
  });

  it('gets none without it, with another one, or with that of an administrator', async () => {
    for (const authorization of [undefined, 'Bearer', `Bearer ${metricsToken}x`, `Bearer ${token}`])
      expect((await metrics(authorization)).status).toBe(401);
  });

  it('finds nothing there where no token was set', async () => {
    await using other = await startWholeServer();
    expect((await other.call('GET metrics', { headers: { authorization: 'Bearer ' } })).status).toBe(404);
  });
});

describe('measurements', () => {
  it('escape what stands in labels, and count answers into classes', () => {
    const odd = { labels: { name: 'a"b\\c\nd' }, value: 1 };
    expect(expose([{ name: 'x', type: 'gauge', help: 'X.', samples: [odd] }])).toBe(
      '# HELP x X.\n# TYPE x gauge\nx{name="a\\"b\\\\c\\nd"} 1\n',
    );
    const counts = createAnswerCounts();
    for (const seconds of [0.001, 0.03, 20]) counts.note({ method: 'GET', status: 206, seconds });
    const text = expose(counts.families());
    expect(text).toContain('{le="0.005"} 1\n');
    expect(text).toContain('{le="0.05"} 2\n');
    expect(text).toContain('{le="+Inf"} 3\n');
    expect(text).toContain('_count 3\n');
  });
});

describe('an administrator', () => {
  it('sees versions, sizes, what waits and what may be deleted', async () => {
    writeFileSync(
      join(server.folder, 'data', 'state.db.before-0002-x-20260102T030405678Z'),
      'x'.repeat(1000),
    );
    const { text } = await server.call('GET api/diagnostics', { token });
    const seen = endpoints.getDiagnostics.answer.parse(JSON.parse(text)) as Diagnostics;
    expect(seen.versions.node).toBe(process.versions.node);
    expect(seen.databases.map(({ name }) => name)).toEqual(['state.db', 'library.db']);
    expect(seen.databases[0]?.size_bytes).toBeGreaterThan(0);
    expect(seen.outbox).toEqual({ waiting: 0, refused: 0 });
    expect(seen.reclaimable).toEqual([{ kind: 'copies_before_upgrades', count: 1, size_bytes: 1000 }]);
  });

  it('reads the latest lines of the log, as many and as grave as wanted', async () => {
    const read = async (query: string): Promise<LogEntry[]> =>
      JSON.parse((await server.call(`GET api/log${query}`, { token })).text) as LogEntry[];
    expect((await read('')).map(({ text }) => text)).toContain('something happened');
    expect((await read('?limit=1')).length).toBe(1);
    expect((await read('?level=error')).map(({ text }) => text)).not.toContain('something happened');
  });
});

const bytesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');

it('secrets stand in no line of the log, in no answer about it, and in no file of the data folder', async () => {
  await server.call('POST api/auth', { body: { username: 'anna', password: `${password}-wrong` } });
  await server.call(`GET api/audio/nothing?auth_token=${token}`);
  await server.call('PUT api/ddns', {
    token,
    body: { host: 'h.ydns.eu', username: 'u', password: ddnsPassword },
  });
  await server.call('PUT api/scrobbling/link/listenbrainz', { token, body: { token: linkToken } });
  await server.call('PUT api/password', { token, body: { current_password: password, new_password: 7 } });
  const secrets = { password, token, linkToken, ddnsPassword, metricsToken };
  const places = {
    log: printed.join('\n'),
    'log view': (await server.call('GET api/log?limit=1000', { token })).text,
    diagnostics: (await server.call('GET api/diagnostics', { token })).text,
    measurements: (await metrics(`Bearer ${metricsToken}`)).text,
    files: bytesBelow(join(server.folder, 'data')),
  };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
  expect(places.files, 'or else the files were not read').toContain('anna');
});

it('says that it is not ready for more before it stops, and goes on answering', async () => {
  await using leaving = await startWholeServer();
  leaving.leave();
  const { status, text, headers } = await leaving.call('GET api/ready');
  expect([status, text, headers.get('retry-after')]).toEqual([
    503,
    '{"status":"not_ready","reason":"stopping"}',
    '2',
  ]);
  expect((await leaving.call('GET api/health')).status).toBe(200);
  expect((await leaving.call('GET api/users')).status).toBe(200);
});
