import { Worker } from 'node:worker_threads';
import { type BenchClient, createBenchClient } from '../http-client.ts';
import { residentMegabytes } from '../memory.ts';
import { summarize } from '../percentiles.ts';
import { type FloodTarget, startFloodedProduct } from './flood-target.ts';
import type { FloodOrder } from './flood-worker.ts';
import { type HostileBody, hostileBodies } from './hostile-bodies.ts';
import { judgeLongSave, type LongSaveResult, longSaveLine, measureLongSave } from './long-save.ts';

/** What happened while many people sent one kind of body. */
export interface FloodResult {
  readonly body: string;
  /** One for each that was sent; 0 is no answer. */
  readonly statuses: readonly number[];
  /** The same lists right before, with nobody sending, in milliseconds: what the machine gives just now. */
  readonly quietP95Ms: number;
  /** Answers to somebody else meanwhile, in milliseconds. */
  readonly p95Ms: number;
  readonly worstMs: number;
  readonly errors: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly peakMegabytes: number;
}

/** What is looked at when all kinds were sent, one after the other. */
export interface FloodEnd {
  /** Before the first, and within a minute after the last. */
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly longSave: LongSaveResult;
}

/** How hard it is. */
export interface FloodOptions {
  readonly people: number;
  readonly sizeBytes: number;
  /** How much is sent at most of what comes in drops, each of which takes its time. */
  readonly dripBytes?: number;
  /** Names of bodies; all of them unless told. */
  readonly only?: readonly string[];
  /** How long memory may take to come back, in milliseconds; a minute unless told. */
  readonly givenBackWithinMs?: number;
  /** How long others are asked before, with nobody sending, in milliseconds. */
  readonly quietForMs?: number;
  /** How long everybody sends, again and again, in milliseconds; three seconds unless told. */
  readonly forMs?: number;
  /** Hears in the end what is left of it all; nothing is looked at for nobody. */
  readonly onEnd?: (end: FloodEnd) => void;
  /** What is flooded; the product unless told. */
  readonly start?: () => Promise<FloodTarget>;
}

/** Others wait no longer than this, in milliseconds. */
const longestP95Ms = 50;
/** Memory is back within this time, to this many times what it was. */
const givenBackWithinMs = 60_000;
const mostGrowth = 1.2;

const lookEveryMs = 500;
const askEveryMs = 20;
/** How long others are asked with nobody sending, and how long everybody sends. */
const quietForMs = 1500;
const floodForMs = 3000;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const keptMemory = ({
  megabytesBefore,
  megabytesAfter,
}: Pick<FloodEnd, 'megabytesBefore' | 'megabytesAfter'>): string[] =>
  megabytesAfter > megabytesBefore * mostGrowth
    ? [`${megabytesAfter.toFixed(0)} MB kept of ${megabytesBefore.toFixed(0)} MB`]
    : [];

/** What is wrong in the end, a sentence each. */
export const judgeEnd = (end: FloodEnd): string[] => {
  const save = judgeLongSave(end.longSave);
  return [...keptMemory(end), ...(save === null ? [] : [save])];
};

/** The end in two lines. */
export const endLines = (end: FloodEnd): string[] => [
  `all of it: ${end.megabytesBefore.toFixed(0)} → ${end.megabytesAfter.toFixed(0)} MB` +
    keptMemory(end)
      .map((fault) => `; FAILED: ${fault}`)
      .join(''),
  longSaveLine(end.longSave),
];

/** What is wrong with a result, a sentence each. */
export const judgeFlood = (result: FloodResult, allowed: readonly number[]): string[] => {
  const faults: string[] = [];
  const odd = result.statuses.filter((status) => !allowed.includes(status));
  if (odd.length > 0) faults.push(`answered ${[...new Set(odd)].join(', ')}`);
  if (result.errors > 0) faults.push(`${result.errors} calls of others failed`);
  if (result.p95Ms > longestP95Ms) faults.push(`others waited ${result.p95Ms.toFixed(0)} ms at p95`);
  return [...faults, ...keptMemory(result)];
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

/** Sends; `onBegun` hears when everybody is about to. */
const flood = (order: FloodOrder, onBegun: () => void): Promise<readonly number[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
    worker.on('message', (told: 'begun' | readonly number[]) => {
      if (told === 'begun') onBegun();
      else resolve(told);
    });
    worker.once('error', reject);
  });

