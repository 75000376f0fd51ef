import { library, type Product, startProduct, tempFolder } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { makePrivateDisk, type PrivateDisk } from './private-disk.ts';

/** What is wrong with the data folder when the server starts. */
export type StorageFailure = 'full' | 'read-only';

/** When it begins. No mount becomes read-only while files in it are open for writing. */
export type StorageBegin = 'before the start' | 'under the server';

/** What came of it. */
export interface StorageResult {
  readonly mechanism: string;
  /** Calls that were answered as they should be. */
  readonly answered: number;
  /** A line each. */
  readonly failures: readonly string[];
}

const account = { name: 'anna', password: 'anna plays on', admin: true };
const credentials = { username: account.name, password: account.password };
/** Everything must be as before after this, in milliseconds. */
const healDeadlineMs = 60_000;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const signIn = async (address: string): Promise<BenchClient> => {
  const anybody = createBenchClient(new URL('api/', address).href);
  const { token } = await anybody.json<{ token: string }>('auth', { method: 'POST', body: credentials });
  anybody.close();
  return createBenchClient(new URL('api/', address).href, token);
};

/** A data folder with a user, a source that was scanned and a playlist, of a server that was stopped. */
const prepare = async (dataFolder: string, music: string): Promise<void> => {
  await library().album('Picnic', 4, { artist: 'Anna' }).writeTo(music);
  await using product = await startProduct({ dataFolder });
  const first = createBenchClient(new URL('api/', product.address).href);
  await first.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: music }] });
  await first.json('user', { method: 'POST', body: account });
  first.close();
  const client = await signIn(product.address);
  while ((await client.json<unknown[]>('flatten')).length < 4) await sleep(20);
  await client.json('playlist/Mine', { method: 'PUT', body: { tracks: [] } });
  client.close();
};

const song = encodeURIComponent('Music/Anna/Picnic/01 - Picnic 1.mp3');
const reads = [
  'browse',
  'browse/Music%2FAnna%2FPicnic',
  'flatten',
  'search/picnic',
  'playlists',
  'preferences',
  'sessions',
  'settings',
  `audio/${song}`,
];
const writes: readonly { readonly path: string; readonly method: string; readonly body?: unknown }[] = [
  { path: 'playlist/New', method: 'PUT', body: { tracks: ['Music/Anna/Picnic/01 - Picnic 1.mp3'] } },
  { path: 'playlist/Mine', method: 'DELETE' },
  { path: 'preferences', method: 'PUT', body: { web_theme_base: 'dark' } },
  { path: 'settings', method: 'PUT', body: { reindex_every_n_seconds: 3600 } },
  { path: 'user', method: 'POST', body: { name: 'bert', password: 'bert plays too', admin: false } },
  { path: 'mount_dirs', method: 'PUT', body: [] },
  { path: `lastfm/scrobble/${song}`, method: 'POST' },
];

const expected = {
  full: { status: 507, words: /disk is full/, state: 'full' },
  'read-only': { status: 503, words: /cannot be written to/, state: 'read_only' },
} as const;

interface Status {
  readonly storage: { readonly state: string; readonly free_bytes: number | null };
}

const holdsTrue = async (find: () => Promise<boolean>): Promise<boolean> => {
  for (const deadline = performance.now() + healDeadlineMs; performance.now() < deadline; await sleep(100)) {
    if (await find()) return true;
  }
  return false;
};

/**
 * Reads and writes everything.
 * @param isRoomLeft whether files that are open may have room in them that nobody took: what is saved there is saved
 * @returns the writes that were answered as done
 */
const whileFailing = async (
  client: BenchClient,
  { failure, isRoomLeft, failures }: { failure: StorageFailure; isRoomLeft: boolean; failures: string[] },
): Promise<ReadonlySet<string>> => {
  const done = new Set<string>();
  const { status, words, state } = expected[failure];
  for (const path of reads) {
    const answer = await client.send(path);
    if (answer.status !== 200) failures.push(`${path} answered ${answer.status} ${answer.body.toString()}`);
  }
  for (const { path, ...call } of writes) {
    const answer = await client.send(path, call);
    const text = answer.body.toString();
    if (isRoomLeft && answer.status < 300) done.add(path);
    else if (answer.status !== status || !words.test(text)) {
      failures.push(`${call.method} ${path} answered ${answer.status} ${text}`);
    }
  }
  const isTold = await holdsTrue(
    async () => (await client.json<Status>('scan_status')).storage.state === state,
  );
  if (!isTold) failures.push(`the state is not told: ${JSON.stringify(await client.json('scan_status'))}`);
  if (done.size === writes.length) failures.push('nothing was refused');
  return done;
};

