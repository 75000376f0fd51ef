import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLibrary, readFlags, startPostgres, startProduct } from '@tonearm/testkit';
import { maintain } from '../../../server/src/maintenance.ts';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import { measureColdScan, rest, scanEnd, serve, signIn } from '../served-library.ts';

const help = `node bench/src/cli/beside.ts [SONGS] [ROUNDS] [FOLDER]
A server over PostgreSQL that serves what another one scans, beside one alone with its files, over the same collection:
the same requests in turns, what else the machine does then weighs on both alike. Says how soon one is ready and what it
holds, and fails when it is slower than is promised. It needs Debian's PostgreSQL and what was built. The collection, and
what a scan of it left, are made in FOLDER where that does not hold them yet, and stay there.
`;

const { positionals } = readFlags(help, { allowPositionals: true });
const [songs = 100_000, rounds = 200] = positionals.slice(0, 2).map(Number);
const kept = positionals[2] ?? join(tmpdir(), `tonearm-beside-${songs}`);

/** Rounds that only warm up. */
const warmUpRounds = 5;

/** What is promised: as many times as slow as alone, of the p50 or the p95, or so many milliseconds. */
type Limit = { readonly of: 'p50' | 'p95'; readonly times: number } | { readonly p95Ms: number };

interface Case {
  readonly name: string;
  readonly limit: Limit;
  readonly path: (round: number) => string;
}

const say = (isGood: boolean, what: string): void => {
  if (!isGood) process.exitCode = 1;
  console.log(`${isGood ? 'ok    ' : 'MISSED'}  ${what}`);
};

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;

const scannedFolder = join(kept, 'data');

/** Scans everything, once, and waits until nothing else is done. */
const scanOnce = async (): Promise<void> => {
  if (existsSync(scannedFolder)) return;
  const making = `${scannedFolder}.making`;
  rmSync(making, { recursive: true, force: true });
  {
    await using alone = await serve(making);
    const { seconds, songs: found } = await measureColdScan(alone, join(kept, 'music'));
    console.log(`scanned ${found} songs in ${seconds.toFixed(0)} s`);
    await rest(alone);
  }
  renameSync(making, scannedFolder);
};

/** Alone, with a playlist of a thousand. @returns the path of a song */
const prepareAlone = async (dataFolder: string): Promise<string> => {
  await using alone = await serve(dataFolder);
  await scanEnd(alone.client);
  const paths = (await alone.client.json<{ path: string }[]>('flatten?limit=1000')).map(({ path }) => path);
  await alone.client.json('playlist/thousand', { method: 'PUT', body: { tracks: paths } });
  return paths[0] ?? '';
};

