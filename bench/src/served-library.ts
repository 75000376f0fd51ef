import type { CollectionStatus, ScanStatus } from '@tonearm/contract';
import { type Product, startProduct } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from './http-client.ts';
import { processesBelow, watchPeak } from './memory.ts';
import { watchProcessor } from './processor-time.ts';

const account = { name: 'bench', password: 'bench bench bench', admin: true };

/** How often a scan's progress is looked at, in milliseconds. */
const pollMs = 50;
const rescanPollMs = 5;

/** Longest scan that is waited for: a million files on a slow machine, in milliseconds. */
const longestScanMs = 45 * 60_000;

/** A product that serves a library, with an administrator signed in. */
export interface ServedLibrary extends AsyncDisposable {
  readonly product: Product;
  readonly client: BenchClient;
  /** Who is signed in. */
  readonly username: string;
  readonly token: string;
  readonly apiRoot: string;
}

/** What a scan took. */
export interface ScanFigures {
  readonly seconds: number;
  readonly songs: number;
  readonly problems: number;
}

/** What a first scan took. */
interface ColdScanFigures extends ScanFigures {
  /** Of all processes. */
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Signs in; makes the account when there is none. @returns the token */
export const signIn = async (apiRoot: string): Promise<string> => {
  const client = createBenchClient(apiRoot);
  const { has_any_users } = await client.json<{ has_any_users: boolean }>('initial_setup');
  if (!has_any_users) await client.json('user', { method: 'POST', body: account });
  const body = { username: account.name, password: account.password };
  const { token } = await client.json<{ token: string }>('auth', { method: 'POST', body });
  client.close();
  return token;
};

/**
 * Starts the product on a data folder and signs in; the account is made when there is none.
 * @param environment more of it
 */
export const serve = async (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServedLibrary> => {
  const product = await startProduct({ dataFolder, argv: ['--log-level', 'warn'], environment });
  const apiRoot = new URL('api/', product.address).href;
  const token = await signIn(apiRoot);
  const client = createBenchClient(apiRoot, token);
  return {
    product,
    client,
    username: account.name,
    token,
    apiRoot,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await product.stop();
    },
  };
};

/** Waits until no scan runs or waits. */
export const scanEnd = async (client: BenchClient, everyMs = pollMs): Promise<ScanStatus> => {
  const until = performance.now() + longestScanMs;
  while (performance.now() < until) {
    const status = await client.json<ScanStatus>('scan_status');
    if (!status.is_scanning && !status.is_queued) return status;
    await sleep(everyMs);
  }
  throw new Error('the scan did not end');
};

/** How long the product is waited for while it works on covers, in milliseconds. */
const longestWorkMs = 20 * 60_000;

/** How often it is looked at, and how long nothing but the server itself must have run, in milliseconds. */
const lookMs = 1000;
const quietMs = 40_000;

/**
 * Waits until the product is idle: it has had no process but itself for a while.
 * @returns whether it came to rest in time
 */
export const rest = async (
  { product }: Pick<ServedLibrary, 'product'>,
  longestMs = longestWorkMs,
): Promise<boolean> => {
  const until = performance.now() + longestMs;
  let lastWorkMs = performance.now();
  while (performance.now() < until && performance.now() - lastWorkMs < quietMs) {
    await sleep(lookMs);
    if (processesBelow(product.pid) > 0) lastWorkMs = performance.now();
  }
  return performance.now() - lastWorkMs >= quietMs;
};

/** Gives the product its music and measures the first scan of it, with the most memory that it took. */
export const measureColdScan = async (
  served: ServedLibrary,
  musicFolder: string,
): Promise<ColdScanFigures> => {
  await scanEnd(served.client);
  const peak = watchPeak(served.product.pid);
  const processor = watchProcessor(served.product.pid);
  const begunMs = performance.now();
  await giveMusic(served.client, musicFolder);
  const figures = figuresOf(await scanEnd(served.client), begunMs);
  return { ...figures, processorSeconds: processor(), peakMegabytes: peak() };
};

/** Makes a folder the only music source and waits for its first song. */
export const giveMusic = async (client: BenchClient, musicFolder: string): Promise<void> => {
  await client.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: musicFolder }] });
  await firstSong(client);
};

const firstSong = async (client: BenchClient): Promise<void> => {
  const until = performance.now() + longestScanMs;
  while (performance.now() < until) {
    const status = await client.json<CollectionStatus>('collection_status');
    if (status.song_count > 0) return;
    await sleep(pollMs);
  }
  throw new Error('no song appeared');
};

/** Measures a scan that finds nothing changed. A scan has begun when the call that asks for it is answered. */
export const measureRescan = async (served: ServedLibrary): Promise<ScanFigures> => {
  const begunMs = performance.now();
  await served.client.json('trigger_index', { method: 'POST' });
  const status = await scanEnd(served.client, rescanPollMs);
  return figuresOf(status, begunMs);
};

const figuresOf = (status: ScanStatus, begunMs: number): ScanFigures => ({
  seconds: (performance.now() - begunMs) / 1000,
  songs: status.song_count,
  problems: status.problem_count,
});
