import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../http-client.ts';
import { clientOf, eventually, prepare, scanned, sleep } from './trust-product.ts';

/** What came of it. */
interface StormResult {
  readonly touches: number;
  /** Scans that began while files were touched, and afterwards until all was quiet. */
  readonly scans: number;
  readonly failures: readonly string[];
}

interface Status {
  readonly state: 'OutOfDate' | 'InProgress' | 'UpToDate';
  readonly last_start_time: number | null;
}

/** Nothing is scanned for so long: the storm is over for the server too, in milliseconds. */
const quietMs = 4_000;

/** Scans have the lowest priority: on a machine that is busy with other things they take minutes. */
const longestScanMs = 600_000;

/** Counts by when the last scan began: one that is over before it is asked for again is counted too. */
const countScans = async (client: BenchClient) => {
  const look = () => client.json<Status>('index_status');
  let { last_start_time: lastStart } = await look();
  let scans = 0;
  let isOver = false;
  let lastBusyMs = performance.now();
  const done = (async () => {
    for (; !isOver; await sleep(20)) {
      const status = await look();
      const hasBegun = status.last_start_time !== lastStart;
      if (hasBegun) scans += 1;
      if (hasBegun || status.state !== 'UpToDate') lastBusyMs = performance.now();
      lastStart = status.last_start_time;
    }
  })();
  const end = async (): Promise<number> => {
    isOver = true;
    await done;
    return scans;
  };
  // Ends also when the storm itself fails: else this would ask a server that is gone, and hide why.
  return {
    isQuiet: () => performance.now() - lastBusyMs > quietMs,
    scans: () => scans,
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
};

/**
 * Touches files of a watched folder again and again, in bursts, and counts the scans that follow.
 * @param isCalm waits after each burst until a scan is over, so that none serves two of them
 */
export const runWatcherStorm = async (
  touches: number,
  burst = 5_000,
  { isCalm = false } = {},
): Promise<StormResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const token = await prepare(dataFolder, music);
  const { songs } = await library().album('Storm', 100, { artist: 'Anna' }).writeTo(music);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  const failures: string[] = [];
  await scanned(client, 104);
  await sleep(quietMs);
  await using counter = await countScans(client);
  for (let done = 0; done < touches; done += burst) {
    const before = counter.scans();
    for (let number = 0; number < burst; number += 1) {
      const song = songs[number % songs.length];
      const touchedS = 1_700_000_000 + done;
      if (song !== undefined) utimesSync(join(music, song.path), touchedS, touchedS + number);
      // Who counts scans has to ask meanwhile.
      if (number % 500 === 0) await sleep(1);
    }
    await sleep(100);
    if (!isCalm) continue;
    await eventually('a scan after a burst', () => counter.scans() > before, longestScanMs);
    await eventually('quiet after a scan', counter.isQuiet, longestScanMs);
  }
  await eventually('quiet after the storm', counter.isQuiet, longestScanMs);
  const scans = await counter.end();
  await scanned(client, 104).catch((error: unknown) => failures.push((error as Error).message));
  client.close();
  return { touches, scans, failures };
};
