import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '@tonearm/contract';
import { buildSong, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { watchGrowth } from '../../memory.ts';
import { summarize } from '../../percentiles.ts';
import { clientOf, eventually, prepareOnce, sleep } from '../trust-product.ts';

/** How listing a folder went. */
interface Listed {
  readonly firstByteP95Ms: number;
  readonly wholeP95Ms: number;
  /** The longest that the answering thread stood still, in milliseconds. */
  readonly blockMs: number;
  readonly entries: number;
}

/** What came of it. */
export interface LargeFoldersResult {
  readonly wide: Listed;
  readonly deep: Listed;
  readonly scanSeconds: number;
  /** More memory at most of all processes while the wide folder was listed, whatever ended meanwhile, in MB. */
  readonly growthMb: number;
  readonly faults: readonly string[];
}

const longestBrowseMs = 300;
const longestBlockMs = 20;
const mostGrowthMb = 100;
const listings = 20;
const lookEveryMs = 50;
const usualSettleMs = 3_000;

/**
 * Loaded before the product: every so often it writes how long its thread stood still at most since then. Other
 * processes of the product inherit it, and keep quiet.
 */
const watchLoop = (file: string, isBlocked: boolean): string => `
  import { appendFileSync } from 'node:fs';
  import { monitorEventLoopDelay } from 'node:perf_hooks';
  if (/main\\.(js|ts)$/.test(process.argv[1] ?? '')) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    setInterval(() => {
      appendFileSync(${JSON.stringify(file)}, Math.max(0, delay.max / 1e6 - 1).toFixed(2) + '\\n');
      delay.reset();
    }, ${lookEveryMs}).unref();
    if (${isBlocked}) setInterval(() => {
      const until = performance.now() + ${2 * longestBlockMs};
      while (performance.now() < until);
    }, 500).unref();
  }`;

const layOut = (music: string, { songs, depth }: { songs: number; depth: number }): void => {
  const { data } = buildSong({ format: 'mp3', tags: { title: 'One of many' }, seconds: 0.1 });
  const wide = join(music, 'Wide');
  mkdirSync(wide);
  for (let number = 0; number < songs; number += 1) writeFileSync(join(wide, `${number}.mp3`), data);
  const deep = join(music, ...Array.from({ length: depth }, () => 'd'));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'song.mp3'), buildSong({ format: 'mp3', tags: { title: 'Deep' } }).data);
};

/** Lists folders again and again, and looks how long the server stood still. */
const list = async (
  client: BenchClient,
  paths: readonly string[],
  { loopFile, settleMs }: { loopFile: string; settleMs: number },
): Promise<Listed> => {
  await sleep(settleMs);
  const from = statSync(loopFile).size;
  const firstByteMs: number[] = [];
  const wholeMs: number[] = [];
  let entries = 0;
  for (let count = 0; count < Math.max(listings, paths.length); count += 1) {
    const path = paths[count % paths.length] ?? '';
    const answer = await client.send(`browse/${encodeURIComponent(path)}`);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    firstByteMs.push(answer.firstByteMs);
    wholeMs.push(answer.totalMs);
    entries = Math.max(entries, (JSON.parse(answer.body.toString()) as Item[]).length);
  }
  await sleep(lookEveryMs * 3);
  const blocks = readFileSync(loopFile, 'utf8').slice(from).split('\n').slice(0, -1).map(Number);
  const blockMs = Math.max(...blocks);
  return {
    firstByteP95Ms: summarize(firstByteMs).p95,
    wholeP95Ms: summarize(wholeMs).p95,
    blockMs,
    entries,
  };
};

/** What is wrong with it, a sentence each. */
export const judgeLargeFolders = (
  { wide, deep, growthMb }: Omit<LargeFoldersResult, 'faults'>,
  counts: { readonly songs: number },
): string[] => [
  ...(wide.entries === counts.songs ? [] : [`${wide.entries} of ${counts.songs} songs are listed`]),
  ...(growthMb > mostGrowthMb ? [`memory grew by ${growthMb.toFixed(0)} MB`] : []),
  ...Object.entries({ wide, deep }).flatMap(([name, { firstByteP95Ms, blockMs }]) => [
    ...(firstByteP95Ms > longestBrowseMs
      ? [`${name}: first byte after ${firstByteP95Ms.toFixed(0)} ms`]
      : []),
    ...(blockMs > longestBlockMs ? [`${name}: stood still for ${blockMs.toFixed(0)} ms`] : []),
  ]),
];

/**
 * Lists a folder of very many songs, and every folder of a very deep one.
 * @param counts.settleMs how long what goes before may die away
 * @param isBlocked whether the server stands still twice a second for longer than it may: the control
 */
export const runLargeFolders = async (
  counts: { readonly songs: number; readonly depth: number; readonly settleMs?: number },
  isBlocked = false,
): Promise<LargeFoldersResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const loopFile = folder.join('loop');
  const token = await prepareOnce(dataFolder, music);
  layOut(music, counts);
  writeFileSync(loopFile, '');
  const preload = `data:text/javascript,${encodeURIComponent(watchLoop(loopFile, isBlocked))}`;
  const begunMs = performance.now();
  await using product = await startProduct({
    dataFolder,
    argv: ['--log-level', 'error'],
    environment: { NODE_OPTIONS: `--import ${preload}` },
  });
  const client = clientOf(product, token);
  const songs = counts.songs + 5;
  await eventually(
    'the scan',
    async () => {
      const status = await client.json<{ is_scanning: boolean; song_count: number }>('scan_status');
      return !status.is_scanning && status.song_count === songs;
    },
    1_800_000,
  );
  const scanSeconds = (performance.now() - begunMs) / 1000;
  await client.send('browse/Music%2FWide?limit=1');
  const growth = watchGrowth(product.pid);
  const watched = { loopFile, settleMs: counts.settleMs ?? usualSettleMs };
  const wide = await list(client, ['Music/Wide'], watched);
  const growthMb = growth();
  const deepPaths = Array.from({ length: counts.depth }, (_, at) => `Music${'/d'.repeat(at + 1)}`);
  const deep = await list(client, deepPaths, watched);
  client.close();
  const result = { wide, deep, scanSeconds, growthMb };
  return { ...result, faults: judgeLargeFolders(result, counts) };
};
