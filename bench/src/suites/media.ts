import { once } from 'node:events';
import { createReadStream, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
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
const throughputRounds = 5;
const throughputBytes = 64 * 1024 * 1024;

const ranges = async (client: BenchClient, songs: readonly Song[]): Promise<Figure> => {
  const samples: number[] = [];
  for (let round = 0; round < rangeRounds; round += 1) {
    const song = songs[round % songs.length];
    const path = `audio/${encodeURIComponent(song?.path ?? '')}`;
    const answer = await client.send(path, { headers: { Range: 'bytes=1000-33767' } });
    if (answer.status !== 206 && answer.status !== 416) throw new Error(`${path} answered ${answer.status}`);
    samples.push(answer.firstByteMs);
  }
  const { p50, p95 } = summarize(samples.slice(20));
  return { name: 'audio.firstByte.p95', value: p95, unit: 'ms', note: `p50 ${p50.toFixed(2)} ms` };
};

const thumbnails = async (client: BenchClient, songs: readonly Song[]): Promise<Figure[]> => {
  const pictures = [...new Set(songs.flatMap((song) => song.artwork ?? []))].slice(0, mostThumbnails);
  const ask = async (): Promise<number[]> => {
    const samples: number[] = [];
    for (const picture of pictures) {
      const answer = await client.send(`thumbnail/${encodeURIComponent(picture)}?pad=false`);
      if (answer.status !== 200) throw new Error(`thumbnail of ${picture} answered ${answer.status}`);
      samples.push(answer.totalMs);
    }
    return samples;
  };
  const first = summarize((await ask()).slice(1));
  await ask();
  const cached = summarize([...(await ask()), ...(await ask())]);
  return [
    { name: 'thumbnail.first.p95', value: first.p95, unit: 'ms', note: `p50 ${first.p50.toFixed(2)} ms` },
    { name: 'thumbnail.cached.p95', value: cached.p95, unit: 'ms', note: `p50 ${cached.p50.toFixed(2)} ms` },
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

/** A wav file of the given size: the largest kind of song there is. */
export const writeLargeWav = (folder: string): string => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(throughputBytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(throughputBytes - 44, 40);
  const file = join(folder, 'large.wav');
  writeFileSync(file, Buffer.concat([header, Buffer.alloc(throughputBytes - header.length, 7)]));
  return file;
};

/** One stream as fast as it goes, as a ratio to bare node:http on the same file in the same run. */
const throughput = async (client: BenchClient, largeFile: string, path: string): Promise<Figure> => {
  const bare = await bareRate(largeFile);
  const ours = await rateOf(client, path);
  const note = `${(ours / 1e6).toFixed(0)} MB/s to ${(bare / 1e6).toFixed(0)} MB/s of bare node:http`;
  return { name: 'audio.rateToBare', value: ours / bare, unit: 'ratio', note };
};

/** Ranges, one fast stream and thumbnails. `large` is a large song of the collection and its file. */
export const mediaSuite = async (
  client: BenchClient,
  large: { file: string; path: string },
): Promise<Figure[]> => {
  const songs = await client.json<Song[]>('flatten/Music?limit=2000');
  return [
    await ranges(client, songs),
    await throughput(client, large.file, `audio/${encodeURIComponent(large.path)}`),
    ...(await thumbnails(client, songs)),
  ];
};

/** A folder for the large song, to be served as a source of its own. */
export const largeSongFolder = (): string => freshFolder('large');
