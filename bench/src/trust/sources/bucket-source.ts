import {
  buildSong,
  type FakeBucket,
  makeLibrary,
  startFakeBucket,
  startProduct,
  tempFolder,
} from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { clientOf, prepare } from '../trust-product.ts';
import { compareOddKeys, putOddKeys } from './bucket-keys.ts';
import { idle, type ListedSong, scan, songsBelow } from './bucket-scans.ts';
import { databasesOf, findKeys, rememberTold } from './bucket-telling.ts';
import { takeAway } from './bucket-troubles.ts';

/** What is allowed of the first scan. */
const limits = { requestsEach: 2.5, mostRequests: 8, kibEach: 200 };

/** More than one part of a listing holds, whatever the library has. */
const noteCount = 1_100;

/** Sources of the product, and where in the bucket they begin. */
const prefixes = { Cloud: 'all/', Odd: 'odd/' } as const;

const ranges = ['bytes=0-', 'bytes=0-0', 'bytes=100-70000', 'bytes=-1000', 'bytes=999999999999-'];

/** Asks for the same of a song in the bucket and in the folder. @returns what differs */
const compareParts = async (client: BenchClient, songs: readonly ListedSong[]): Promise<string[]> => {
  const failures: string[] = [];
  const ask = (name: string, path: string, range: string) =>
    client.send(`audio/${encodeURIComponent(`${name}/${path}`)}`, { headers: { Range: range } });
  for (const [at, { path }] of songs.entries()) {
    const range = ranges[at % ranges.length] ?? '';
    const [cloud, disk] = [await ask('Cloud', path, range), await ask('Disk', path, range)];
    const isSame =
      cloud.status === disk.status &&
      cloud.headers['content-range'] === disk.headers['content-range'] &&
      (disk.status >= 400 || cloud.body.equals(disk.body));
    if (!isSame) failures.push(`${path} (${range}): ${cloud.status}, ${cloud.body.length} bytes are others`);
  }
  return failures;
};

const getsOf = (store: FakeBucket) => store.requests.filter(({ kind }) => kind === 'get');

/** Holds what the first scan asked of the store against what is allowed. */
const judgeGets = (store: FakeBucket, songs: number, findings: Findings): void => {
  const gets = getsOf(store).filter(({ key }) => key.startsWith(prefixes.Cloud));
  const most = Math.max(0, ...[...Map.groupBy(gets, ({ key }) => key).values()].map(({ length }) => length));
  const each = gets.length / songs;
  const kib = gets.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / songs / 1024;
  findings.hold(
    `${each.toFixed(2)} requests a song in mean, at most ${limits.requestsEach}`,
    each <= limits.requestsEach,
  );
  findings.hold(
    `${most} for the song that took most, at most ${limits.mostRequests}`,
    most <= limits.mostRequests,
  );
  findings.hold(`${kib.toFixed(0)} KiB a song in mean, at most ${limits.kibEach}`, kib <= limits.kibEach);
};

const songOf = (title: string): Buffer => buildSong({ format: 'mp3', tags: { title } }).data;

/** Objects change while a scan lists them: after the next one it is known what is there in the end. */
const changeWhileListed = async (
  client: BenchClient,
  store: FakeBucket,
  findings: Findings,
): Promise<void> => {
  const [first, last, later] = ['!first', '~last', '~~later'].map(
    (name) => `${prefixes.Cloud}${name}.mp3`,
  ) as [string, string, string];
  const before = await songsBelow(client, 'Cloud');
  store.put(first, songOf('first'));
  store.put(last, songOf('last'));
  let parts = 0;
  store.beforeNextPart = () => {
    parts += 1;
    if (parts > 1) return;
    store.put(first, songOf('changed'));
    store.remove(last);
    store.put(later, songOf('later'));
  };
  await scan(client);
  store.beforeNextPart = () => {};
  await scan(client);
  const known = new Map((await songsBelow(client, 'Cloud')).map(({ path, title }) => [path, title]));
  const isRight =
    parts > 0 &&
    known.size === before.length + 2 &&
    known.get('!first.mp3') === 'changed' &&
    known.get('~~later.mp3') === 'later';
  findings.hold(
    `keys that change while ${parts + 1} parts are listed are known as they are in the end`,
    isRight,
    `${known.size} songs, one is called ${known.get('!first.mp3')}`,
  );
};

