import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { library, type Product, startPostgres, startProduct, tempFolder } from '@tonearm/testkit';
import { createFindings, type Findings } from '../findings.ts';
import { blocksOf, readPage } from '../guide/pages.ts';
import type { HarnessResult } from '../harness.ts';
import { proxyNames, type Recipe } from './recipes.ts';
import { runProxy, versionOf } from './run-proxy.ts';
import { type Answer, type Call, callThrough } from './through-proxy.ts';
import { goWithoutDatabase } from './without-database.ts';

const page = 'docs/guide/growing.md';
const account = { username: 'anna', password: 'anna plays on' };
const songCount = 12;
const readyDeadlineMs = 60_000;

/** People who ask without a pause, each one call after the other. */
const people = 6;

/** The page's servers, by their ports there. */
const pagePorts = ['5051', '5052', '5053'];

const freePorts = async (): Promise<string[]> => {
  const servers = pagePorts.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => String((server.address() as { port: number }).port));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
};

/** The recipes of the page, with free ports in the place of those there. */
const recipesAt = (ports: readonly string[]): Recipe[] =>
  blocksOf(readPage(page)).flatMap(({ language, text }) => {
    const proxy = proxyNames.find((name) => name === language);
    if (proxy === undefined) return [];
    const staged = pagePorts.reduce((done, port, at) => done.replaceAll(`:${port}`, `:${ports[at]}`), text);
    return [{ proxy, basePath: '', text: staged }];
  });

/** The flags that the page gives a server, from those for people on. */
const pageFlags = (): string[] => {
  const line = blocksOf(readPage(page)).find(({ text }) => text.includes('--drain-seconds'))?.text ?? '';
  return line.slice(line.indexOf('--trusted-proxies')).trim().split(' ');
};

interface Scene {
  readonly findings: Findings;
  readonly ports: readonly string[];
  readonly start: (at: number) => Promise<Product>;
}

const untilReady = async (port: string): Promise<void> => {
  const deadline = performance.now() + readyDeadlineMs;
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`the server at ${port} is not ready: ${status}`);
    await sleep(50);
  }
};

const songsThrough = async (send: (call: Call) => Promise<Answer>, token: string): Promise<string[]> => {
  const answer = await send({ path: '/api/flatten', token });
  return answer.status === 200
    ? (JSON.parse(answer.body.toString()) as { path: string }[]).map(({ path }) => path)
    : [];
};

const countPlays = async (send: (call: Call) => Promise<Answer>, token: string): Promise<number> =>
  Number((await send({ path: '/api/history?limit=1', token })).headers['x-total-count']);

/** What people do, and what came of it. */
interface Load {
  readonly counts: Record<string, number>;
  readonly failures: string[];
  end(): Promise<void>;
}

