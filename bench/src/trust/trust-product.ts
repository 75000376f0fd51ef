import { library, type Product, startProduct } from '@tonearm/testkit';
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

/** Makes a data folder with an administrator and four songs, with a server that was stopped. @returns a token */
export const prepare = async (dataFolder: string, music: string): Promise<string> => {
  await library().album('Picnic', 4, { artist: 'Anna' }).writeTo(music);
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