const untilReady = async (address: string): Promise<void> => {
  while ((await fetch(new URL('api/ready', address))).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

const open = async (address: string): Promise<BenchClient> => {
  const apiRoot = new URL('api/', address).href;
  return createBenchClient(apiRoot, await signIn(apiRoot));
};

/** Words of titles, each asked once: what was found is remembered for the next page. */
const wordsOf = async (client: BenchClient): Promise<string[]> => {
  const some = await client.json<{ title: string | null }[]>(`flatten?limit=${rounds * 8}&offset=1000`);
  const words = some.flatMap(({ title }) => (title ?? '').split(/\s+/)).filter((word) => word.length > 1);
  const different = [...new Set(words)];
  return Array.from({ length: rounds + warmUpRounds }, (_, at) => {
    const word = different[at % different.length] ?? 'love';
    const other = different[(at * 7 + 3) % different.length] ?? 'night';
    const beginning = (text: string, count: number): string => [...text].slice(0, count).join('');
    return [word, `${word} ${other}`, beginning(word, 2), beginning(other, 3)][at % 4] ?? word;
  });
};

const casesOf = (words: readonly string[], folder: string): Case[] => [
  {
    name: 'search, first 50',
    limit: { of: 'p95', times: 2 },
    path: (round) => `search/${encodeURIComponent(words[round] ?? '')}?limit=50`,
  },
  { name: 'flatten, first 1,000', limit: { of: 'p50', times: 1.5 }, path: () => 'flatten?limit=1000' },
  { name: 'a playlist of 1,000', limit: { of: 'p50', times: 1.5 }, path: () => 'playlist/thousand' },
  { name: 'browse the root', limit: { p95Ms: 10 }, path: () => 'browse?limit=200' },
  { name: 'browse a folder', limit: { p95Ms: 10 }, path: () => `browse/${encodeURIComponent(folder)}` },
  { name: 'recent, 50', limit: { p95Ms: 10 }, path: () => 'recent?limit=50' },
  { name: 'random, 50', limit: { p95Ms: 10 }, path: () => 'random?limit=50' },
];

const compare = async (alone: BenchClient, serving: BenchClient, cases: readonly Case[]): Promise<void> => {
  const clients = [alone, serving] as const;
  const measured = cases.map(() => [[], []] as [number[], number[]]);
  for (let round = 0; round < warmUpRounds + rounds; round += 1)
    // Who goes first changes: the second one finds files and caches of the processor warm.
    for (const [index, { name, path }] of cases.entries())
      for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { status, totalMs } = await clients[which].send(path(round));
        if (status >= 400) throw new Error(`${name} was answered ${status}.`);
        if (round >= warmUpRounds) measured[index]?.[which].push(totalMs);
      }
  for (const [index, { name, limit }] of cases.entries()) {
    const [one, two] = (measured[index] ?? [[], []]).map(summarize);
    if (one === undefined || two === undefined) continue;
    const isGood = 'p95Ms' in limit ? two.p95 <= limit.p95Ms : two[limit.of] <= one[limit.of] * limit.times;
    const wanted = 'p95Ms' in limit ? `p95 ≤ ${limit.p95Ms} ms` : `${limit.of} ≤ ${limit.times} ×`;
    say(
      isGood,
      `${name} (${wanted}): p50 ${one.p50.toFixed(2)} → ${two.p50.toFixed(2)} ms (${(two.p50 / one.p50).toFixed(2)} ×), ` +
        `p95 ${one.p95.toFixed(2)} → ${two.p95.toFixed(2)} ms (${(two.p95 / one.p95).toFixed(2)} ×)`,
    );
  }
};

if (!existsSync(join(kept, 'music'))) {
  mkdirSync(kept, { recursive: true });
  makeLibrary({ out: kept, songs, light: 'files' });
}
await scanOnce();
const folder = mkdtempSync(join(tmpdir(), 'tonearm-beside-run-'));
const at = (name: string): string => join(folder, name);
const postgres = await startPostgres();
try {
  cpSync(scannedFolder, at('alone'), { recursive: true });
  const song = await prepareAlone(at('alone'));
  cpSync(at('alone'), at('leading'), { recursive: true });
  await maintain({ kind: 'move-to', database: postgres.url() }, { dataFolder: at('leading') });
  rmSync(join(at('leading'), 'state.db'));
  const shared = ['--database', postgres.url(), '--secret-key-file', join(at('alone'), 'secret.key')];
  const argv = [...shared, '--log-level', 'warn'];
  await using leading = await startProduct({ dataFolder: at('leading'), argv });
  const leader = await open(leading.address);
  await scanEnd(leader);
  leader.close();
  const startServing = () => startProduct({ dataFolder: at('serving'), argv: [...argv, '--roles', 'serve'] });
  const begunMs = performance.now();
  {
    await using first = await startServing();
    await untilReady(first.address);
    const client = await open(first.address);
    while ((await client.send('flatten?limit=1')).body.toString() === '[]') await untilReady(first.address);
    client.close();
  }
  console.log(`a new server has the library after ${((performance.now() - begunMs) / 1000).toFixed(1)} s`);
  const againMs = performance.now();
  await using serving = await startServing();
  await untilReady(serving.address);
  const readyMs = performance.now() - againMs;
  say(readyMs <= 1_000, `ready ${Math.round(readyMs)} ms after its start (≤ 1,000)`);
  await using alone = await serve(at('alone'));
  await scanEnd(alone.client);
  const client = await open(serving.address);
  const words = await wordsOf(client);
  const songFolder = song.split('/').slice(0, -1).join('/');
  // What is promised is promised of a quiet machine: pages for apps are made for minutes after a start.
  for (const product of [leading, serving, alone.product]) await rest({ product });
  await compare(alone.client, client, casesOf(words, songFolder));
  client.close();
  const megabytes = residentMegabytes(serving.pid);
  say(
    megabytes <= 250,
    `holds ${Math.round(megabytes)} MB after that (≤ 250); alone ${Math.round(residentMegabytes(alone.product.pid))} MB`,
  );
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