/** People who browse, save and listen without a pause. */
const beginLoad = (
  { send, token, songs }: { send: (call: Call) => Promise<Answer>; token: string; songs: readonly string[] },
  firstPlay: number,
): Load => {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let isOver = false;
  let etag: string | null = null;
  const attempt = async (what: string, call: Call, isGood: (answer: Answer) => boolean): Promise<void> => {
    counts[what] = (counts[what] ?? 0) + 1;
    try {
      const answer = await send({ token, ...call });
      if (!isGood(answer)) failures.push(`${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message}`);
    }
  };
  const song = `/api/audio/${encodeURIComponent(songs[0] ?? '')}`;
  const round = async (who: number, at: number): Promise<void> => {
    await attempt(
      'lists',
      { path: '/api/flatten' },
      ({ body }) => (JSON.parse(body.toString()) as object[]).length === songCount,
    );
    const accent = `#${String((who * 100_000 + at) % 1_000_000).padStart(6, '0')}`;
    await attempt(
      'preferences saved',
      { path: '/api/preferences', method: 'PUT', body: { web_theme_base: 'dark', web_theme_accent: accent } },
      ({ status }) => status === 200 || status === 204,
    );
    const played = `/api/lastfm/scrobble/${encodeURIComponent(songs[at % songs.length] ?? '')}?started_at=`;
    await attempt(
      'plays',
      { path: `${played}${firstPlay + who * 1_000_000 + at}`, method: 'POST' },
      ({ status }) => status === 204,
    );
    await attempt('ranges of a song', { path: song, headers: { range: 'bytes=10-' } }, (answer) => {
      const told = String(answer.headers['etag']);
      etag ??= told;
      return answer.status === 206 && told === etag;
    });
  };
  const running = Array.from({ length: people }, async (_, who) => {
    for (let at = 0; !isOver; at += 1) await round(who, at);
  });
  return {
    counts,
    failures,
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
};

/**
 * Restarts the servers of a balancer that asks none whether it is there and gives no call to another one. They do not say
 * that they will stop.
 */
const followCareless = async (recipe: Recipe, scene: Scene, products: Product[], folder: string) => {
  const text = recipe.text
    .replace('retries 3', 'retries 0')
    .replace('option redispatch', 'no option redispatch')
    // One that asks may learn in time: who still answers calls says then that it is not ready.
    .replace(/default-server check.*/, 'default-server no-check');
  const careless = { ...recipe, text };
  await using proxy = await runProxy(careless, { folder: join(folder, 'careless'), productPort: 0 });
  const send = (call: Call): Promise<Answer> => callThrough(proxy.port, call);
  const { token } = JSON.parse(
    (await send({ path: '/api/auth', method: 'POST', body: account })).body.toString(),
  ) as { token: string };
  const load = beginLoad({ send, token, songs: await songsThrough(send, token) }, 1_690_000_000);
  await sleep(500);
  for (const [at, port] of scene.ports.entries()) {
    await products[at]?.stop();
    products[at] = await scene.start(at);
    await untilReady(port);
    await sleep(1_500);
  }
  await load.end();
  scene.findings.hold(
    `(control) a balancer that sends nothing to another one is told of: ${load.failures.length} calls fail`,
    ['no-check', 'retries 0', 'no option'].every((part) => text.includes(part)) && load.failures.length > 0,
  );
};

const followRecipe = async (recipe: Recipe, scene: Scene, products: Product[], folder: string) => {
  const { findings, ports } = scene;
  await using proxy = await runProxy(recipe, { folder: join(folder, recipe.proxy), productPort: 0 });
  const send = (call: Call): Promise<Answer> => callThrough(proxy.port, call);
  const signedIn = await send({ path: '/api/auth', method: 'POST', body: account });
  findings.hold(`${recipe.proxy}: signing in`, signedIn.status === 200, String(signedIn.status));
  const { token } = JSON.parse(signedIn.body.toString()) as { token: string };
  const before = await countPlays(send, token);
  // Plays of other moments than those through the other balancer.
  const firstPlay = recipe.proxy === 'nginx' ? 1_600_000_000 : 1_650_000_000;
  const load = beginLoad({ send, token, songs: await songsThrough(send, token) }, firstPlay);
  for (const [at, port] of ports.entries()) {
    const code = await products[at]?.stop();
    findings.hold(`${recipe.proxy}: server ${at + 1} ends well`, code === 0, String(code));
    products[at] = await scene.start(at);
    await untilReady(port);
    // Long enough for the balancer to ask it again.
    await sleep(2_500);
  }
  await load.end();
  const [shown] = load.failures;
  findings.hold(
    `${recipe.proxy}: no call fails`,
    load.failures.length === 0,
    `${load.failures.length}: ${shown}`,
  );
  for (const [what, count] of Object.entries(load.counts)) findings.note(`${recipe.proxy}: ${count} ${what}`);
  const stored = (await countPlays(send, token)) - before;
  const told = load.counts['plays'] ?? 0;
  findings.hold(`${recipe.proxy}: every play is kept, once`, stored === told, `${stored} of ${told}`);
};

const setUp = async (address: string, music: string): Promise<void> => {
  const call = async (method: string, path: string, body: unknown, token = ''): Promise<Response> =>
    fetch(`${address}api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  await call('POST', 'user', { name: account.username, password: account.password, admin: true });
  const { token } = (await (await call('POST', 'auth', account)).json()) as { token: string };
  await call('PUT', 'mount_dirs', [{ name: 'Music', source: music }], token);
};

/** Every server has the same songs. */
const untilFilled = async (addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) {
    const signedIn = await fetch(`${address}api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const deadline = performance.now() + readyDeadlineMs;
    for (let found = 0; found !== songCount; ) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${address}api/flatten`, { headers });
      found = answer.ok ? ((await answer.json()) as object[]).length : 0;
      if (performance.now() > deadline) throw new Error(`${address} has ${found} songs`);
      await sleep(100);
    }
  }
};

/** Runs every recipe of the page on several servers in front of three, and restarts them one after the other. */
export const followBalancers = async (): Promise<HarnessResult> => {
  const findings = createFindings();
  await using folder = await tempFolder();
  const music = join(folder.path, 'music');
  await library().album('Picnic', songCount, { artist: 'Anna' }).writeTo(music);
  const postgres = await startPostgres();
  const ports = await freePorts();
  const start = (at: number, more: readonly string[] = []): Promise<Product> =>
    startProduct({
      dataFolder: join(folder.path, `data-${at}`),
      argv: [
        ...['--port', String(ports[at]), '--database', postgres.url(), '--log-level', 'error'],
        ...['--secret-key-file', join(folder.path, 'secret.key'), ...pageFlags()],
        ...more,
      ],
    });
  const products: Product[] = [];
  try {
    for (const at of ports.keys()) products.push(await start(at));
    const addresses = products.map(({ address }) => address);
    await setUp(addresses[0] ?? '', music);
    await untilFilled(addresses);
    for (const recipe of recipesAt(ports)) {
      const version = versionOf(recipe.proxy);
      findings.hold(`${recipe.proxy} ${version ?? ''} is installed`, version !== null);
      if (version !== null) await followRecipe(recipe, { findings, ports, start }, products, folder.path);
    }
    const haproxy = recipesAt(ports).find(({ proxy }) => proxy === 'haproxy');
    if (haproxy !== undefined && versionOf('haproxy') !== null) {
      const startCareless = (at: number): Promise<Product> => start(at, ['--drain-seconds', '0']);
      for (const at of ports.keys()) {
        await products[at]?.stop();
        products[at] = await startCareless(at);
      }
      await followCareless(haproxy, { findings, ports, start: startCareless }, products, folder.path);
      await goWithoutDatabase(haproxy, { findings, ports, postgres, folder: folder.path }, account);
    }
  } finally {
    await Promise.all(products.map((product) => product.stop()));
    await postgres.close();
  }
  return findings.result();
};
