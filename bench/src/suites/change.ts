import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';

const rounds = 3;

/** How often the folder is asked for, in milliseconds. */
const pollMs = 20;

/** After this the change counts as not noticed, in milliseconds. */
const longestWaitMs = 60_000;

/** Between two changes, so that each is one of its own, in milliseconds. */
const restMs = 3_000;

interface Song {
  readonly path: string;
  readonly title: string | null;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const titleOf = async (client: BenchClient, path: string): Promise<string | null> => {
  const [song] = await client.json<Song[]>(`flatten/${encodeURIComponent(path)}`);
  return song?.title ?? null;
};

/** @returns how long it took, in seconds */
const untilTitle = async (client: BenchClient, path: string, title: string | null): Promise<number> => {
  const begunMs = performance.now();
  while (performance.now() - begunMs < longestWaitMs) {
    if ((await titleOf(client, path)) === title) return (performance.now() - begunMs) / 1000;
    await sleep(pollMs);
  }
  throw new Error(`the change of ${path} was not noticed`);
};

/** Two songs of one kind whose titles differ, in different folders. */
const twoSongs = async (client: BenchClient): Promise<[Song, Song]> => {
  const songs = await client.json<Song[]>('flatten/Music?limit=500');
  const folderOf = ({ path }: Song): string => path.slice(0, path.lastIndexOf('/'));
  const named = songs.filter(({ path, title }) => path.endsWith('.flac') && title !== null);
  const [first] = named;
  const other = named.find(
    (song) => first !== undefined && folderOf(song) !== folderOf(first) && song.title !== first.title,
  );
  if (first === undefined || other === undefined) throw new Error('the library has no two such songs');
  return [first, other];
};

/**
 * One song of the collection is written anew with the content of another, and put back: how long until the
 * API shows it. The collection must be at rest; nobody asks for a scan.
 */
export const changeSuite = async (client: BenchClient, musicFolder: string): Promise<Figure> => {
  const [song, other] = await twoSongs(client);
  const fileOf = ({ path }: Song): string => join(musicFolder, path.slice(path.indexOf('/') + 1));
  const file = fileOf(song);
  const before = { bytes: readFileSync(file), stat: statSync(file) };
  const otherBytes = readFileSync(fileOf(other));
  const putBack = (): void => {
    writeFileSync(file, before.bytes);
    utimesSync(file, before.stat.atime, before.stat.mtime);
  };
  const samples: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await sleep(restMs);
      writeFileSync(file, otherBytes);
      samples.push(await untilTitle(client, song.path, other.title));
      await sleep(restMs);
      putBack();
      samples.push(await untilTitle(client, song.path, song.title));
    }
  } finally {
    putBack();
  }
  const { p50, max, count } = summarize(samples);
  return {
    name: 'change.visible',
    value: max,
    unit: 's',
    note: `worst of ${count}; p50 ${p50.toFixed(2)} s`,
  };
};
