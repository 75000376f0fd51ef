import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildSong, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, prepareOnce, scanned } from '../trust-product.ts';

/** What came of it. */
interface SwappedLinksResult {
  readonly swaps: number;
  /** Answers while links were swapped: those with bytes, and all others. */
  readonly sent: number;
  readonly refused: number;
  /** Answers that held bytes from outside. */
  readonly leaks: readonly string[];
}

const mark = 'FROM OUTSIDE ';
const songSeconds = 20;
const listeners = 4;
/** Between two swaps, in milliseconds: an answer takes longer, so that each sees several. */
const pauseMs = 1;
const leaksTold = 5;

/** Swaps links as fast as somebody who means it, on a thread of its own: `[link, one target, another]` each. */
const swapper = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { renameSync, symlinkSync } = require('node:fs');
  const { links, swaps, pauseMs } = workerData;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let swap = 0; swap < swaps; swap += 1) {
    const [link, ...targets] = links[swap % links.length];
    symlinkSync(targets[Math.floor(swap / links.length) % 2], link + '.next');
    renameSync(link + '.next', link);
    if (pauseMs > 0) Atomics.wait(pause, 0, 0, pauseMs);
  }
  parentPort.postMessage('done');`;

type Link = readonly [link: string, ...targets: string[]];

/** @returns whether it still swaps */
const beginSwapping = (links: readonly Link[], swaps: number) => {
  const worker = new Worker(swapper, { eval: true, workerData: { links, swaps, pauseMs } });
  let isOver = false;
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  }).finally(() => {
    isOver = true;
  });
  return { isOver: (): boolean => isOver, ended };
};

/** Music with links that lead inside, and files outside that look the same but for what they say. */
const layOut = (root: string, music: string): Link[] => {
  const { data } = buildSong({ format: 'wav', tags: { title: 'Inside' }, seconds: songSeconds });
  const outside = Buffer.concat([data.subarray(0, 44), Buffer.alloc(data.length - 44, mark)]);
  for (const [folder, song, words] of [
    [join(music, 'Real'), data, 'words from inside'],
    [join(root, 'outside'), outside, `[00:01.00]${mark}`],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'song.wav'), song);
    writeFileSync(join(folder, 'song.lrc'), words);
  }
  mkdirSync(join(music, 'Links'));
  const links: Link[] = [
    ...['song.wav', 'song.lrc'].map(
      (name): Link => [join(music, 'Links', name), join(root, 'outside', name), join(music, 'Real', name)],
    ),
    [join(music, 'Whole'), join(root, 'outside'), join(music, 'Real')],
  ];
  for (const [link, , inside] of links) symlinkSync(inside ?? '', link);
  return links;
};

const paths = ['Music/Links/song.wav', 'Music/Whole/song.wav'].map(encodeURIComponent);

/** Asks for everything behind the links, whole and in parts, until nothing is swapped any more. */
const listen = async (client: BenchClient, isOver: () => boolean) => {
  const leaks: string[] = [];
  let sent = 0;
  let refused = 0;
  for (let number = 0; !isOver(); number += 1) {
    const path = paths[number % paths.length] ?? '';
    const wants = number % 5 === 4 ? `music/lyrics/${path}` : `audio/${path}`;
    const headers: Record<string, string> = number % 3 === 0 ? { Range: 'bytes=1000000-2500000' } : {};
    const { status, body } = await client.send(wants, { headers });
    if (status < 300) sent += 1;
    else refused += 1;
    if (body.includes(mark)) leaks.push(`${wants} (${status})`);
  }
  return { leaks, sent, refused };
};

/** Swaps links in a served folder for links to files outside, and looks at every byte that is sent meanwhile. */
export const runSwappedLinks = async (swaps: number): Promise<SwappedLinksResult> => {
  await using folder = await tempFolder();
  const music = folder.join('music');
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, music);
  const links = layOut(folder.path, music);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  await scanned(client, 7);
  const swapping = beginSwapping(links, swaps);
  const heard = await Promise.all(Array.from({ length: listeners }, () => listen(client, swapping.isOver)));
  await swapping.ended;
  client.close();
  return {
    swaps,
    sent: heard.reduce((sum, { sent }) => sum + sent, 0),
    refused: heard.reduce((sum, { refused }) => sum + refused, 0),
    leaks: heard.flatMap(({ leaks }) => leaks).slice(0, leaksTold),
  };
};

/** Looks where a link leads and opens it afterwards, as one would write it first. */
const carelessRead = async (path: string, music: string): Promise<string> => {
  const real = await realpath(path);
  return real.startsWith(`${music}/`) ? readFile(path, 'utf8') : '';
};

/** The control. @returns how often something from outside was read by who looks first and opens then */
export const runCarelessReads = async (swaps: number): Promise<number> => {
  await using folder = await tempFolder();
  const music = folder.join('music');
  mkdirSync(music);
  const links = layOut(folder.path, music);
  const lyrics = links[1]?.[0] ?? '';
  if (!readFileSync(realpathSync(lyrics), 'utf8').includes('inside')) throw new Error('it leads elsewhere');
  const swapping = beginSwapping(links.slice(1, 2), swaps);
  let leaks = 0;
  while (!swapping.isOver()) if ((await carelessRead(lyrics, music)).includes(mark)) leaks += 1;
  await swapping.ended;
  return leaks;
};
