import { Worker } from 'node:worker_threads';
import { type Product, startProduct, tempFolder } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { residentMegabytes } from '../memory.ts';
import { summarize } from '../percentiles.ts';
import type { FloodOrder } from './flood-worker.ts';
import { type HostileBody, hostileBodies } from './hostile-bodies.ts';

/** What happened while many people sent one kind of body. */
export interface FloodResult {
  readonly body: string;
  /** One for each who sent; 0 is no answer. */
  readonly statuses: readonly number[];
  /** Answers to somebody else meanwhile, in milliseconds. */
  readonly p95Ms: number;
  readonly worstMs: number;
  readonly errors: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly peakMegabytes: number;
}

/** How hard it is. */
export interface FloodOptions {
  readonly people: number;
  readonly sizeBytes: number;
  /** Names of bodies; all of them unless told. */
  readonly only?: readonly string[];
  /** How long memory may take to come back, in milliseconds; a minute unless told. */
  readonly givenBackWithinMs?: number;
}

/** Others wait no longer than this, in milliseconds. */
const longestP95Ms = 50;
/** Memory is back within this time, to this many times what it was. */
const givenBackWithinMs = 60_000;
const mostGrowth = 1.2;

/** What `npm start` sets. */
const frugalAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

const lookEveryMs = 500;
const askEveryMs = 10;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is wrong with a result, a sentence each. */
export const judgeFlood = (result: FloodResult, allowed: readonly number[]): string[] => {
  const faults: string[] = [];
  const odd = result.statuses.filter((status) => !allowed.includes(status));
  if (odd.length > 0) faults.push(`answered ${[...new Set(odd)].join(', ')}`);
  if (result.errors > 0) faults.push(`${result.errors} calls of others failed`);
  if (result.p95Ms > longestP95Ms) faults.push(`others waited ${result.p95Ms.toFixed(0)} ms at p95`);
  if (result.megabytesAfter > result.megabytesBefore * mostGrowth) {
    faults.push(`${result.megabytesAfter.toFixed(0)} MB kept of ${result.megabytesBefore.toFixed(0)} MB`);
  }
  return faults;
};

const account = (name: string) => ({ name, password: `${name} sends`, admin: name === 'admin' });

const signIn = async (client: BenchClient, name: string): Promise<string> => {
  const body = { username: name, password: account(name).password };
  return (await client.json<{ token: string }>('auth', { method: 'POST', body })).token;
};

/** Makes the people who send. */
const makePeople = async (apiRoot: string, count: number) => {
  const first = createBenchClient(apiRoot);
  await first.json('user', { method: 'POST', body: account('admin') });
  const admin = createBenchClient(apiRoot, await signIn(first, 'admin'));
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1) {
    await admin.json('user', { method: 'POST', body: account(`p${number}`) });
    tokens.push(await signIn(first, `p${number}`));
  }
  first.close();
  return { admin, tokens };
};

const flood = (order: FloodOrder): Promise<readonly number[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** Asks for ordinary lists, one after the other, until told to stop. */
const askMeanwhile = (client: BenchClient) => {
  const lists = ['playlists', 'browse', 'recent', 'preferences', 'version'];
  const samples: number[] = [];
  let errors = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    for (let call = 0; !isOver; call += 1) {
      try {
        const answer = await client.send(lists[call % lists.length] ?? '');
        if (answer.status !== 200) errors += 1;
        samples.push(answer.totalMs);
      } catch {
        errors += 1;
      }
      await sleep(askEveryMs);
    }
  };
  const asking = ask();
  return async () => {
    isOver = true;
    await asking;
    return { samples, errors };
  };
};

const watchMemory = (pid: number) => {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, lookEveryMs);
  return () => {
    clearInterval(timer);
    return peak;
  };
};

/** Waits until memory is back, for as long as that may take. @returns megabytes */
const memoryBack = async (pid: number, before: number, withinMs: number): Promise<number> => {
  const deadline = performance.now() + withinMs;
  let megabytes = residentMegabytes(pid);
  while (megabytes > before * mostGrowth && performance.now() < deadline) {
    await sleep(lookEveryMs);
    megabytes = residentMegabytes(pid);
  }
  return megabytes;
};

const floodWith = async (
  body: HostileBody,
  context: FloodOptions & {
    product: Product;
    apiRoot: string;
    admin: BenchClient;
    tokens: readonly string[];
  },
): Promise<FloodResult> => {
  const { product, apiRoot, admin, tokens, sizeBytes } = context;
  const megabytesBefore = residentMegabytes(product.pid);
  const peak = watchMemory(product.pid);
  const stop = askMeanwhile(admin);
  const statuses = await flood({ apiRoot, tokens, body: body.name, sizeBytes });
  const { samples, errors } = await stop();
  const { p95, max } = summarize(samples);
  const megabytesAfter = await memoryBack(
    product.pid,
    megabytesBefore,
    context.givenBackWithinMs ?? givenBackWithinMs,
  );
  return {
    body: body.name,
    statuses,
    p95Ms: p95,
    worstMs: max,
    errors,
    megabytesBefore,
    megabytesAfter,
    peakMegabytes: peak(),
  };
};

/** Lets many people send every kind of body at once while somebody else looks around. */
export async function* runBodyFlood(
  options: FloodOptions,
): AsyncGenerator<FloodResult & { faults: string[] }> {
  await using folder = await tempFolder();
  const product = await startProduct({
    dataFolder: folder.path,
    argv: ['--log-level', 'error'],
    environment: frugalAllocator,
  });
  try {
    const apiRoot = new URL('api/', product.address).href;
    const { admin, tokens } = await makePeople(apiRoot, options.people);
    for (const body of hostileBodies) {
      if (options.only !== undefined && !options.only.includes(body.name)) continue;
      const result = await floodWith(body, { ...options, product, apiRoot, admin, tokens });
      yield { ...result, faults: judgeFlood(result, body.statuses) };
    }
    admin.close();
  } finally {
    await product.stop();
  }
}

/** A result in one line. */
export const floodLine = (result: FloodResult & { readonly faults: readonly string[] }): string => {
  const kinds = Object.entries(Object.groupBy(result.statuses, String));
  const statuses = kinds.map(([status, all]) => `${all?.length ?? 0} × ${status}`).join(', ');
  const { megabytesBefore, peakMegabytes, megabytesAfter } = result;
  return (
    `${result.body}: ${statuses}; others p95 ${result.p95Ms.toFixed(1)} ms, worst ${result.worstMs.toFixed(0)} ms; ` +
    `${megabytesBefore.toFixed(0)} → ${peakMegabytes.toFixed(0)} → ${megabytesAfter.toFixed(0)} MB` +
    (result.faults.length === 0 ? '' : `; FAILED: ${result.faults.join('; ')}`)
  );
};
