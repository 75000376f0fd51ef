import type { ScanStatus } from '@tonearm/contract';
import { collectGarbage } from '../garbage.ts';
import type { BenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';

/** Requests of each kind that are counted: at rest, and while a scan runs, which may be short. */
const roundsAtRest = 300;
const roundsWhileScanning = 100;

/** Requests that are not counted, first. */
const warmUp = 30;

/** The client's garbage is collected so often; the request after that is not counted either. */
const collectEvery = 10;

interface Directory {
  readonly path: string;
}
interface Item {
  readonly Directory?: Directory;
}

/** Words of each kind that people search for. */
const searches: Readonly<Record<string, readonly string[]>> = {
  common: ['love', 'night', 'the', 'river'],
  rare: ['xylophantom', 'quillfeather', 'vexquill', 'brontidium'],
  twoLetter: ['lo', 'zx', 'qu', 'an'],
  twoWords: ['obsidian tundra', 'quiet river', 'love night', 'blue heart'],
  cjk: ['夜', '東京', 'ラジオ', '사랑'],
};

const samplesOf = async (
  client: BenchClient,
  paths: readonly string[],
  rounds: number,
): Promise<number[]> => {
  const samples: number[] = [];
  for (let round = 0; samples.length < rounds; round += 1) {
    const path = paths[round % paths.length] ?? '';
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

const kindsOf = async (client: BenchClient): Promise<Record<string, readonly string[]>> => ({
  browse: await foldersOf(client),
  recent: ['recent?limit=50'],
  random: ['random'],
  playlist: [await savePlaylist(client)],
  ...Object.fromEntries(
    Object.entries(searches).map(([kind, words]) => [
      `search.${kind}`,
      words.map((word) => `search/${encodeURIComponent(word)}?limit=50`),
    ]),
  ),
});

/** Every list a person waits for, p50 and p95 over HTTP. */
export const listsSuite = async (client: BenchClient): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [kind, paths] of Object.entries(await kindsOf(client))) {
    const { p50, p95 } = summarize(await samplesOf(client, paths, roundsAtRest));
    figures.push({ name: `${kind}.p95`, value: p95, unit: 'ms', note: `p50 ${p50.toFixed(2)} ms` });
  }
  return figures;
};

/**
 * The same while a scan runs, and the p95 of each as a ratio to its idle one. What the scan did not last for
 * is reported and not compared.
 */
export const scanningSuite = async (client: BenchClient, idle: readonly Figure[]): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [kind, paths] of Object.entries(await kindsOf(client))) {
    const { p50, p95 } = summarize(await samplesOf(client, paths, roundsWhileScanning));
    const { is_scanning: isScanning } = await client.json<ScanStatus>('scan_status');
    const note = `p50 ${p50.toFixed(2)} ms${isScanning ? '' : '; the scan had ended'}`;
    figures.push({ name: `scanning.${kind}.p95`, value: p95, unit: 'ms', note });
    const idleP95 = idle.find(({ name }) => name === `${kind}.p95`)?.value;
    if (!isScanning || idleP95 === undefined) continue;
    const ratioNote = `p95 ${p95.toFixed(2)} ms to ${idleP95.toFixed(2)} ms idle`;
    figures.push({ name: `scanning.${kind}.toIdle`, value: p95 / idleP95, unit: 'ratio', note: ratioNote });
  }
  return figures;
};