const fill = (store: FakeBucket, music: string): void => {
  store.putFolder(music, prefixes.Cloud);
  for (let count = 0; count < noteCount; count += 1)
    store.put(`${prefixes.Cloud}notes/${count}.txt`, Buffer.from('note'));
  putOddKeys(store, prefixes.Odd);
};

/** Tells the product of the bucket and its sources, and waits until they are scanned. */
const connect = async (client: BenchClient, store: FakeBucket, music: string): Promise<void> => {
  const { bucket, endpoint, region, accessKey: access_key, secretKey: secret_key } = store;
  const body = [{ bucket, endpoint, region, is_path_style: true, access_key, secret_key }];
  await client.json('buckets', { method: 'PUT', body });
  const clouds = Object.entries(prefixes).map(([name, prefix]) => ({
    name,
    source: `s3://${bucket}/${prefix.slice(0, -1)}`,
  }));
  await client.json('mount_dirs', { method: 'PUT', body: [...clouds, { name: 'Disk', source: music }] });
  await idle(client);
};

/** Asks for everything that could tell a key, also with what is refused. */
const askForKeys = async (client: BenchClient, store: FakeBucket): Promise<void> => {
  const { bucket, region, accessKey: access_key, secretKey: secret_key } = store;
  for (const path of ['buckets', 'source_states', 'mount_dirs', 'settings', 'diagnostics', 'log'])
    await client.send(path);
  const refused = { bucket, region, access_key, secret_key, is_path_style: true, endpoint: 'ftp://nowhere' };
  await client.send('buckets', { method: 'PUT', body: [refused] });
  store.behaviour = 'forbids';
  await client.send(`audio/${encodeURIComponent('Odd/both.mp3')}`);
  store.behaviour = 'answers';
};

/**
 * Scans a generated library in a bucket and in a folder, and holds one against the other.
 * @param options.isSpoiled the store answers parts that lie a byte further: has to be noticed
 */
export const runBucketSource = async (options: {
  songs: number;
  isSpoiled?: boolean;
}): Promise<HarnessResult> => {
  const findings = createFindings();
  await using folder = await tempFolder();
  await using store = await startFakeBucket();
  makeLibrary({ songs: options.songs, out: folder.join('made') });
  const music = folder.join('made', 'music');
  fill(store, music);
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('prepared'));
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'debug'] });
  const client = rememberTold(clientOf(product, token));
  await connect(client, store, music);
  const [songs, plain] = [await songsBelow(client, 'Cloud'), await songsBelow(client, 'Disk')];
  findings.hold(
    `${songs.length} songs of a bucket, in the order and by the names of the folder that it was made of`,
    songs.length > 0 && JSON.stringify(songs) === JSON.stringify(plain),
    `${plain.length} there`,
  );
  judgeGets(store, songs.length, findings);
  store.requests.length = 0;
  await scan(client);
  const again = getsOf(store).length;
  findings.hold(`${again} GETs of a second scan`, again === 0);
  if (options.isSpoiled === true) store.behaviour = 'shifts-parts';
  const differing = await compareParts(client, songs);
  store.behaviour = 'answers';
  findings.hold(
    `${songs.length} parts of songs are sent as from the folder, byte for byte`,
    differing.length === 0,
    differing.slice(0, 3).join('; '),
  );
  if (options.isSpoiled === true) return findings.result();
  const odd = await compareOddKeys(client, store, { source: 'Odd', prefix: prefixes.Odd });
  findings.hold(
    `${odd.songs} songs under odd keys have their names, and ${odd.compared} parts of them the bytes that were put there`,
    odd.failures.length === 0,
    odd.failures.slice(0, 3).join('; '),
  );
  await changeWhileListed(client, store, findings);
  await takeAway(client, { store, source: 'Cloud', findings });
  await askForKeys(client, store);
  client.close();
  await product.stop();
  const texts = { 'the log': product.lines, 'an answer': client.told, 'a database': databasesOf(dataFolder) };
  const found = findKeys(texts, [store.accessKey, store.secretKey]);
  findings.hold(
    `no key of it in ${product.lines.length} lines of the log, ${client.told.length} answers or the databases`,
    found.length === 0,
    found.join(', '),
  );
  return findings.result();
};
