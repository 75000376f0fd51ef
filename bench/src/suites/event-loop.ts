import { setTimeout as sleep } from 'node:timers/promises';
import { freshFolder, type LibrarySize, libraryOf } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { giveMusic, scanEnd } from '../served-library.ts';
import { serveWatched, stoodStill } from '../served-still.ts';

/** By then what begins with the start has been done, in milliseconds. */
const settledAfterMs = 5_000;

/** How long the answering thread of the product stands still while a library is scanned for the first time. */
export const eventLoopSuite = async (size: LibrarySize): Promise<Figure[]> => {
  await using served = await serveWatched(freshFolder('data-event-loop'));
  await sleep(settledAfterMs);
  await stoodStill(served);
  await giveMusic(served.client, libraryOf(size).musicFolder);
  const { song_count: songs } = await scanEnd(served.client);
  const { longestMs, p99Ms } = await stoodStill(served);
  const note = `while ${songs} songs were scanned`;
  return [
    { name: 'eventLoop.p99', value: p99Ms, unit: 'ms', note },
    { name: 'eventLoop.max', value: longestMs, unit: 'ms', note },
  ];
};
