import { monitorEventLoopDelay } from 'node:perf_hooks';
import { start } from '@tonearm/server';
import { readConfig } from '@tonearm/server/config';
import { createBenchClient } from '../http-client.ts';
import { freshFolder, type LibrarySize, libraryOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { giveMusic, scanEnd, signIn } from '../served-library.ts';

/** How finely delays are sampled, in milliseconds; the monitor counts it into every delay. */
const resolutionMs = 1;

const nanosecondsPerMillisecond = 1e6;

/** Delays of the answering thread, in this process, while a library is scanned for the first time. */
export const eventLoopSuite = async (size: LibrarySize): Promise<Figure[]> => {
  const dataFolder = freshFolder('data-event-loop');
  const config = readConfig({
    argv: ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder],
    environment: {},
    workingFolder: dataFolder,
  });
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  await using server = await start(config, { log: silent });
  const apiRoot = new URL('api/', server.address).href;
  const client = createBenchClient(apiRoot, await signIn(apiRoot));
  await scanEnd(client);
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  monitor.enable();
  await giveMusic(client, libraryOf(size).musicFolder);
  const status = await scanEnd(client);
  monitor.disable();
  client.close();
  const delay = (nanoseconds: number): number =>
    Math.max(0, nanoseconds / nanosecondsPerMillisecond - resolutionMs);
  const note = `while ${status.song_count} songs were scanned`;
  return [
    { name: 'eventLoop.p99', value: delay(monitor.percentile(99)), unit: 'ms', note },
    { name: 'eventLoop.max', value: delay(monitor.max), unit: 'ms', note },
  ];
};