/**
 * Asks for ordinary lists at a steady pace until told to stop, whether the last answer came or not: one that asks only
 * after an answer would hardly notice a server that stands still.
 */
const askMeanwhile = (client: BenchClient) => {
  const lists = ['playlists', 'browse', 'recent', 'preferences', 'version'];
  const samples: number[] = [];
  const asked: Promise<void>[] = [];
  let errors = 0;
  const ask = async (): Promise<void> => {
    const begunMs = performance.now();
    try {
      const answer = await client.send(lists[asked.length % lists.length] ?? '');
      if (answer.status !== 200) errors += 1;
    } catch {
      errors += 1;
    }
    samples.push(performance.now() - begunMs);
  };
  asked.push(ask());
  const timer = setInterval(() => asked.push(ask()), askEveryMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
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
    target: FloodTarget;
    admin: BenchClient;
    tokens: readonly string[];
  },
): Promise<FloodResult> => {
  const { target, admin, tokens } = context;
  const dripBytes = context.dripBytes ?? context.sizeBytes;
  const sizeBytes = body.drip === undefined ? context.sizeBytes : dripBytes;
  const { pid, apiRoot } = target;
  const stopQuiet = askMeanwhile(admin);
  await sleep(context.quietForMs ?? quietForMs);
  const quiet = await stopQuiet();
  const megabytesBefore = residentMegabytes(pid);
  const peak = watchMemory(pid);
  let stop = async (): ReturnType<typeof stopQuiet> => ({ samples: [], errors: 0 });
  const forMs = context.forMs ?? floodForMs;
  const statuses = await flood({ apiRoot, tokens, body: body.name, sizeBytes, forMs }, () => {
    stop = askMeanwhile(admin);
  });
  const { samples, errors } = await stop();
  const { p95, max } = summarize(samples);
  const megabytesAfter = await memoryBack(
    pid,
    megabytesBefore,
    context.givenBackWithinMs ?? givenBackWithinMs,
  );
  return {
    body: body.name,
    statuses,
    quietP95Ms: summarize(quiet.samples).p95,
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
  const target = await (options.start ?? startFloodedProduct)();
  try {
    const { admin, tokens } = await makePeople(target.apiRoot, options.people);
    let megabytesBefore: number | null = null;
    for (const body of hostileBodies) {
      if (options.only !== undefined && !options.only.includes(body.name)) continue;
      const result = await floodWith(body, { ...options, target, admin, tokens });
      megabytesBefore ??= result.megabytesBefore;
      yield { ...result, faults: judgeFlood(result, body.statuses) };
    }
    if (options.onEnd !== undefined && megabytesBefore !== null) {
      const withinMs = options.givenBackWithinMs ?? givenBackWithinMs;
      const megabytesAfter = await memoryBack(target.pid, megabytesBefore, withinMs);
      options.onEnd({ megabytesBefore, megabytesAfter, longSave: await measureLongSave(admin) });
    }
    admin.close();
  } finally {
    await target.stop();
  }
}

/** A result in one line. */
export const floodLine = (result: FloodResult & { readonly faults: readonly string[] }): string => {
  const kinds = Object.entries(Object.groupBy(result.statuses, String));
  const statuses = kinds.map(([status, all]) => `${all?.length ?? 0} × ${status}`).join(', ');
  const { megabytesBefore, peakMegabytes, megabytesAfter } = result;
  return (
    `${result.body}: ${statuses}; others p95 ${result.p95Ms.toFixed(1)} ms ` +
    `(${result.quietP95Ms.toFixed(1)} with nobody sending), worst ${result.worstMs.toFixed(0)} ms; ` +
    `${megabytesBefore.toFixed(0)} → ${peakMegabytes.toFixed(0)} → ${megabytesAfter.toFixed(0)} MB` +
    (result.faults.length === 0 ? '' : `; FAILED: ${result.faults.join('; ')}`)
  );
};
