import { readFlags } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import { signIn } from '../served-library.ts';

const help = `node bench/src/cli/alternate.ts ADDRESS_BEFORE ADDRESS_NOW [ROUNDS] [reads]
The same requests in turns to two servers over the same collection, such as one built before a change and one built
after it: what else the machine does then weighs on both alike. Addresses end with a slash, such as
http://127.0.0.1:5050/ (the servers are started by you; the user "bench" is made where there is none). Says the p50 of
each request on both, and fails when any is more than 5 % slower now. With the word reads, only what changes nothing is asked.
`;

/** How much slower a p50 may be. */
const mostSlower = 1.05;

/** Rounds that only warm up. */
const warmUpRounds = 5;

/** Saving a long playlist takes so long that it is done in every tenth round only. */
const rareEvery = 10;

interface Case {
  readonly name: string;
  readonly isRare?: boolean;
  readonly send: (client: BenchClient, round: number) => ReturnType<BenchClient['send']>;
}

const { positionals } = readFlags(help, { allowPositionals: true });
const [before = '', now = '', rounds = '200', which = 'all'] = positionals;
if (now === '') {
  console.error('Two addresses are needed: of the server before, and of the one now. --help says more.');
  process.exit(2);
}

const open = async (address: string): Promise<BenchClient> => {
  const apiRoot = new URL('api/', address).href;
  return createBenchClient(apiRoot, await signIn(apiRoot));
};

const clients = [await open(before), await open(now)] as const;
const songs = await clients[0].json<{ path: string }[]>('flatten?limit=1000');
const paths = songs.map(({ path }) => path);
const folder = (paths[0] ?? '').split('/').slice(0, -1).join('/');
const tracksOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => paths[at % paths.length] ?? '');
for (const client of clients) {
  await client.send('playlist/thousand', { method: 'PUT', body: { tracks: tracksOf(1000) } });
}

const get = (name: string, path: string): Case => ({ name, send: (client) => client.send(path) });
const reads: readonly Case[] = [
  get('a small call (its token)', 'preferences'),
  get('browse the root', 'browse'),
  get('browse a folder', `browse/${encodeURIComponent(folder)}`),
  get('flatten, first 1,000', 'flatten?limit=1000'),
  get('recent, 50', 'recent?limit=50'),
  get('random, 50', 'random?limit=50'),
  get('search, first 50', 'search/love?limit=50'),
  get('a playlist of 1,000', 'playlist/thousand'),
];
const writes: readonly Case[] = [
  {
    name: 'a play',
    send: (client, round) =>
      client.send(
        `lastfm/scrobble/${encodeURIComponent(paths[round % paths.length] ?? '')}?started_at=${1_600_000_000 + round}`,
        { method: 'POST' },
      ),
  },
  {
    name: 'save 200,000 entries',
    isRare: true,
    send: (client) => client.send('playlist/long', { method: 'PUT', body: { tracks: tracksOf(200_000) } }),
  },
];

const cases = which === 'reads' ? reads : [...reads, ...writes];

const measured = cases.map(() => [[], []] as [number[], number[]]);
for (let round = 0; round < warmUpRounds + Number(rounds); round += 1) {
  // Who goes first changes: the second one finds files and caches of the processor warm.
  const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
  for (const [index, { name, isRare, send }] of cases.entries()) {
    if (isRare === true && round % rareEvery !== 0) continue;
    for (const at of order) {
      const { status, totalMs } = await send(clients[at], round);
      if (status >= 400) throw new Error(`${name} was answered ${status}.`);
      if (round >= warmUpRounds) measured[index]?.[at].push(totalMs);
    }
  }
}
for (const client of clients) client.close();

for (const [index, { name }] of cases.entries()) {
  const [first, second] = (measured[index] ?? [[], []]).map((samples) => summarize(samples));
  if (first === undefined || second === undefined) continue;
  const ratio = second.p50 / first.p50;
  if (ratio > mostSlower) process.exitCode = 1;
  console.log(
    `${ratio > mostSlower ? 'slower' : 'ok    '}  ${name}: p50 ${first.p50.toFixed(3)} → ${second.p50.toFixed(3)} ms (${ratio.toFixed(2)} ×), ` +
      `p95 ${first.p95.toFixed(3)} → ${second.p95.toFixed(3)} ms, ${first.count} times`,
  );
}
