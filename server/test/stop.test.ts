import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  library,
  type Product,
  startFakeDdns,
  startFakeLastfm,
  startFakeListenBrainz,
  startProduct,
  tempFolder,
} from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';

/** How long a server that waits for somebody else may take to stop, in milliseconds. */
const longestStopMs = 3_000;

const password = 'anna plays on';

/** Waits for something that other processes do, and leaves them the processors meanwhile. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** A running server with music, and somebody signed in. */
const startWithAnna = async (environment: Record<string, string> = {}) => {
  const data = await tempFolder();
  const music = await tempFolder();
  await library().album('Picnic', 3).writeTo(music.path);
  const product = await startProduct({ dataFolder: data.path, environment });
  let token = '';
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(new URL(`api/${path}`, product.address), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  await call('PUT', 'mount_dirs', [{ name: 'Music', source: music.path }]);
  await call('POST', 'user', { name: 'anna', password, admin: true });
  token = ((await call('POST', 'auth', { username: 'anna', password })) as { token: string }).token;
  const songs = async () => (await call('GET', 'flatten')) as { path: string; artwork: string | null }[];
  await until(async () => (await songs()).length === 3);
  const dispose = async () => {
    await product[Symbol.asyncDispose]();
    await music[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  };
  const tokenOf = () => token;
  return { product, call, songs, data, tokenOf, [Symbol.asyncDispose]: dispose };
};

/** Sends the beginning of a call and then nothing more, until something came back where that is waited for. */
const beginCall = async (address: string, lines: readonly string[], isAnswered: boolean): Promise<Socket> => {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write([lines[0], `Host: ${host}`, ...lines.slice(1)].join('\r\n'));
  if (isAnswered) await once(socket, 'data');
  return socket.pause();
};

const errorsOf = (product: Product): string[] =>
  product.lines.filter((line) => /error|warn|Error|at .*:\d+:\d+/.test(line));

/** A database that its writer closed leaves no journal behind. */
const isStateClosed = (data: { join(name: string): string }): boolean =>
  existsSync(data.join('state.db')) && !existsSync(data.join('state.db-wal'));

describe('a stop', () => {
  it('waits for nobody: a play on its way hangs, and the server ends', async () => {
    await using brainz = await startFakeListenBrainz();
    await using it = await startWithAnna({
      TONEARM_LISTENBRAINZ_ROOT: `${brainz.root}/`,
    });
    await it.call('PUT', 'scrobbling/link/listenbrainz', { token: brainz.token });
    brainz.always('hang');
    const [song] = await it.songs();
    await it.call('POST', `lastfm/scrobble/${encodeURIComponent(song?.path ?? '')}`);
    await until(() => brainz.requests.some(({ url }) => url.pathname.endsWith('submit-listens')));
    const before = performance.now();
    const code = await it.product.stop();
    expect([code, performance.now() - before < longestStopMs]).toEqual([0, true]);
    expect(isStateClosed(it.data)).toBe(true);
  });

  it('waits for nobody, whoever hangs at once: services, a provider, listeners and those who send', async () => {
    await using brainz = await startFakeListenBrainz();
    await using lastfm = await startFakeLastfm();
    await using ddns = await startFakeDdns();
    await using it = await startWithAnna({
      TONEARM_LISTENBRAINZ_ROOT: `${brainz.root}/`,
      TONEARM_LASTFM_ROOT: lastfm.apiRoot,
      TONEARM_LASTFM_KEY: lastfm.apiKey,
      TONEARM_LASTFM_SECRET: lastfm.secret,
      TONEARM_DDNS_ROOT: `${ddns.root}/`,
    });
    await it.call('PUT', 'scrobbling/link/listenbrainz', { token: brainz.token });
    for (const fake of [brainz, lastfm, ddns]) fake.always('hang');
    const [song] = await it.songs();
    const path = encodeURIComponent(song?.path ?? '');
    await it.call('PUT', 'ddns', { host: 'home.ydns.eu', username: 'ddns-user', password: 'ddns-password' });
    await it.call('POST', `lastfm/scrobble/${path}`);
    const linking = it.call('PUT', 'scrobbling/link/lastfm', { token: 'a token' }).catch(() => null);
    await until(() => [brainz, lastfm, ddns].every(({ requests }) => requests.length > 0));
    const key = `Authorization: Bearer ${it.tokenOf()}`;
    const { address } = it.product;
    const json = 'Content-Type: application/json';
    const sockets = await Promise.all([
      beginCall(address, ['GET /api/scan_events HTTP/1.1', key, '', ''], true),
      beginCall(address, [`GET /api/audio/${path} HTTP/1.1`, key, '', ''], true),
      beginCall(
        address,
        ['PUT /api/playlist/Half HTTP/1.1', key, json, 'Content-Length: 9000', '', '{"tr'],
        false,
      ),
      beginCall(address, ['GET /api/browse HTTP/1.1', key.slice(0, 20)], false),
      beginCall(address, ['GET /api/browse HTTP/1.1', key, '', ''], true),
    ]);
    // Had anybody been waited for, it would have ended by its own deadline, and not with 0.
    expect(await it.product.stop()).toBe(0);
    expect(errorsOf(it.product).filter((line) => !line.includes('dynamic DNS'))).toEqual([]);
    expect(isStateClosed(it.data)).toBe(true);
    for (const socket of sockets) socket.destroy();
    await linking;
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'of the whole group (%s, sent twice) is no error',
    async (signal) => {
      await using it = await startWithAnna();
      void it.call('POST', 'trigger_index');
      for (const { artwork } of await it.songs()) {
        if (artwork !== null) void it.call('GET', `thumbnail/${encodeURIComponent(artwork)}`).catch(() => {});
      }
      it.product.signalGroup(signal);
      it.product.signalGroup(signal);
      expect(await it.product.ended()).toBe(0);
      expect(errorsOf(it.product)).toEqual([]);
      expect(isStateClosed(it.data)).toBe(true);
    },
  );

  it('while it starts is no kill: it ends as soon as it has started', async () => {
    await using folder = await tempFolder();
    const [data, pid] = [folder.join('data'), folder.join('pid')];
    const through = ['/bin/sh', '-c', 'echo $$ > "$0"; exec "$@"', pid];
    const starting = startProduct({ dataFolder: data, through });
    await until(() => existsSync(join(data, 'state.db')));
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGTERM');
    const product = await starting;
    expect(await product.ended()).toBe(0);
    expect(errorsOf(product)).toEqual([]);
  });
});
