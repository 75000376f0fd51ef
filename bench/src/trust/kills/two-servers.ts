import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, startProduct, tempFolder } from '@tonearm/testkit';
import { clientOf, eventually, prepareOnce, sleep } from '../trust-product.ts';

/** What came of it. */
interface TwoServersResult {
  readonly races: number;
  /** Races that both won: two would write to one `state.db`. */
  readonly doubled: number;
  /** How long one that lost its lock went on at most, in milliseconds. */
  readonly gaveWayMs: number;
  readonly failures: readonly string[];
}

const refusal = 'Another Tonearm is using the data folder';
const givingWay = 'Another Tonearm has taken the data folder';
const longestGivingWayMs = 10_000;
/** The second one comes up to so much later: both are on their way by then. */
const longestHeadStartMs = 400;

interface Race {
  readonly dataFolder: string;
  readonly headStartMs: number;
  /** Called when the first is ready; where it is given, the second waits for that. */
  readonly between?: (first: Product) => void;
}

/** Starts two servers over one data folder. @returns those that run, and what the others said */
const race = async ({ dataFolder, headStartMs, between }: Race) => {
  const start = (): Promise<Product> => startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const first = start();
  // Whoever of them fails is heard below.
  const second = (between === undefined ? sleep(headStartMs) : first.then(between)).then(start);
  const ended = await Promise.allSettled([first, second]);
  return {
    running: ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    said: ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  };
};

/**
 * Deletes the lock of one that sleeps until another is ready: both run then, as nothing keeps them apart. The first
 * has to end by itself as soon as it is awake.
 */
const takeLockAway = (dataFolder: string) => ({
  between: ({ pid }: Product): void => {
    process.kill(pid, 'SIGSTOP');
    rmSync(join(dataFolder, 'lock'));
  },
  /** @returns what is wrong, and how long it went on */
  giveWay: async (first: Product): Promise<{ faults: string[]; ms: number }> => {
    process.kill(first.pid, 'SIGCONT');
    const begunMs = performance.now();
    let code: number | null | undefined;
    void first.ended().then((ended) => {
      code = ended;
    });
    await eventually('one gives way', () => code !== undefined, longestGivingWayMs).catch(() => {});
    const ms = performance.now() - begunMs;
    const hasSaid = first.lines.some((line) => line.includes(givingWay));
    return { faults: code === 1 && hasSaid ? [] : [`who lost its lock ended with ${code}`], ms };
  },
});

/** Who won takes a change, and has that of the race before. */
const useIt = async (product: Product, token: string, number: number): Promise<string[]> => {
  const client = clientOf(product, token);
  const saved = await client.send(`playlist/race ${number}`, { method: 'PUT', body: { tracks: [] } });
  const before = number === 1 ? 200 : (await client.send(`playlist/race ${number - 1}`)).status;
  client.close();
  return [
    ...(saved.status < 300 ? [] : [`race ${number}: a change was answered with ${saved.status}`]),
    ...(before === 200 ? [] : [`race ${number}: the change of the race before is gone`]),
  ];
};

/**
 * Starts two servers over one data folder, again and again; who won is killed or stopped before the next race.
 * @param options.isUnlocked takes the lock away between the two: the control, of which both have to run at first
 */
export const runTwoServers = async ({
  races,
  isUnlocked = false,
  random = Math.random,
}: {
  races: number;
  isUnlocked?: boolean;
  random?: () => number;
}): Promise<TwoServersResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, folder.join('music'));
  const failures: string[] = [];
  let [doubled, gaveWayMs] = [0, 0];
  const { between, giveWay } = takeLockAway(dataFolder);
  for (let number = 1; number <= races; number += 1) {
    // Every third pair starts at the same moment.
    const headStartMs = number % 3 === 0 ? 0 : random() * longestHeadStartMs;
    const { running, said } = await race({ dataFolder, headStartMs, ...(isUnlocked ? { between } : {}) });
    if (running.length > 1) doubled += 1;
    const [first] = running;
    if (isUnlocked && first !== undefined) {
      const { faults, ms } = await giveWay(first);
      failures.push(...faults.map((line) => `race ${number}: ${line}`));
      gaveWayMs = Math.max(gaveWayMs, ms);
    }
    const winner = running.at(-1);
    if (winner === undefined) failures.push(`race ${number}: nobody won: ${said.join(' | ')}`);
    else failures.push(...(await useIt(winner, token, number)));
    for (const text of said)
      if (!text.includes('ended with 1') || !text.includes(refusal))
        failures.push(`race ${number}: who lost said ${text}`);
    for (const product of running) await (random() < 0.5 ? product.kill() : product.stop());
  }
  return { races, doubled, gaveWayMs, failures };
};
