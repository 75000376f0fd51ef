import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library, type Product, startProduct } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { type BenchClient, createBenchClient } from '../http-client.ts';

const account = { name: 'anna', password: 'anna plays on', admin: true };

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @throws Error when it did not come true in time */
export const eventually = async (
  what: string,
  find: () => Promise<boolean> | boolean,
  deadlineMs = 120_000,
): Promise<void> => {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(50))
    if (await find()) return;
  throw new Error(`${what}: not after ${deadlineMs / 1000} s`);
};

/**
 * A client of a product; without a token it is nobody's. What only reads is sent again when the connection was ended
 * by the server while it lay idle.
 */
export const clientOf = ({ address }: Pick<Product, 'address'>, token?: string): BenchClient => {
  const client = createBenchClient(new URL('api/', address).href, token);
  const send: BenchClient['send'] = async (path, options) => {
    try {
      return await client.send(path, options);
    } catch (error) {
      if (options?.method !== undefined || (error as { code?: string }).code !== 'ECONNRESET') throw error;
      return client.send(path, options);
    }
  };
  return {
    ...client,
    send,
    json: async <T>(path: string, options?: { method?: string; body?: unknown }): Promise<T> =>
      options === undefined
        ? (JSON.parse((await send(path)).body.toString()) as T)
        : client.json<T>(path, options),
  };
};

/** @returns a token of the administrator whom `prepare` made */
export const signIn = async (product: Pick<Product, 'address'>): Promise<string> => {
  const anybody = clientOf(product);
  const body = { username: account.name, password: account.password };
  const { token } = await anybody.json<{ token: string }>('auth', { method: 'POST', body });
  anybody.close();
  return token;
};

/** Virtual path of a song of the folder that `prepare` wrote. @param number from 1 to 4 */
export const songPath = (number: number): string => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`;

/** Waits until nothing is scanned any more and the collection has so many songs. */
export const scanned = (client: BenchClient, songs: number): Promise<void> =>
  eventually(`a collection of ${songs} songs`, async () => {
    const status = await client.json<{ is_scanning: boolean; is_queued: boolean; song_count: number }>(
      'scan_status',
    );
    return !status.is_scanning && !status.is_queued && status.song_count === songs;
  });

const writeMusic = (music: string) => library().album('Picnic', 4, { artist: 'Anna' }).writeTo(music);

/** Makes a data folder with an administrator and four songs, with a server that was stopped. @returns a token */
export const prepare = async (dataFolder: string, music: string): Promise<string> => {
  await writeMusic(music);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const first = clientOf(product);
  await first.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: music }] });
  await first.json('user', { method: 'POST', body: account });
  first.close();
  const token = await signIn(product);
  const client = clientOf(product, token);
  await scanned(client, 4);
  client.close();
  return token;
};

/** What `prepare` left once in this process: names and contents. */
interface Prepared {
  readonly token: string;
  readonly files: readonly (readonly [name: string, content: Buffer])[];
}
let prepared: Prepared | null = null;

/** What a server has to itself, or makes anew. */
const isMadeAnew = (name: string): boolean => /^(?:lock|library\.db)/.test(name);

/**
 * As `prepare`, and without a server of its own where one of this process has run: the songs are not read yet then.
 * @returns a token
 */
export const prepareOnce = async (dataFolder: string, music: string): Promise<string> => {
  if (prepared === null) {
    const token = await prepare(dataFolder, music);
    const names = readdirSync(dataFolder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const files = names
      .filter(({ name }) => !isMadeAnew(name))
      .map(({ name }) => [name, readFileSync(join(dataFolder, name))] as const);
    prepared = { token, files };
    return token;
  }
  await writeMusic(music);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  for (const [name, content] of prepared.files)
    writeFileSync(join(dataFolder, name), content, { mode: 0o600 });
  const state = new Database(join(dataFolder, 'state.db'), { fileMustExist: true });
  for (const table of ['sources', 'music_folders'])
    state.prepare(`UPDATE ${table} SET source = ?`).run(music);
  state.close();
  return prepared.token;
};
