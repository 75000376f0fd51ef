import type { ScanStatus } from '@tonearm/contract';
import { collectGarbage } from '../garbage.ts';
import type { BenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import { queriesOf, type SongTexts } from '../queries.ts';
import type { Figure } from '../report.ts';
import type { ScanBeside } from '../scan-beside.ts';

/** Measured in turns, at rest and while a scan runs, so that both see the machine in the same moods. */
const turns = 3;

/** Requests of each kind that are counted in a turn. */
const rounds = 100;

/** Requests that are not counted, first. */
const warmUp = 30;

/** The client's garbage is collected so often; the request after that is not counted either. */
const collectEvery = 10;

/** Songs whose words are searched for. */
const sampledSongs = 20_000;

interface Directory {
  readonly path: string;
}
interface Item {
  readonly Directory?: Directory;
}

/** One kind of list, and the addresses that are asked for, one after the other and again from the start. */
interface Kind {
  readonly name: string;
  readonly paths: readonly string[];
  /** How often it was asked for. */
  sent: number;
  readonly atRest: number[];
  readonly scanning: number[];
}

const samplesOf = async (client: BenchClient, kind: Kind): Promise<number[]> => {
  const samples: number[] = [];
  for (let round = 0; samples.length < rounds; round += 1) {
    const path = kind.paths[kind.sent % kind.paths.length] ?? '';
    kind.sent += 1;
    const isCounted = round >= warmUp && round % collectEvery !== 0;
    if (!isCounted) collectGarbage();
    const answer = await client.send(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    if (isCounted) samples.push(answer.totalMs);
  }
  return samples;
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
  return paths.map(([name, each]) => ({ name, paths: each, sent: 0, atRest: [], scanning: [] }));
};

const isScanning = async (client: BenchClient): Promise<boolean> =>
  (await client.json<ScanStatus>('scan_status')).is_scanning;

/** Begins with another of the kinds in each turn: a scan may end before all were asked for. */
const rotated = <T>(kinds: readonly T[], turn: number): T[] => {
  const first = Math.floor((turn * kinds.length) / turns);
  return [...kinds.slice(first), ...kinds.slice(0, first)];
};

const figureOf = (name: string, samples: readonly number[]): Figure => {
  const { p50, p95, count } = summarize(samples);
  return { name: `${name}.p95`, value: p95, unit: 'ms', note: `p50 ${p50.toFixed(2)} ms, ${count} requests` };
};

/**
 * Every list a person waits for, p50 and p95 over HTTP: at rest, while a scan runs, and the second p95 as a
 * ratio to the first. What no scan lasted for is missing.
 */
export const listsSuite = async (client: BenchClient, scan: ScanBeside): Promise<Figure[]> => {
  const kinds = await kindsOf(client);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const kind of kinds) kind.atRest.push(...(await samplesOf(client, kind)));
    await scan.begin();
    for (const kind of rotated(kinds, turn)) {
      const samples = await samplesOf(client, kind);
      if (!(await isScanning(client))) break;
      kind.scanning.push(...samples);
    }
    await scan.end();
  }
  const atRest = kinds.map(({ name, atRest: samples }) => figureOf(name, samples));
  const scanning = kinds
    .filter((kind) => kind.scanning.length > 0)
    .flatMap((kind) => {
      const [busy, idle] = [summarize(kind.scanning).p95, summarize(kind.atRest).p95];
      const note = `p95 ${busy.toFixed(2)} ms to ${idle.toFixed(2)} ms at rest`;
      const ratio: Figure = { name: `scanning.${kind.name}.toIdle`, value: busy / idle, unit: 'ratio', note };
      return [figureOf(`scanning.${kind.name}`, kind.scanning), ratio];
    });
  return [...atRest, ...scanning];
};
