import type { ScanStatus } from '@tonearm/contract';
import { collectGarbage } from '../garbage.ts';
import type { BenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import { queriesOf, type SongTexts } from '../queries.ts';
import type { Figure } from '../report.ts';
import type { ScanBeside } from '../scan-beside.ts';

/** Measured in turns, at rest and while a scan runs, so that both see the machine in the same moods. */
const turns = 3;

/** Rounds of a turn at rest. */
const roundsAtRest = 100;

/** Rounds before the first turn, which are not counted. */
const warmUp = 30;

/** Songs whose words are searched for. */
const sampledSongs = 20_000;

interface Directory {
  readonly path: string;
}
interface Item {
  readonly Directory?: Directory;
}

/** One kind of list, and the addresses that are asked for, one after the other and again from the start. */
export interface Kind {
  readonly name: string;
  readonly paths: readonly string[];
  /** How often it was asked for. */
  sent: number;
}

/** How long answers of each kind took, in milliseconds. */
type Samples = ReadonlyMap<Kind, number[]>;

const noSamples = (kinds: readonly Kind[]): Samples => new Map(kinds.map((kind) => [kind, []]));

const ask = async (client: Pick<BenchClient, 'send'>, kind: Kind): Promise<number> => {
  const path = kind.paths[kind.sent % kind.paths.length] ?? '';
  kind.sent += 1;
  const answer = await client.send(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return answer.totalMs;
};

/**
 * Asks for one list of each kind, and so on: every kind sees all parts of what goes on beside. The client's garbage is
 * collected before and not in between, which takes both processors for long and lets the requests after it wait; the
 * first round is not counted.
 * @param isOn whether the round that has just been asked counts, and another follows
 */
export const askInRounds = async (
  client: Pick<BenchClient, 'send'>,
  kinds: readonly Kind[],
  isOn: (round: number) => boolean | Promise<boolean>,
): Promise<Samples> => {
  const samples = noSamples(kinds);
  collectGarbage();
  for (let round = 0; ; round += 1) {
    const times = new Map<Kind, number>();
    for (const kind of kinds) times.set(kind, await ask(client, kind));
    if (!(await isOn(round))) return samples;
    if (round > 0) for (const [kind, ms] of times) samples.get(kind)?.push(ms);
  }
};

const foldersOf = async (client: BenchClient): Promise<string[]> => {
  const artists = await client.json<Item[]>('browse/Music?limit=200');
  return artists.flatMap(({ Directory: directory }) =>
    directory === undefined ? [] : [`browse/${encodeURIComponent(directory.path)}`],
  );
};

const savePlaylist = async (client: BenchClient): Promise<string> => {
  const songs = await client.json<{ path: string }[]>('flatten/Music?limit=1000');
  const name = 'playlist/bench';
  await client.json(name, { method: 'PUT', body: { tracks: songs.map((song) => song.path) } });
  return name;
};

const searchesOf = async (client: BenchClient): Promise<[string, string[]][]> => {
  const songs = await client.json<SongTexts[]>(`flatten/Music?limit=${sampledSongs}`);
  return Object.entries(queriesOf(songs)).map(([name, queries]) => [
    `search.${name}`,
    queries.map((query) => `search/${encodeURIComponent(query)}?limit=50`),
  ]);
};

const kindsOf = async (client: BenchClient): Promise<Kind[]> => {
  const paths: readonly (readonly [string, readonly string[]])[] = [
    ['browse', await foldersOf(client)],
    ['recent', ['recent?limit=50']],
    ['random', ['random']],
    ['playlist', [await savePlaylist(client)]],
    ...(await searchesOf(client)),
  ];
  return paths.map(([name, each]) => ({ name, paths: each, sent: 0 }));
};

const isScanning = async (client: BenchClient): Promise<boolean> =>
  (await client.json<ScanStatus>('scan_status')).is_scanning;

const figureOf = (name: string, samples: readonly number[]): Figure => {
  const { p50, p95, count } = summarize(samples);
  return { name: `${name}.p95`, value: p95, unit: 'ms', note: `p50 ${p50.toFixed(2)} ms, ${count} requests` };
};

const besideFigures = (kind: string, scanning: readonly number[], atRest: readonly number[]): Figure[] => {
  if (scanning.length === 0) return [];
  const [busy, idle] = [summarize(scanning).p95, summarize(atRest).p95];
  const note = `p95 ${busy.toFixed(2)} ms to ${idle.toFixed(2)} ms at rest`;
  return [
    figureOf(`scanning.${kind}`, scanning),
    { name: `scanning.${kind}.toIdle`, value: busy / idle, unit: 'ratio', note },
  ];
};

/**
 * Every list a person waits for, p50 and p95 over HTTP: at rest, for as long as a scan runs, and the second p95 as a
 * ratio to the first. What no scan lasted for is missing.
 */
export const listsSuite = async (client: BenchClient, scan: ScanBeside): Promise<Figure[]> => {
  const kinds = await kindsOf(client);
  const [atRest, scanning] = [noSamples(kinds), noSamples(kinds)];
  const keep = (into: Samples, more: Samples): void => {
    for (const [kind, times] of more) into.get(kind)?.push(...times);
  };
  await askInRounds(client, kinds, (round) => round < warmUp);
  for (let turn = 0; turn < turns; turn += 1) {
    keep(atRest, await askInRounds(client, kinds, (round) => round <= roundsAtRest));
    await scan.begin();
    keep(scanning, await askInRounds(client, kinds, () => isScanning(client)));
    await scan.end();
  }
  return [
    ...kinds.map((kind) => figureOf(kind.name, atRest.get(kind) ?? [])),
    ...kinds.flatMap((kind) => besideFigures(kind.name, scanning.get(kind) ?? [], atRest.get(kind) ?? [])),
  ];
};
