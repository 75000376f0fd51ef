import { readdirSync } from 'node:fs';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../http-client.ts';
import { residentMegabytes } from '../memory.ts';
import { processorWithEndedMs } from '../processor-time.ts';
import { clientOf, prepare, scanned, sleep, songPath } from './trust-product.ts';

/** A measurement of a process that runs. */
interface Sample {
  readonly hours: number;
  readonly megabytes: number;
  readonly descriptors: number;
}

/** What samples tell of a process. */
interface SoakJudgement {
  readonly megabytesAnHour: number;
  /** How uncertain that is: one standard error. */
  readonly uncertain: number;
  /** Most minus fewest. */
  readonly descriptorSpread: number;
  readonly faults: readonly string[];
}

const mostMegabytesAnHour = 1;
/** Connections of clients come and go; what leaks goes on growing. */
const mostDescriptorsAnHour = 5;
/** Of the time, for caches to fill. */
const warmUpShare = 0.3;

const slopeOf = (samples: readonly Sample[], measure: (sample: Sample) => number) => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(samples.map(({ hours }) => hours));
  const level = mean(samples.map(measure));
  const spread = samples.reduce((sum, { hours }) => sum + (hours - middle) ** 2, 0);
  const slope =
    samples.reduce((sum, sample) => sum + (sample.hours - middle) * (measure(sample) - level), 0) / spread;
  const rest = samples.reduce(
    (sum, sample) => sum + (measure(sample) - level - slope * (sample.hours - middle)) ** 2,
    0,
  );
  return { slope, error: Math.sqrt(rest / Math.max(1, samples.length - 2) / spread) };
};

/** What scans and other processes take that come and go stands above the least of so much time; what leaks lifts it. */
const floorHours = 30 / 3600;

/** The least of each half minute. */
const floorsOf = (samples: readonly Sample[]): Sample[] =>
  Object.values(Object.groupBy(samples, ({ hours }) => Math.floor(hours / floorHours))).flatMap((some = []) =>
    some.toSorted((a, b) => a.megabytes - b.megabytes).slice(0, 1),
  );

/** Draws a line through what was measured after the first third. Red is what grows beyond doubt. */
export const judgeSoak = (samples: readonly Sample[]): SoakJudgement => {
  const end = samples.at(-1)?.hours ?? 0;
  const settled = samples.filter(({ hours }) => hours >= end * warmUpShare);
  const memory = slopeOf(floorsOf(settled), ({ megabytes }) => megabytes);
  const files = slopeOf(settled, ({ descriptors }) => descriptors);
  const counts = settled.map(({ descriptors }) => descriptors);
  const faults: string[] = [];
  if (memory.slope - 2 * memory.error > mostMegabytesAnHour)
    faults.push(`memory grows by ${memory.slope.toFixed(1)} MB an hour`);
  if (files.slope - 2 * files.error > mostDescriptorsAnHour)
    faults.push(`descriptors grow by ${files.slope.toFixed(1)} an hour`);
  return {
    megabytesAnHour: memory.slope,
    uncertain: memory.error,
    descriptorSpread: Math.max(...counts) - Math.min(...counts),
    faults,
  };
};

const calls = (number: number): readonly { path: string; method?: string; body?: unknown }[] => [
  { path: 'browse' },
  { path: 'search/picnic' },
  { path: `search/${number % 7}` },
  { path: `browse/${encodeURIComponent('Music/Anna/Picnic')}` },
  { path: `audio/${encodeURIComponent(songPath(1 + (number % 4)))}` },
  { path: 'recent?limit=20' },
  { path: `playlist/List ${number % 5}`, method: 'PUT', body: { tracks: [songPath(1 + (number % 4))] } },
  { path: 'playlists' },
  ...(number % 100 === 0 ? [{ path: 'trigger_index', method: 'POST' }] : []),
];

const everyMs = 2_000;

/** Loaded before the product: every second it keeps a megabyte and a descriptor for good. */
const leak = `
  import { openSync } from 'node:fs';
  const kept = [];
  setInterval(() => kept.push(Buffer.alloc(1_000_000, 1), openSync('/dev/null')), 1_000).unref();`;

/** How long a server is used, and how hard. */
interface SoakPlan {
  readonly minutes: number;
  /** Of one processor, that the server and this process take together; 100 and more hold nothing back. */
  readonly percent: number;
  /** Whether it is a server that leaks: the control, which must be red. */
  readonly leaks?: boolean;
}

interface SoakResult extends SoakJudgement {
  readonly rounds: number;
  readonly samples: number;
  readonly failures: number;
  /** Of one processor, that both took. */
  readonly percent: number;
}

/** Of one processor, that this process and another have taken since this was made; scans in processes that have ended count. */
const usageSince = (pid: number) => {
  const begunMs = performance.now();
  const before = processorWithEndedMs(pid) + processorWithEndedMs(process.pid);
  const usedMs = (): number => processorWithEndedMs(pid) + processorWithEndedMs(process.pid) - before;
  return {
    percent: () => (100 * usedMs()) / (performance.now() - begunMs),
    /** How long to rest for no more than so much, in milliseconds. */
    restMs: (percent: number) => (100 * usedMs()) / percent - (performance.now() - begunMs),
  };
};

/** From here on nothing is held back, in percent of a processor. */
const hardest = 100;

/** Uses a server, one round of calls after another, and measures it all the while. */
export const runSoak = async (
  { minutes, percent, leaks = false }: SoakPlan,
  say: (line: string) => void,
): Promise<SoakResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('music'));
  await library().album('Ripples', 40, { artist: 'Anna' }).writeTo(folder.join('music'));
  await using product = await startProduct({
    dataFolder,
    argv: ['--log-level', 'error'],
    ...(leaks
      ? { environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(leak)}` } }
      : {}),
  });
  const client: BenchClient = clientOf(product, token);
  await scanned(client, 44);
  const usage = usageSince(product.pid);
  const begunMs = performance.now();
  const samples: Sample[] = [];
  let rounds = 0;
  let failures = 0;
  let nextMs = 0;
  for (let passedMs = 0; passedMs < minutes * 60_000; passedMs = performance.now() - begunMs) {
    for (const { path, ...options } of calls(rounds)) {
      const { status } = await client.send(path, options);
      if (status >= 300) failures += 1;
    }
    rounds += 1;
    if (passedMs >= nextMs) {
      nextMs += everyMs;
      const megabytes = residentMegabytes(product.pid);
      const descriptors = readdirSync(`/proc/${product.pid}/fd`).length;
      samples.push({ hours: passedMs / 3_600_000, megabytes, descriptors });
      if (samples.length % 30 === 1) say(`${Math.round(megabytes)} MB, ${descriptors} descriptors`);
    }
    await sleep(Math.max(20, percent < hardest ? usage.restMs(percent) : 0));
  }
  client.close();
  return { ...judgeSoak(samples), rounds, samples: samples.length, failures, percent: usage.percent() };
};
