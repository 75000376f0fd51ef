import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, prepare, songPath } from '../trust-product.ts';
import { songsOf } from './group.ts';
import type { Scene } from './scene.ts';

/** What a song of the test's own library is asked by. */
const audioOf = (song: string): string => `audio/${encodeURIComponent(song)}`;

/** Puts a copy with the same times in the place of a file: as on another machine, it has another number on the disk. */
const replaceByCopy = (file: string): void => {
  execFileSync('cp', ['--preserve=all', file, `${file}.copy`]);
  renameSync(`${file}.copy`, file);
};

const tagOf = async (client: BenchClient, song: string): Promise<string> =>
  (await client.send(audioOf(song))).headers.etag ?? '';

/** One process alone tells files by their numbers on the disk: two machines would tell one song by two names. */
const hasTagOfDisk = async ({ group }: Scene): Promise<boolean> => {
  const [dataFolder, music] = ['alone', 'music alone'].map((name) => join(group.folder, name)) as [
    string,
    string,
  ];
  const token = await prepare(dataFolder, music);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  const song = songPath(1);
  const before = await tagOf(client, song);
  replaceByCopy(join(music, song.slice('Music/'.length)));
  const after = await tagOf(client, song);
  client.close();
  return before !== '' && before !== after;
};

/** A song is the same to a client whichever process it asks, and on whichever machine that runs. */
export const compareTags = async (scene: Scene): Promise<void> => {
  const { group, findings, token } = scene;
  const song = (await songsOf(group, group.of('one'), token)).find((path) => path.endsWith('.mp3')) ?? '';
  const tags: string[] = [];
  for (const life of group.up()) {
    tags.push(await tagOf(group.client(life, token), song));
    replaceByCopy(join(group.music, song.slice('Music/'.length)));
  }
  findings.hold(
    'a song has one tag in all processes, also where each has a copy of its own',
    new Set(tags).size === 1 && tags[0] !== '',
    tags.join(' '),
  );
  const resumed = await group.client(group.of('two'), token).send(audioOf(song), {
    headers: { range: 'bytes=100-', 'if-range': String(tags[0]) },
  });
  findings.hold('and is resumed by another one', resumed.status === 206, String(resumed.status));
  findings.hold('(control) a tag of the disk is told of', await hasTagOfDisk(scene));
};
