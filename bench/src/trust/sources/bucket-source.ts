import { readFile } from 'node:fs/promises';
import { type FakeBucket, makeLibrary, startFakeBucket, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, eventually, prepare } from '../trust-product.ts';

/** What came of it. */
interface BucketResult {
  readonly songs: number;
  /** In mean, and of the song that took most. */
  readonly requestsEach: number;
  readonly mostRequests: number;
  readonly kibEach: number;
  /** Answers that were held against the file. */
  readonly compared: number;
  readonly failures: readonly string[];
}

/** What is allowed of the first scan. */
const limits = { requestsEach: 2.5, mostRequests: 8, kibEach: 200 };

interface Listed {
  readonly path: string;
}

interface Status {
  readonly is_scanning: boolean;
  readonly is_queued: boolean;
}

interface SourceLine {
  readonly name: string;
  readonly state: string;
  readonly reason_code: string | null;
  readonly song_count: number;
  readonly missing_count: number;
}

const idle = (client: BenchClient): Promise<void> =>
  eventually(
    'the end of a scan',
    async () => {
      const { is_scanning, is_queued } = await client.json<Status>('scan_status');
      return !is_scanning && !is_queued;
    },
    1_200_000,
  );

const scan = async (client: BenchClient): Promise<void> => {
  await client.send('trigger_index', { method: 'POST' });
  await idle(client);
};

const stateOf = async (client: BenchClient): Promise<SourceLine | undefined> =>
  (await client.json<SourceLine[]>('source_states')).find(({ name }) => name === 'Cloud');

const songsBelow = async (client: BenchClient, name: string): Promise<string[]> =>
  (await client.json<Listed[]>(`flatten/${name}`)).map(({ path }) => path.slice(name.length + 1));

const ranges = ['bytes=0-', 'bytes=0-0', 'bytes=100-70000', 'bytes=-1000', 'bytes=999999999999-'];

/** Asks for the same of a song in the bucket and in the folder. */
const compare = async (
  client: BenchClient,
  paths: readonly string[],
  failures: string[],
): Promise<number> => {
  let compared = 0;
  const ask = (name: string, path: string, range: string) =>
    client.send(`audio/${encodeURIComponent(`${name}/${path}`)}`, { headers: { Range: range } });
  for (const [at, path] of paths.entries()) {
    const range = ranges[at % ranges.length] ?? '';
    const [cloud, disk] = [await ask('Cloud', path, range), await ask('Disk', path, range)];
    const isSame =
      cloud.status === disk.status &&
      cloud.headers['content-range'] === disk.headers['content-range'] &&
      (disk.status >= 400 || cloud.body.equals(disk.body));
    if (!isSame) failures.push(`${path} (${range}): ${cloud.status}, ${cloud.body.length} bytes are others`);
    compared += 1;
  }
  return compared;
};

/** What the first scan asked of the store. */
const countGets = (store: FakeBucket, songs: number) => {
  const gets = store.requests.filter(({ kind }) => kind === 'get');
  const byKey = Map.groupBy(gets, ({ key }) => key);
  return {
    requestsEach: gets.length / songs,
    mostRequests: Math.max(0, ...[...byKey.values()].map(({ length }) => length)),
    kibEach: gets.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / songs / 1024,
  };
};

const troubles = {
  forbids: 'bucket_forbidden',
  'has-no-bucket': 'bucket_missing',
  'cuts-connections': 'bucket_unreachable',
  'is-no-store': 'bucket_elsewhere',
  'cuts-listings': 'bucket_elsewhere',
} as const;

/** Takes the bucket away in every way: its songs stay, and are there again. */
const takeAway = async (client: BenchClient, store: FakeBucket, songs: number): Promise<string[]> => {
  const failures: string[] = [];
  const hold = async (when: string, wanted: Partial<SourceLine>): Promise<void> => {
    const state = await stateOf(client);
    for (const [key, value] of Object.entries(wanted))
      if (state?.[key as keyof SourceLine] !== value)
        failures.push(`${when}: ${key} is ${state?.[key as keyof SourceLine]}, not ${value}`);
  };
  for (const [behaviour, reason_code] of Object.entries(troubles)) {
    store.behaviour = behaviour as keyof typeof troubles;
    await scan(client);
    await hold(behaviour, { state: 'away', reason_code, song_count: songs });
    store.behaviour = 'answers';
    await scan(client);
    await hold(`after ${behaviour}`, { state: 'available', song_count: songs, missing_count: 0 });
  }
  return failures;
};

/**
 * Scans a generated library in a bucket and in a folder, and holds one against the other.
 * @param options.isSpoiled the store answers parts that lie a byte further: has to be noticed
 */
export const runBucketSource = async (options: {
  songs: number;
  isSpoiled?: boolean;
}): Promise<BucketResult> => {
  await using folder = await tempFolder();
  await using store = await startFakeBucket();
  const made = folder.join('made');
  makeLibrary({ songs: options.songs, out: made });
  const music = folder.join('made', 'music');
  store.putFolder(music, 'all/');
  // Its listing comes in several parts, whatever the library holds.
  for (let count = 0; count < 1_100; count += 1) store.put(`all/notes/${count}.txt`, Buffer.from('note'));
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('prepared'));
  const argv = ['--log-level', 'debug'];
  await using product = await startProduct({ dataFolder, argv });
  const client = clientOf(product, token);
  const failures: string[] = [];
  const { bucket, endpoint, region, accessKey: access_key, secretKey: secret_key } = store;
  const body = [{ bucket, endpoint, region, is_path_style: true, access_key, secret_key }];
  await client.json('buckets', { method: 'PUT', body });
  const sources = [
    { name: 'Cloud', source: `s3://${bucket}/all` },
    { name: 'Disk', source: music },
  ];
  await client.json('mount_dirs', { method: 'PUT', body: sources });
  await idle(client);
  const paths = await songsBelow(client, 'Cloud');
  const gets = countGets(store, paths.length);
  for (const [name, limit] of Object.entries(limits))
    if (gets[name as keyof typeof limits] > limit) failures.push(`${name} is above ${limit}`);
  const plain = await songsBelow(client, 'Disk');
  if (JSON.stringify(paths) !== JSON.stringify(plain))
    failures.push(`${paths.length} songs in the bucket, ${plain.length} in the folder, or in another order`);
  store.requests.length = 0;
  await scan(client);
  const again = store.requests.filter(({ kind }) => kind === 'get').length;
  if (again > 0) failures.push(`the second scan asked for ${again} objects`);
  if (options.isSpoiled === true) store.behaviour = 'shifts-parts';
  const compared = await compare(client, paths, failures);
  store.behaviour = 'answers';
  if (options.isSpoiled !== true) failures.push(...(await takeAway(client, store, paths.length)));
  client.close();
  await product.stop();
  const told = [...product.lines, (await readFile(`${dataFolder}/state.db`)).toString('latin1')].join('\n');
  for (const secret of [access_key, secret_key])
    if (told.includes(secret)) failures.push('a key stands in the log or in the open in state.db');
  return { songs: paths.length, ...gets, compared, failures };
};