/** What is there of the writes that can be looked up. */
const findDone = async (client: BenchClient): Promise<Readonly<Record<string, boolean>>> => {
  const names = (await client.json<{ name: string }[]>('playlists')).map(({ name }) => name);
  const users = (await client.json<{ name: string }[]>('users')).map(({ name }) => name);
  const sources = await client.json<unknown[]>('mount_dirs');
  return {
    'playlist/New': names.includes('New'),
    'playlist/Mine': !names.includes('Mine'),
    user: users.includes('bert'),
    mount_dirs: sources.length === 0,
  };
};

const heals = async (client: BenchClient, failures: string[]): Promise<void> => {
  const isSaved = await holdsTrue(
    async () =>
      (await client.send('preferences', { method: 'PUT', body: { web_theme_base: 'light' } })).status < 300,
  );
  if (!isSaved) failures.push('nothing could be saved afterwards');
  const isTold = await holdsTrue(
    async () => (await client.json<Status>('scan_status')).storage.state === 'ok',
  );
  if (!isTold) failures.push('that all is well is not told');
  // In memory they have numbers below zero.
  const isKept = await holdsTrue(async () =>
    (await client.json<{ id: number }[]>('sessions')).every(({ id }) => id > 0),
  );
  if (!isKept) failures.push('a session that was begun meanwhile was not saved');
};

const fail = (disk: PrivateDisk, failure: StorageFailure, isFailing: boolean): void => {
  if (failure === 'read-only') disk.setReadOnly(isFailing);
  else if (isFailing) disk.fill();
  else disk.free();
};

/** What the log says again and again, and what it calls an error that is a state. */
const findNoise = ({ lines }: Product): string[] => {
  const errors = lines.filter((line) => /\berror\b/i.test(line) && !line.includes('request failed'));
  return errors.length > 1 ? errors.map((line) => `in the log: ${line}`) : [];
};

/**
 * Has the product over a data folder that takes nothing, uses it, lets the folder take something again and looks whether
 * all heals by itself.
 * @param begins whether the folder fails before the server starts, or under it
 */
export const runFailingStorage = async (
  failure: StorageFailure,
  begins: StorageBegin = 'before the start',
): Promise<StorageResult> => {
  await using folder = await tempFolder();
  const prepared = folder.join('data');
  await prepare(prepared, folder.join('music'));
  await using disk = await makePrivateDisk(folder.path);
  disk.fillWith(prepared);
  if (begins === 'before the start') fail(disk, failure, true);
  const failures: string[] = [];
  await using product = await startProduct({ dataFolder: disk.folder, through: disk.through });
  if (begins === 'under the server') {
    const early = await signIn(product.address);
    // A scan is on its way when the disk fails.
    await early.send('trigger_index', { method: 'POST' });
    early.close();
    fail(disk, failure, true);
  }
  const client = await signIn(product.address);
  const isRoomLeft = begins === 'under the server';
  const done = await whileFailing(client, { failure, isRoomLeft, failures });
  fail(disk, failure, false);
  await heals(client, failures);
  failures.push(...findNoise(product));
  const sessions = await client.json<unknown[]>('sessions');
  client.close();
  await product.stop();
  await using again = await startProduct({ dataFolder: disk.folder, through: disk.through });
  const next = await signIn(again.address);
  if ((await next.json<unknown[]>('sessions')).length !== sessions.length + 1)
    failures.push('sessions are not what they were after the next start');
  for (const [path, isThere] of Object.entries(await findDone(next)))
    if (isThere !== done.has(path))
      failures.push(`${path} was ${isThere ? 'refused and done' : 'done and lost'}`);
  next.close();
  return { mechanism: disk.mechanism, answered: reads.length + writes.length, failures };
};
