import { once } from 'node:events';
import { createReadStream, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startBare } from '../bare.ts';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { freshFolder } from '../libraries.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';

interface Song {
  readonly path: string;
  readonly artwork: string | null;
}

const rangeRounds = 300;
const mostThumbnails = 60;
const thumbnailRounds = 5;
const throughputRounds = 5;
const throughputBytes = 64 * 1024 * 1024;

/** Rounds that are not counted, first. */
const warmUp = 20;

/** The slowest twentieth of ours as a ratio to that of bare node:http, asked in turns. */
const toBare = (name: string, ours: readonly number[], bare: readonly number[]): Figure => {
  const [mine, its] = [summarize(ours), summarize(bare)];
  const note = `p95 ${mine.p95.toFixed(2)} ms to ${its.p95.toFixed(2)} ms of bare node:http, p50 ${mine.p50.toFixed(2)} to ${its.p50.toFixed(2)}`;
  return { name, value: mine.p95 / its.p95, unit: 'ratio', note };
};

const ranges = async (
  client: BenchClient,
  songs: readonly Song[],
  musicFolder: string,
): Promise<Figure[]> => {
  await using baseline = await startBare([musicFolder]);
  const headers = { Range: 'bytes=1000-33767' };
  const ask = async (from: BenchClient, path: string): Promise<number> => {
    const answer = await from.send(path, { headers });
    if (answer.status !== 206 && answer.status !== 416) throw new Error(`${path} answered ${answer.status}`);
    return answer.firstByteMs;
  };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rangeRounds; round += 1) {
    const path = songs[round % songs.length]?.path ?? '';
    const both = [
      async () => ours.push(await ask(client, `audio/${encodeURIComponent(path)}`)),
      async () =>
        bare.push(await ask(baseline.client, baseline.pathOf(0, path.slice(path.indexOf('/') + 1)))),
    ];
    // Whoever is first finds a file that may not be in memory, and has it there for the other.
    for (const askOne of round % 2 === 0 ? both : both.toReversed()) await askOne();
  }
  const { p50, p95 } = summarize(ours.slice(warmUp));
  return [
    { name: 'audio.firstByte.p95', value: p95, unit: 'ms', note: `p50 ${p50.toFixed(2)} ms` },
    toBare('audio.firstByteToBare', ours.slice(warmUp), bare.slice(warmUp)),
  ];
};

/** Asks for each picture; those of bare node:http are the same bytes as files. */
const thumbnails = async (client: BenchClient, songs: readonly Song[]): Promise<Figure[]> => {
  const pictures = [...new Set(songs.flatMap((song) => song.artwork ?? []))].slice(0, mostThumbnails);
  const folder = freshFolder('thumbnails');
  await using baseline = await startBare([folder]);
  const ask = async (from: BenchClient, path: string) => {
    const answer = await from.send(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };
  const first: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < thumbnailRounds; round += 1) {
    for (const [number, picture] of pictures.entries()) {
      const mine = await ask(client, `thumbnail/${encodeURIComponent(picture)}?pad=false`);
      if (round === 0) writeFileSync(join(folder, String(number)), mine.body);
      const its = await ask(baseline.client, baseline.pathOf(0, String(number)));
      (round === 0 ? first : ours).push(mine.totalMs);
      if (round > 0) bare.push(its.totalMs);
    }
  }
  const made = summarize(first.slice(1));
  // The first round over cached ones warms up.
  const cached = summarize(ours.slice(pictures.length));
  return [
    { name: 'thumbnail.first.p95', value: made.p95, unit: 'ms', note: `p50 ${made.p50.toFixed(2)} ms` },
    { name: 'thumbnail.cached.p95', value: cached.p95, unit: 'ms', note: `p50 ${cached.p50.toFixed(2)} ms` },
    toBare('thumbnail.cachedToBare', ours.slice(pictures.length), bare.slice(pictures.length)),
  ];
};

/** Bytes a second of one large file, from bare node:http. */
const bareRate = async (file: string): Promise<number> => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Length', statSync(file).size);
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createBenchClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const rate = await rateOf(client, 'file');
  client.close();
  server.close();
  return rate;
};

const rateOf = async (client: BenchClient, path: string): Promise<number> => {
  const rates: number[] = [];
  for (let round = 0; round < throughputRounds; round += 1) {
    const answer = await client.send(path);
    rates.push(answer.body.length / (answer.totalMs / 1000));
  }
  return summarize(rates).p50;
};

/** A large song of the collection and its file. */
export interface LargeSong {
  readonly file: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/** Writes a wav file, the largest kind of song there is, for a source named Large. */
export const writeLargeWav = (folder: string, sizeBytes = throughputBytes): LargeSong => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(sizeBytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(sizeBytes - 44, 40);
  const file = join(folder, 'large.wav');
  writeFileSync(file, Buffer.concat([header, Buffer.alloc(sizeBytes - header.length, 7)]));
  return { file, path: 'Large/large.wav', sizeBytes };
};

/** One stream as fast as it goes, as a ratio to bare node:http on the same file in the same run. */
const throughput = async (client: BenchClient, largeFile: string, path: string): Promise<Figure> => {
  const bare = await bareRate(largeFile);
  const ours = await rateOf(client, path);
  const note = `${(ours / 1e6).toFixed(0)} MB/s to ${(bare / 1e6).toFixed(0)} MB/s of bare node:http`;
  return { name: 'audio.rateToBare', value: ours / bare, unit: 'ratio', note };
};

/** Ranges, one fast stream and thumbnails, each beside bare node:http. */
export const mediaSuite = async (
  client: BenchClient,
  { musicFolder, large }: { musicFolder: string; large: LargeSong },
): Promise<Figure[]> => {
  const songs = await client.json<Song[]>('flatten/Music?limit=2000');
  return [
    ...(await ranges(client, songs, musicFolder)),
    await throughput(client, large.file, `audio/${encodeURIComponent(large.path)}`),
    ...(await thumbnails(client, songs)),
  ];
};

/** A folder for the large song, to be served as a source of its own. */
export const largeSongFolder = (): string => freshFolder('large');
