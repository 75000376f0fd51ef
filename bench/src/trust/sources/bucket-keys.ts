import { buildSong, type FakeBucket } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import type { ListedSong } from './bucket-scans.ts';

/** Keys that no folder can hold, or that addresses spell in another way, and the paths that stand for them. */
const oddKeys: Readonly<Record<string, string>> = {
  'a b+c%20d/100%.mp3': 'a b+c%20d/100%.mp3',
  'a//b.mp3': 'a/(no name)/b.mp3',
  'a/../up.mp3': 'a/(..)/up.mp3',
  'a/./here.mp3': 'a/(.)/here.mp3',
  '日本/ü – “x”.mp3': '日本/ü – “x”.mp3',
  'both.mp3': 'both.mp3',
  'both.mp3/inside.mp3': 'both.mp3 (2)/inside.mp3',
  'it\'s (1)*!&<>"=?#.mp3': 'it\'s (1)*!&<>"=?#.mp3',
};

/** What is no song: a folder as a key, and an object without bytes. */
const noSongs = ['folder/', 'empty.mp3'];

/** Puts songs under odd keys behind a prefix, with a title that says which. */
export const putOddKeys = (store: FakeBucket, prefix: string): void => {
  for (const key of Object.keys(oddKeys))
    store.put(`${prefix}${key}`, buildSong({ format: 'mp3', tags: { title: key }, seconds: 20 }).data);
  for (const key of noSongs) store.put(`${prefix}${key}`, Buffer.alloc(0));
};

/** Parts of a song, as whoever listens asks for them, and where they end. */
const parts = [
  { range: 'bytes=0-', from: 0, to: Number.POSITIVE_INFINITY },
  { range: 'bytes=0-0', from: 0, to: 1 },
  { range: 'bytes=1000-2999', from: 1_000, to: 3_000 },
  { range: 'bytes=-700', from: -700, to: Number.POSITIVE_INFINITY },
];

/** Holds what a source of odd keys shows against what was put there. @returns answers compared, and what is wrong */
export const compareOddKeys = async (
  client: BenchClient,
  store: FakeBucket,
  { source, prefix }: { source: string; prefix: string },
): Promise<{ songs: number; compared: number; failures: string[] }> => {
  const failures: string[] = [];
  const listed = await client.json<ListedSong[]>(`flatten/${source}`);
  const titles = new Map(listed.map(({ path, title }) => [path, title]));
  const wanted = Object.entries(oddKeys).map(([key, path]) => [`${source}/${path}`, key] as const);
  if (titles.size !== wanted.length) failures.push(`${titles.size} songs of ${wanted.length} odd keys`);
  let compared = 0;
  for (const [path, key] of wanted) {
    if (titles.get(path) !== key) failures.push(`${path} is called ${titles.get(path)}, not ${key}`);
    const bytes = store.bytesOf(`${prefix}${key}`) ?? Buffer.alloc(0);
    for (const { range, from, to } of parts) {
      const answer = await client.send(`audio/${encodeURIComponent(path)}`, { headers: { Range: range } });
      const isSame =
        answer.status === 206 && answer.body.equals(bytes.subarray(from, Math.min(to, bytes.length)));
      if (!isSame) failures.push(`${path} (${range}): ${answer.status}, or other bytes`);
      compared += 1;
    }
  }
  return { songs: titles.size, compared, failures };
};
