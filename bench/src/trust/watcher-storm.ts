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
  readonly is_scanning: boolean;
  readonly is_queued: boolean;
  readonly files_read: number;
}

/** Nothing is scanned for so long: the storm is over for the server too, in milliseconds. */
const quietMs = 4_000;

const countScans = (client: BenchClient) => {
  let scans = 0;
  let wasScanning = false;
  let isOver = false;
  let lastBusyMs = performance.now();
  const done = (async () => {
    for (; !isOver; await sleep(20)) {
      const { is_scanning: isScanning, is_queued: isQueued } = await client.json<Status>('scan_status');
      if (isScanning && !wasScanning) scans += 1;
      if (isScanning || isQueued) lastBusyMs = performance.now();
      wasScanning = isScanning;
    }
  })();
  return {
    isQuiet: () => performance.now() - lastBusyMs > quietMs,
    end: async () => {
      isOver = true;
      await done;
      return scans;
    },
  };
};

/** Touches files of a watched folder again and again, in bursts, and counts the scans that follow. */
export const runWatcherStorm = async (touches: number, burst = 5_000): Promise<StormResult> => {
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
  const counter = countScans(client);
  for (let done = 0; done < touches; done += burst) {
    for (let number = 0; number < burst; number += 1) {
      const song = songs[number % songs.length];
      const touchedS = 1_700_000_000 + done;
      if (song !== undefined) utimesSync(join(music, song.path), touchedS, touchedS + number);
      // Who counts scans has to ask meanwhile.
      if (number % 500 === 0) await sleep(1);
    }
    await sleep(100);
  }
  await eventually('quiet after the storm', counter.isQuiet);
  const scans = await counter.end();
  await scanned(client, 104).catch((error: unknown) => failures.push((error as Error).message));
  client.close();
  return { touches, scans, failures };
};
